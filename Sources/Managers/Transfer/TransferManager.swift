import AnkiExchange
import DeckFormat
import FileStorage
import History
public import StudyDomain

/// Brings decks of other programs into the collection.
///
/// Files first, then the history, last the ledger that remembers the import: after a crash in
/// between, a second run finds what is there by its text and adds what is missing. An error or a
/// cancel before the history is written takes the files back.
@MainActor public final class TransferManager {
  let index: StudyIndex
  let scratchFolder: String
  /// What spaces reports of progress.
  var instant: () -> ContinuousClock.Instant = { ContinuousClock.now }

  /// `scratchFolder` must exist and takes the unpacked database for as long as an import runs.
  public init(index: StudyIndex, scratchFolder: String) {
    self.index = index
    self.scratchFolder = scratchFolder
  }

  var folder: String { index.library.folder }
  var ledgerFolder: String { "\(folder)/.deckle/anki" }

  /// Imports a file; with `isDryRun` nothing is written.
  @discardableResult
  public func importFile(
    _ path: String, _ options: TransferOptions = TransferOptions(), isDryRun: Bool = false,
    progress: @escaping TransferProgressHandler = { _ in }
  ) async throws -> TransferReport {
    if try isDryRun || TransferFormat.neighbour(at: path) == .neighbours {
      let preview = try await prepare(path, options, progress: progress)
      return isDryRun ? preview.report : try await perform(preview, progress: progress)
    }
    try options.check()
    let reporter = ProgressReporter(progress, now: instant)
    reporter.report(.reading)
    let file = try await open(path, options, reporter)
    try Task.checkCancellation()
    // Nobody looks at a preview: what is written need not be held any longer.
    let held = HeldPlan(try await plan(file, options, reporter), isShown: false)
    return try await perform(held, file, options, reporter)
  }

  // MARK: Preparing

  /// Reads a file and works out what importing it would do; nothing is written.
  ///
  /// Throws `TransferError`, `FileStorageError`, or `CancellationError` when its task is cancelled.
  public func prepare(
    _ path: String, _ options: TransferOptions = TransferOptions(),
    progress: @escaping TransferProgressHandler = { _ in }
  ) async throws -> TransferPreview {
    try options.check()
    let reporter = ProgressReporter(progress, now: instant)
    reporter.report(.reading)
    if try TransferFormat.neighbour(at: path) == .neighbours {
      return try await prepareNeighbours(path, options, reporter)
    }
    let file = try await open(path, options, reporter)
    try Task.checkCancellation()
    return TransferPreview(
      work: .notes(try await plan(file, options, reporter), file), options: options)
  }

  /// Opens a file of any kind that can be imported.
  private func open(
    _ path: String, _ options: TransferOptions, _ reporter: ProgressReporter
  ) async throws -> OpenedFile {
    switch try await OpenedFile.format(of: path) {
    case .ankiPackage:
      let gauge = ReadingGauge()
      return try await reporter.reading(gauge) { [scratchFolder] in
        try await OpenedFile.package(path, scratchFolder: scratchFolder, gauge: gauge)
      }
    case .delimitedText:
      return try await .text(
        path, options.text, ownTypes: ownNoteTypes, hasParent: options.parent != nil)
    case .exportedJSON:
      return try await .exportedJSON(
        path, ownTypes: ownNoteTypes, calendar: index.clock.calendar)
    case .crowdAnki: return try await .crowdAnki(path, now: index.clock.now())
    case .neighbours: throw TransferError.unknownFormat(path: path)
    case .unreadable(let reason, let advice):
      throw TransferError.package(path: path, message: reason, advice: advice)
    }
  }

  /// The note types that the collection has for all decks.
  var ownNoteTypes: NoteTypes {
    index.library.settings.noteTypes[".deckle"] ?? NoteTypes()
  }

  @concurrent
  private static func read(
    _ file: OpenedFile, _ ledgerFolder: String, now: Timestamp, calendar: StudyCalendar
  ) async throws -> (source: ImportSource, contents: PackageContents, ledger: ImportLedger) {
    let ledger = try ImportLedger(folder: ledgerFolder)
    var source = try file.source(ledger, now)
    let collection = source.collection
    // Not held twice while it is put in order.
    source.collection = AnkiCollection()
    return (
      source,
      PackageContents(
        collection, calendar: calendar, moved: ledger.moved, days: source.reviewDays), ledger
    )
  }

  /// Compares with the collection as it is now; begins anew when that changes meanwhile.
  private func plan(
    _ file: OpenedFile, _ options: TransferOptions, _ reporter: ProgressReporter
  ) async throws -> ImportPlan {
    while true {
      try index.history.catchUp()
      await index.library.reload()
      index.refresh()
      let read = try await reporter.reading(file.gauge) {
        try await Self.read(
          file, ledgerFolder, now: index.clock.now(), calendar: index.clock.calendar)
      }
      reporter.report(.comparing)
      try Task.checkCancellation()
      var plan = ImportPlan(
        contents: read.contents, source: read.source, ledger: read.ledger, index: index,
        options: options, report: TransferReport(file: file.path, isDryRun: true))
      do {
        if try await plan.compare(reporter) { return plan }
      } catch let error as AnkiPackageError {
        throw TransferError.package(
          path: file.path, message: error.description, advice: error.advice)
      }
      try Task.checkCancellation()
    }
  }

  // MARK: Performing

  /// Does what a preview shows; what changed in the collection since is looked at anew.
  ///
  /// Cancelled, or with an error, before the history is written, it takes back what it wrote and
  /// throws. From then on a cancel comes too late: the import ends, and `undo` takes it back.
  public func perform(
    _ preview: TransferPreview, progress: @escaping TransferProgressHandler = { _ in }
  ) async throws -> TransferReport {
    let reporter = ProgressReporter(progress, now: instant)
    guard case .notes(let plan, let file) = preview.work else {
      return try await performNeighbours(preview, reporter)
    }
    return try await perform(HeldPlan(plan, isShown: true), file, preview.options, reporter)
  }

  private func perform(
    _ held: HeldPlan, _ file: OpenedFile, _ options: TransferOptions, _ reporter: ProgressReporter
  ) async throws -> TransferReport {
    let turn = try await ImportTurn.take(in: folder)
    defer { withExtendedLifetime(turn) {} }
    // What others of this machine wrote, in files and history.
    try index.history.catchUp()
    await index.library.reload()
    index.refresh()
    if !held.plan.isCurrent { held.plan = try await plan(file, options, reporter) }
    held.dropLists()
    var report = held.plan.report
    report.isDryRun = false
    await Self.sweep(folder, index.library.snapshot.files.map(\.path))
    var record = ImportRecord(report, index)
    do {
      if held.plan.writesAnything {
        record.head.ledger = "\(record.stem).json"
        try record.begin(in: ledgerFolder, of: folder)
      }
      try await writeFiles(held.plan, into: &record, reporter)
      held.dropTexts()
      reporter.report(.history)
      await index.library.reload()
      index.refresh()
      try Task.checkCancellation()
      try await writeHistory(held, into: &record, &report, reporter)
    } catch let error {
      do {
        try await takeBack(record, reporter)
      } catch {
        throw unfinished(record, after: error)
      }
      if let error = error as? AnkiPackageError {
        throw TransferError.package(
          path: report.file, message: error.description, advice: error.advice)
      }
      throw error
    }
    reporter.report(.finishing)
    do {
      try await finish(held, &record, &report)
    } catch {
      // The record of its beginning is still there, and says that it was cut off.
      throw unfinished(record, after: error)
    }
    if held.unreadNotes > 0 {
      report.remarks.append(
        "notes that were written but are not read back as cards: \(held.unreadNotes)")
    }
    index.refresh()
    return report
  }

  private func writeFiles(
    _ plan: ImportPlan, into record: inout ImportRecord, _ reporter: ProgressReporter
  ) async throws {
    let writer = ImportWriter(collection: folder)
    let media = plan.media
    for (place, file) in media.waiting.enumerated() {
      reporter.report(.media, place, of: media.waiting.count)
      try Task.checkCancellation()
      try await writer.write(
        medium: file.name, { try media.bytes(of: file) }, into: &record)
    }
    let changes = plan.changes
    let total = changes.reduce(0) { $0 + $1.count }
    reporter.report(.decks)
    try Task.checkCancellation()
    if !plan.registry.added.isEmpty { try await writer.write(plan.registry, into: &record) }
    var written = 0
    for change in changes {
      reporter.report(.decks, written, of: total)
      try Task.checkCancellation()
      try await writer.write(change, into: &record)
      written += change.count
    }
  }

  /// Takes the files of an import that did not come to its end back.
  func takeBack(
    _ record: ImportRecord, _ reporter: ProgressReporter
  ) async throws {
    guard !record.files.isEmpty || !record.head.folders.isEmpty else {
      record.journal?.remove()
      return
    }
    reporter.report(.takingBack)
    await index.library.reload()
    var undo = ImportUndo(collection: folder, record: record, name: "")
    undo = try await ImportUndo.takingBackDecks(undo, index.library.snapshot)
    undo = try await ImportUndo.takingBackExtras(undo, usedMedia: [], usedTypes: [])
    undo.removeFolders()
    record.journal?.remove()
    await index.library.reload()
    index.refresh()
  }

  func unfinished(_ record: ImportRecord, after error: any Error) -> TransferError {
    .unfinished(
      path: record.head.source,
      import: record.journal == nil ? record.head.actions.last ?? record.stem : record.stem,
      message: (error as? FileStorageError)?.message ?? String(describing: error))
  }
}

extension TransferManager {
  /// Removes what writers that were killed left in the folders of a collection.
  @concurrent
  static func sweep(_ collection: String, _ decks: [String]) async {
    let folders = Set(
      decks.map { path in
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { "/" + path[..<$0] } ?? ""
      })
    for folder in folders.union(["", "/media", "/.deckle", "/.deckle/anki", "/.deckle/imports"]) {
      LeftOvers.remove(in: collection + folder)
    }
  }
}
