import AnkiExchange
import DeckFormat
import FileStorage
import Glibc
import History
public import StudyDomain

/// An import that can be taken back.
public struct ImportSummary: Hashable, Sendable {
  /// What `undo` names.
  public var name: String
  public var time: Timestamp
  /// The file that was imported.
  public var file: String
  /// Notes.
  public var new: Int
  public var updated: Int
  /// The writer of the machine that imported.
  public var writer: String
  /// Its actions in the history, oldest first; empty when nothing was written there.
  public var actions: [String]
  /// It did not come to its end: the program was killed, or the machine stopped.
  public var isCutOff: Bool
}

extension TransferManager {
  /// Imports that can be taken back, newest first.
  public func imports() -> [ImportSummary] {
    records().map(\.summary).sorted { $0.time > $1.time }
  }

  /// The import that is the newest action of this session; nil when another action is newer.
  public var newestImport: String? { index.history.newestAction?.importName }

  /// Takes an import back: its history, then its texts, media and note types, last its ledger.
  ///
  /// What was edited since stays and is named. A run that was cut off goes on when it is called
  /// again. Throws `TransferError.unknownImport` when no record of it is left.
  public func undo(_ name: String) throws -> TransferUndoReport {
    let turn = try ImportTurn.takeNow(in: folder)
    defer { withExtendedLifetime(turn) {} }
    var undo = try begin(name)
    index.library.reloadNow()
    index.refresh()
    try undo.takeBackDecks(index.library.snapshot)
    index.library.reloadNow()
    let use = TextUse.scan(
      index.library.snapshot.files.map(\.path), in: folder, media: undo.record.mediaNames)
    try undo.takeBackExtras(usedMedia: use.media, usedTypes: use.types)
    return try end(undo, name)
  }

  /// The same with the files read and written apart from the main actor.
  public func undoInBackground(
    _ name: String, progress: @escaping TransferProgressHandler = { _ in }
  ) async throws -> TransferUndoReport {
    let reporter = ProgressReporter(progress, now: instant)
    reporter.report(.takingBack)
    let turn = try await ImportTurn.take(in: folder)
    defer { withExtendedLifetime(turn) {} }
    var undo = try begin(name)
    await index.library.reload()
    index.refresh()
    undo = try await ImportUndo.takingBackDecks(undo, index.library.snapshot)
    await index.library.reload()
    let use = await TextUse.of(
      index.library.snapshot.files.map(\.path), in: folder, media: undo.record.mediaNames)
    undo = try await ImportUndo.takingBackExtras(
      undo, usedMedia: use.media, usedTypes: use.types)
    return try end(undo, name)
  }

  // MARK: Steps

  /// Undoes the history of an import that is still in force.
  private func begin(_ name: String) throws -> ImportUndo {
    guard let found = records().first(where: { $0.summary.name == name }) else {
      throw TransferError.unknownImport(name)
    }
    let record = try ImportRecord(path: found.path)
    try index.history.catchUp()
    index.refresh()
    let inForce = record.head.actions.compactMap { UndoTarget(text: $0) }.filter {
      index.history.history.isInForce($0)
    }
    if !inForce.isEmpty { try index.history.undoEvents(inForce) }
    return ImportUndo(collection: folder, record: record, name: name)
  }

  /// Forgets the import, but for notes that stay because they were edited.
  private func end(_ undo: ImportUndo, _ name: String) throws -> TransferUndoReport {
    var undo = undo
    let record = undo.record
    let edited = Set(undo.edited)
    if let ledger = record.head.ledger {
      let path = "\(ledgerFolder)/\(ledger)"
      let asked = edited.union(undo.missing)
      let kept = try ImportLedger.keeping(asked, path: path) { note in
        if edited.contains(note.guid) { return true }
        guard let place = self.place(of: note) else { return false }
        undo.leave(place)
        return true
      }
      if !kept {
        try remove(path)
        try remove("\(ledgerFolder)/\(AnkiOriginals.name(beside: ledger))")
      }
      let gone = Set(record.files.flatMap(\.blocks).map(\.guid)).subtracting(asked)
      try forget(gone, after: ledger)
    }
    if let path = records().first(where: { $0.summary.name == name })?.path { try remove(path) }
    if record.head.isCutOff {
      for file in record.files { LeftOvers.remove(of: "\(folder)/\(file.path)") }
      if let ledger = record.head.ledger {
        for name in [ledger, AnkiOriginals.name(beside: ledger)] {
          LeftOvers.remove(of: "\(ledgerFolder)/\(name)")
        }
      }
    }
    undo.removeFolders()
    rmdir(ledgerFolder)
    index.history.line.undoImport(name)
    index.library.reloadNow()
    index.refresh()
    return undo.report
  }

  /// Makes later exports and imports forget notes that are taken back: known without a text, they
  /// would never come again.
  private func forget(_ guids: Set<String>, after ledger: String) throws {
    guard !guids.isEmpty else { return }
    var names: [String] = []
    guard FileSystem.live.list(ledgerFolder, &names) >= 0 else { return }
    for name in names where name.hasSuffix(".json") && name > ledger && !name.hasPrefix(".") {
      try ImportLedger.dropping(guids, path: "\(ledgerFolder)/\(name)")
    }
  }

  /// A note that lives on, by the text that it has now; nil when it is gone.
  private func place(of note: ImportLedger.Note) -> TransferReport.Note? {
    let snapshot = index.library.snapshot
    for card in note.cards {
      let living = index.history.history.card(holding: card.key).flatMap { index.card(of: $0) }
      guard let number = snapshot.card(of: card.key) ?? living else { continue }
      let entry = snapshot.note(ofCard: number)
      let front = (try? index.library.content(ofCard: number).text.front) ?? ""
      let line = ClozeMark.plain(front).split { $0.isNewline }.first.map(String.init) ?? ""
      return .init(
        text: String(line.prefix(60)),
        reason:
          "it was edited or moved; it stays in \(snapshot.files[Int(entry.file)].path)")
    }
    return nil
  }

  private func remove(_ path: String) throws {
    let code = FileSystem.live.remove(path)
    guard code < 0, try FileSystem.live.status(ofPath: path) != nil else { return }
    throw FileStorageError.system(operation: "remove", path: path, code: Int32(-code))
  }

  // MARK: Records

  private func records() -> [(path: String, summary: ImportSummary)] {
    var names: [String] = []
    guard FileSystem.live.list(ledgerFolder, &names) >= 0 else { return [] }
    return names.filter { $0.hasSuffix(ImportRecord.ending) && !$0.hasPrefix(".") }.compactMap {
      let path = "\(ledgerFolder)/\($0)"
      guard let head = ImportRecord.head(path: path) else { return nil }
      if head.isCutOff, ImportJournal.isRunning(path) { return nil }
      return (
        path,
        ImportSummary(
          name: (head.isCutOff ? nil : head.actions.last)
            ?? String($0.dropLast(ImportRecord.ending.count)),
          time: head.time, file: head.source, new: head.new, updated: head.updated,
          writer: head.writer, actions: head.actions, isCutOff: head.isCutOff)
      )
    }
  }
}

extension ImportRecord {
  fileprivate var mediaNames: Set<String> {
    Set(files.filter { $0.kind == .media }.map { String($0.path.dropFirst("media/".count)) })
  }
}
