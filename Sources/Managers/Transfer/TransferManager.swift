import AnkiExchange
import DeckFormat
import FileStorage
import History
public import StudyDomain

/// Brings decks of other programs into the collection.
///
/// Files first, then the history, last the ledger that remembers the import: after a crash in
/// between, a second run finds what is there by its text and adds what is missing.
@MainActor public final class TransferManager {
  let index: StudyIndex
  let scratchFolder: String

  /// `scratchFolder` must exist and takes the unpacked database for as long as an import runs.
  public init(index: StudyIndex, scratchFolder: String) {
    self.index = index
    self.scratchFolder = scratchFolder
  }

  /// Imports a package of Anki, its decks below `parent` if one is given; with `isDryRun` nothing
  /// is written.
  ///
  /// Throws `TransferError` or `FileStorageError`; where it is the former nothing has changed.
  @discardableResult
  public func importPackage(
    _ path: String, into parent: DeckName? = nil, isDryRun: Bool = false
  ) throws -> TransferReport {
    guard ["apkg", "colpkg"].contains(where: { path.lowercased().hasSuffix(".\($0)") }) else {
      throw TransferError.unknownFormat(path: path)
    }
    if let parent, parent.parts.contains(where: { Flattened.trimmed($0).isEmpty }) {
      throw TransferError.badDeckName(parent.text)
    }
    do {
      if !isDryRun { try index.history.catchUp() }
      index.library.reloadNow()
      index.refresh()
      let package = try AnkiPackage.open(path, scratchFolder: scratchFolder)
      let plan = try ImportPlan(
        package: package, ledger: ImportLedger(folder: ledgerFolder), index: index,
        parent: parent, report: TransferReport(file: path, isDryRun: isDryRun))
      return isDryRun ? plan.report : try perform(plan)
    } catch let error as AnkiPackageError {
      throw TransferError.package(
        path: path, message: error.description, advice: error.advice)
    }
  }

  var folder: String { index.library.folder }
  var ledgerFolder: String { "\(folder)/.deckle/anki" }

  // MARK: Performing

  private func perform(_ plan: ImportPlan) throws -> TransferReport {
    var plan = plan
    var report = plan.report
    let noteTypes = try newNoteTypes(plan)
    try plan.media.copy()
    try noteTypes?.write()
    try writeDecks(plan)
    index.library.reloadNow()
    index.refresh()
    try follow(plan)
    report.action = try writeHistory(plan, &report)?.text
    try AnkiOriginals.write(plan, index: index, to: ledgerFolder)
    report.ledger = try writeLedger(plan)
    checkTexts(plan, &report)
    index.refresh()
    return report
  }

  /// A file that is replaced as a whole.
  private struct Replacement {
    var path: String
    var original: DeckFileWriter.Original
    var bytes: [UInt8]
    var collection: String

    func write() throws {
      if let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) {
        try FileSystem.live.makeFolders(String(path[..<slash]))
      }
      try DeckFileWriter(collection: collection).replace(path, with: bytes, original: original)
    }
  }

  private func replacement(
    _ path: String, _ change: ([UInt8]) throws -> [UInt8]
  ) throws -> Replacement {
    let full = "\(folder)/\(path)"
    let exists = try FileSystem.live.status(ofPath: full) != nil
    let bytes = exists ? try FileSystem.live.contents(of: full) : []
    return Replacement(
      path: full, original: exists ? .contents(bytes) : .absent, bytes: try change(bytes),
      collection: folder)
  }

  /// `notetypes.yaml` with the types that new notes need; nil when there are none.
  private func newNoteTypes(_ plan: ImportPlan) throws -> Replacement? {
    guard !plan.registry.added.isEmpty else { return nil }
    return try replacement(".deckle/notetypes.yaml") { bytes in
      guard let file = plan.registry.file(addingTo: bytes) else {
        throw TransferError.noteTypesUnreadable(path: ".deckle/notetypes.yaml")
      }
      return file
    }
  }

  private func writeDecks(_ plan: ImportPlan) throws {
    var placement = plan.placement
    var added: [DeckPlacement.Place: [String]] = [:]
    var order: [DeckPlacement.Place] = []
    var changed: [String: [(range: Range<Int>, text: String)]] = [:]
    let snapshot = index.library.snapshot
    for note in plan.notes {
      switch note.fate {
      case .new(let deck, let text):
        let place = placement.place(of: deck)
        if added[place] == nil { order.append(place) }
        added[place, default: []].append(text)
      case .updated(let number, let text, _, _):
        let entry = snapshot.notes[number]
        changed[snapshot.files[Int(entry.file)].path, default: []]
          .append((entry.parsed.byteRange, text))
      case .adopted, .relinked, .known: break
      }
    }
    let fresh = order.filter { changed[$0.path] == nil }
    for path in changed.keys.sorted() {
      let places = order.filter { $0.path == path }
      try write(path, changes: changed[path] ?? [], places: places, added)
    }
    for place in fresh { try write(place.path, changes: [], places: [place], added) }
  }

  private func write(
    _ path: String, changes: [(range: Range<Int>, text: String)], places: [DeckPlacement.Place],
    _ added: [DeckPlacement.Place: [String]]
  ) throws {
    try replacement(path) { bytes in
      var result = bytes
      for change in changes.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
        guard change.range.upperBound <= result.count else {
          throw LibraryError.textChanged(path: path, line: 1)
        }
        result = DeckWriter.replacing(change.range, in: result, with: change.text)
      }
      for place in places {
        if let name = place.name, bytes.isEmpty {
          result = try DeckWriter.setting("name", to: .text(name), in: result)
        }
        let blocks = added[place] ?? []
        result = DeckWriter.appending(blocks.joined(separator: "\n\n"), to: result)
      }
      return result
    }.write()
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

  /// Lets histories follow the texts that were updated.
  private func follow(_ plan: ImportPlan) throws {
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
    guard !drafts.isEmpty else { return }
    try index.history.write(drafts)
    index.refresh()
  }

  private func writeHistory(
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

  /// Remembers the notes that came or changed; nil when there were none.
  private func writeLedger(_ plan: ImportPlan) throws -> String? {
    let notes = plan.notes.compactMap { note -> ImportLedger.Note? in
      if case .known = note.fate { return nil }
      return ImportLedger.Note(
        guid: note.note.guid, id: note.note.id, typeID: note.note.noteTypeID,
        modified: note.note.modified, fieldHash: ImportPlan.fieldHash(note.note),
        contentHash: note.contentHash,
        cards: note.rememberedCards, eventTags: ImportPlan.eventTags(note.note))
    }
    guard !notes.isEmpty else { return nil }
    let now = index.clock.now()
    let bytes = ImportLedger.file(
      time: now, source: plan.report.file, notes: notes, typeNames: plan.registry.typeNames,
      decks: plan.decks.mapValues(\.text), structure: plan.contents.collection.structureJSON)
    let hash = TransferHash.hex(String(decoding: bytes, as: UTF8.self)).prefix(8)
    let name = "\(now.iso(in: .utc).prefix(10))-\(now.milliseconds)-\(hash).json"
    try FileSystem.live.makeFolders(ledgerFolder)
    try DeckFileWriter(collection: folder)
      .replace("\(ledgerFolder)/\(name)", with: bytes, original: .absent)
    return ".deckle/anki/\(name)"
  }
}
