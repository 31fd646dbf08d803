import AnkiExchange
import FileStorage
public import StudyDomain

extension TransferManager {
  /// Writes the notes of all cards that a query names to a file.
  ///
  /// The file appears as a whole or not at all. What a package of Anki took out is remembered in
  /// the collection's ledger, so that it is recognised when it comes back. Throws `TransferError`
  /// or `FileStorageError`; with `TransferError.nothingToExport` when no card matches.
  public func export(_ request: ExportRequest) throws -> ExportReport {
    let request = try Self.checked(request)
    try index.history.catchUp()
    index.library.reloadNow()
    index.refresh()
    let notes = notes(matching: request.query)
    guard !notes.isEmpty else { throw TransferError.nothingToExport }
    do {
      var report =
        switch request.format {
        case .apkg, .colpkg: try exportPackage(notes, request)
        case .notes, .cards: try exportText(notes, request)
        case .json: try exportJSON(notes, request)
        }
      addRemarks(to: &report, of: notes, request)
      return report
    } catch let error as AnkiPackageError {
      throw TransferError.exportFailed(
        path: request.path, message: error.description, advice: error.advice)
    }
  }

  /// The request with links in its path followed, so that they stay links.
  ///
  /// Throws for a file that may not go, and for what is no file.
  static func checked(_ request: ExportRequest) throws -> ExportRequest {
    // What an export that was killed left here.
    LeftOvers.removeOld(of: request.path)
    guard let status = try FileSystem.live.status(ofPath: request.path) else { return request }
    guard request.replaces else { throw TransferError.fileExists(path: request.path) }
    guard status.isRegularFile else {
      throw TransferError.exportFailed(
        path: request.path, message: "\(request.path) is no plain file",
        advice: "name another file")
    }
    var request = request
    request.path = request.path.resolvedPath ?? request.path
    return request
  }

  /// The notes of all cards that a query names, in the order of the library.
  func notes(matching query: Query) -> [Int] {
    let snapshot = index.library.snapshot
    var notes: [Int] = []
    for card in FlashcardManager(index: index).cards(matching: query) {
      let note = Int(snapshot.cards[card].note)
      if notes.last != note { notes.append(note) }
    }
    return notes
  }

  /// Says what a reader of the file might not expect.
  func addRemarks(to report: inout ExportReport, of notes: [Int], _ request: ExportRequest) {
    let snapshot = index.library.snapshot
    let asked = FlashcardManager(index: index).cards(matching: request.query).count
    let all = notes.reduce(0) { count, note in
      count + snapshot.cards(ofNote: note).count { !snapshot.cards[$0].isDuplicate }
    }
    if all > asked {
      report.remarks.append(
        "notes go out whole: \(all - asked) of their cards are none that the query names")
    }
  }

  private func exportPackage(_ notes: [Int], _ request: ExportRequest) throws -> ExportReport {
    var export = try PackageExport(
      notes: notes, of: index, ledgerFolder: ledgerFolder, request: request)
    let collection = export.takeCollection()
    try packageWriter(request).write(
      request.hasHistory ? consume collection : collection.withoutScheduling(),
      media: export.media, to: request.path)
    return try finish(consume export, request)
  }

  func packageWriter(_ request: ExportRequest) -> AnkiPackageWriter {
    AnkiPackageWriter(
      generation: request.usesLatestLayout ? .latest : .legacy2,
      isWholeCollection: request.format == .colpkg, scratchFolder: scratchFolder,
      nowMilliseconds: index.clock.now().milliseconds)
  }

  /// What is to be said of a package that is written, and remembered.
  func finish(
    _ written: consuming PackageExport, _ request: ExportRequest
  ) throws -> ExportReport {
    let export = written
    var report = export.report
    report.reviews = request.hasHistory ? report.reviews : 0
    report.bytes = try size(of: request.path)
    remember(export, in: &report)
    return report
  }

  /// Remembers what went out, or says why it cannot be remembered.
  func remember(_ export: PackageExport, in report: inout ExportReport) {
    do {
      report.ledger = try remember(export)
    } catch {
      // The file is whole. Without the ledger, edits made there come home as notes of their own.
      report.remarks.append(
        "the collection cannot be written, so it does not remember what went out (\(error))")
    }
  }

  private func size(of path: String) throws -> Int64 {
    Int64(try FileSystem.live.status(ofPath: path)?.size ?? 0)
  }

  /// Writes what a package took out into the ledger; nil when it knows all of it.
  private func remember(_ export: PackageExport) throws -> String? {
    guard !export.changedNotes.isEmpty || !export.moved.isEmpty else { return nil }
    let now = index.clock.now()
    let bytes = ImportLedger.file(
      time: now, source: export.report.file, noteList: export.changedNotes,
      typeNames: export.typeNames, decks: export.deckNames,
      structure: export.collection.structureJSON, moved: export.moved)
    let hash = TransferHash.hex(bytes).prefix(8)
    let name = "\(now.iso(in: .utc).prefix(10))-\(now.milliseconds)-\(hash).json"
    try FileSystem.live.makeFolders(ledgerFolder)
    try DeckFileWriter(collection: folder)
      .replace("\(ledgerFolder)/\(name)", with: bytes, original: .absent)
    return ".deckle/anki/\(name)"
  }
}
