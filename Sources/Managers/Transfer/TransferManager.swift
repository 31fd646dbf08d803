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
  /// Imports of this session that `undo` can take back, oldest first.
  var done: [SessionImport] = []
  /// The newest import that was taken back in this session.
  var undone: SessionImport?
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
    let preview = try await prepare(path, options, progress: progress)
    return isDryRun ? preview.report : try await perform(preview, progress: progress)
  }

  // MARK: Preparing

  /// Reads a file and works out what importing it would do; nothing is written.
  ///
  /// Throws `TransferError`, `FileStorageError`, or `CancellationError` when its task is cancelled.
  public func prepare(
    _ path: String, _ options: TransferOptions = TransferOptions(),
    progress: @escaping TransferProgressHandler = { _ in }
  ) async throws -> TransferPreview {
    if let parent = options.parent, parent.parts.contains(where: { Flattened.trimmed($0).isEmpty })
    {
      throw TransferError.badDeckName(parent.text)
    }
    let reporter = ProgressReporter(progress, now: instant)
    reporter.report(.reading)
    let file = try await open(path, options)
    try Task.checkCancellation()
    return TransferPreview(
      plan: try await plan(file, options, reporter), file: file, options: options)
  }

  /// Opens a file of any kind that can be imported.
  private func open(_ path: String, _ options: TransferOptions) async throws -> OpenedFile {
    switch try await OpenedFile.format(of: path) {
    case .ankiPackage: return try await .package(path, scratchFolder: scratchFolder)
    case .delimitedText:
      return try await .text(
        path, options.text, ownTypes: ownNoteTypes, hasParent: options.parent != nil)
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
    let source = try file.source(ledger, now)
    return (
      source, PackageContents(source.collection, calendar: calendar, moved: ledger.moved), ledger
    )
  }

  /// Compares with the collection as it is now; begins anew when that changes meanwhile.
  private func plan(
    _ file: OpenedFile, _ options: TransferOptions, _ reporter: ProgressReporter
  ) async throws -> ImportPlan {
    while true {
      reporter.report(.comparing)
      try index.history.catchUp()
      await index.library.reload()
      index.refresh()
      let read = try await Self.read(
        file, ledgerFolder, now: index.clock.now(), calendar: index.clock.calendar)
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
    var plan = preview.plan
    // What others of this machine wrote, in files and history.
    try index.history.catchUp()
    await index.library.reload()
    index.refresh()
    if !plan.isCurrent {
      plan = try await self.plan(preview.file, preview.options, reporter)
    }
    var report = plan.report
    report.isDryRun = false
    let now = index.clock.now()
    var record = ImportRecord(head: .init(time: now, source: report.file))
    record.head.new = report.new
    record.head.updated = report.updated
    do {
      try await writeFiles(plan, into: &record, reporter)
      try await writeHistory(plan, into: &record, &report, reporter)
    } catch let error {
      try await takeBack(record, after: error, reporter)
      if let error = error as? AnkiPackageError {
        throw TransferError.package(
          path: report.file, message: error.description, advice: error.advice)
      }
      throw error
    }
    reporter.report(.finishing)
    try finish(plan, &record, &report)
    checkTexts(plan, &report)
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
    reporter.report(.history)
    await index.library.reload()
    index.refresh()
    try Task.checkCancellation()
  }

  /// Takes the files of an import that did not come to its end back.
  private func takeBack(
    _ record: ImportRecord, after cause: any Error, _ reporter: ProgressReporter
  ) async throws {
    guard !record.files.isEmpty || !record.head.folders.isEmpty else { return }
    reporter.report(.takingBack)
    await index.library.reload()
    var undo = ImportUndo(collection: folder, record: record, name: "")
    undo = try await ImportUndo.takingBackDecks(undo, index.library.snapshot)
    undo = try await ImportUndo.takingBackExtras(undo, usedMedia: [], usedTypes: [])
    undo.removeFolders()
    await index.library.reload()
    index.refresh()
  }

  /// Notes whose cards are not found after writing: an ignore file, or a note above that swallows.
  private func checkTexts(_ plan: ImportPlan, _ report: inout TransferReport) {
    let snapshot = index.library.snapshot
    var lost = 0
    for note in plan.notes where note.isNew {
      if note.keys.values.contains(where: { snapshot.card(of: $0) == nil }) { lost += 1 }
    }
    if lost > 0 {
      report.remarks.append("notes that were written but are not read back as cards: \(lost)")
    }
  }

  // MARK: History

  /// Everything that the history learns; throws only when nothing of it was kept.
  private func writeHistory(
    _ plan: ImportPlan, into record: inout ImportRecord, _ report: inout TransferReport,
    _ reporter: ProgressReporter
  ) async throws {
    let links = try follow(plan)
    do {
      let target = try writeSchedule(plan, &report)
      let targets = [links, target].compactMap(\.self)
      record.head.actions = targets.map(\.text)
      report.action = targets.last?.text
    } catch {
      if let links { try index.history.undo([links]) }
      throw error
    }
  }

  /// Lets histories follow the texts that were updated.
  private func follow(_ plan: ImportPlan) throws -> UndoTarget? {
    var pairs: [NotePairing.Pair] = []
    var held: [CardKey: [CardKey]] = [:]
    for note in plan.notes {
      let (keys, old): ([CardKey: [CardKey]], [Int: CardKey])
      switch note.fate {
      case .updated(_, _, let heldKeys, let before): (keys, old) = (heldKeys, before)
      case .relinked(let heldKeys, let before): (keys, old) = (heldKeys, before)
      case .new, .adopted, .known: continue
      }
      held.merge(keys, uniquingKeysWith: { one, _ in one })
      for (ordinal, key) in old {
        guard let new = note.keys[ordinal], new != key else { continue }
        pairs.append(NotePairing.Pair(old: key, new: new))
      }
    }
    let drafts = FlashcardManager(index: index).relinks(pairs, held: held)
    guard !drafts.isEmpty else { return nil }
    let target = try index.history.write(drafts)
    index.refresh()
    return target
  }

  private func writeSchedule(
    _ plan: ImportPlan, _ report: inout TransferReport
  ) throws -> UndoTarget? {
    let snapshot = index.library.snapshot
    let settings = DeckSettingsImport(plan: plan, index: index)
    var options: [Int: DeckOptions] = [:]
    var cards: [ScheduleImport.Card] = []
    for note in plan.notes {
      let isMarked = ImportPlan.has("marked", note.note)
      let isLeech = ImportPlan.has("leech", note.note)
      for card in note.cards {
        guard let key = note.keys[card.ordinal], let number = snapshot.card(of: key) else {
          continue
        }
        let deck = snapshot.deck(ofCard: number)
        let own = options[deck] ?? settings.options(for: snapshot.decks[deck].name)
        options[deck] = own
        cards.append(
          ScheduleImport.Card(
            card: card, number: number, options: own, isNew: note.isNew, isMarked: isMarked,
            isLeech: isLeech))
      }
    }
    // In the order of the files: each is read once for the texts that the history keeps.
    cards.sort { $0.number < $1.number }
    var schedule = ScheduleImport(contents: plan.contents, index: index)
    let now = index.clock.now()
    let offset = index.clock.calendar.offsetMinutes(at: now)
    let today = index.clock.calendar.studyDay(at: now)
    let target = try index.history.writeMany { writer in
      for body in settings.events { writer.add(body, time: now, offset: offset, day: today) }
      for card in cards { schedule.write(card, into: &writer) }
    }
    report.reviews = schedule.reviews
    report.knownReviews = schedule.knownReviews
    index.refresh()
    return target
  }

  // MARK: Ledger

  /// Remembers the notes that came or changed, and how to take the import back.
  private func finish(
    _ plan: ImportPlan, _ record: inout ImportRecord, _ report: inout TransferReport
  ) throws {
    let notes = plan.notes.compactMap { note -> ImportLedger.Note? in
      if case .known = note.fate { return nil }
      return ImportLedger.Note(
        guid: note.note.guid, id: note.note.id, typeID: note.note.noteTypeID,
        modified: note.note.modified, fieldHash: ImportPlan.fieldHash(note.note),
        contentHash: note.contentHash,
        cards: note.rememberedCards, eventTags: ImportPlan.eventTags(note.note))
    }
    let time = record.head.time
    let bytes = ImportLedger.file(
      time: time, source: report.file, notes: notes, typeNames: plan.registry.typeNames,
      decks: plan.decks.mapValues(\.text), structure: plan.contents.collection.structureJSON)
    let hash = TransferHash.hex(String(decoding: bytes, as: UTF8.self)).prefix(8)
    let stem = "\(time.iso(in: .utc).prefix(10))-\(time.milliseconds)-\(hash)"
    if !notes.isEmpty { record.head.ledger = "\(stem).json" }
    guard !record.isEmpty else { return }
    record.head.writer = try index.history.writerToUse()
    try FileSystem.live.makeFolders(ledgerFolder)
    let writer = DeckFileWriter(collection: folder)
    let path = "\(ledgerFolder)/\(stem)\(ImportRecord.ending)"
    try writer.replace(path, with: record.bytes, original: .absent)
    if let ledger = record.head.ledger {
      try AnkiOriginals.write(
        plan, index: index, to: "\(ledgerFolder)/\(AnkiOriginals.name(beside: ledger))")
      try writer.replace("\(ledgerFolder)/\(ledger)", with: bytes, original: .absent)
      report.ledger = ".deckle/anki/\(ledger)"
    }
    let name = record.head.actions.last ?? stem
    report.action = name
    done.append(
      SessionImport(
        name: name, file: report.file, actions: record.head.actions,
        mark: index.history.newestAction))
  }
}
