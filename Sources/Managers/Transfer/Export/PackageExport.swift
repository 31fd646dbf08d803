import AnkiExchange
import DeckFormat
import FileStorage
import History
import StudyDomain

/// The collection of Anki that some notes of the library make, and what is to be remembered of it.
///
/// Each note is read and written as HTML once; what leaves is held once.
@MainActor struct PackageExport {
  var collection = AnkiCollection()
  private(set) var media: [AnkiMediaSource] = []
  var report: ExportReport
  /// Notes of which the ledger says something else, as its file lists them.
  var changedNotes: [UInt8] = []
  /// New in the ledger.
  private(set) var moved: [Int64: ImportLedger.MovedReview] = [:]
  var typeNames: [Int64: String] = [:]
  private(set) var deckNames: [Int64: String] = [:]
  /// Ids of the notes in the order of the library.
  var libraryOrder: [Int64] = []
  /// Their numbers in the library.
  var libraryNumbers: [Int] = []

  let index: StudyIndex
  let request: ExportRequest
  let known: KnownNotes
  let snapshot: LibrarySnapshot
  /// The notes of the export, in the order of the library.
  let notes: [Int]
  private(set) var originals: AnkiOriginals
  let preparer: NotePreparer
  var decks: ExportDecks
  var shapes: NoteShapes
  /// For other threads, which ask for no files.
  let blankShapes: NoteShapes
  var reviews = ReviewExport()
  var types: [Int64: AnkiNoteType] = [:]
  var guids: Set<String> = []
  var noteIDs: DerivedIDs
  var cardIDs: DerivedIDs
  let now: Timestamp

  /// Makes everything of some notes, given in the order of the library.
  init(
    notes: [Int], of index: StudyIndex, ledgerFolder: String, request: ExportRequest
  ) throws {
    try self.init(preparing: notes, of: index, ledgerFolder: ledgerFolder, request: request)
    var texts = ExportTexts(index.library)
    var place = Self.chunk
    var batch = try prepare(from: 0, Self.chunk, &texts)?.value()
    while let current = batch {
      batch = try take(current, while: prepare(from: place, Self.chunk, &texts))
      place += Self.chunk
    }
    finish()
  }

  /// Ready for `addAll`.
  init(
    preparing notes: [Int], of index: StudyIndex, ledgerFolder: String, request: ExportRequest
  ) throws {
    self.index = index
    self.request = request
    self.notes = notes
    snapshot = index.library.snapshot
    now = index.clock.now()
    report = ExportReport(file: request.path, format: request.format)
    let isAll = notes.count == snapshot.notes.count
    let hasHistory = request.hasHistory
    let ledger = Beside { try ImportLedger(folder: ledgerFolder) }
    let allRows =
      isAll
      ? Beside {
        try AnkiOriginals(
          folder: ledgerFolder, wants: { _ in true }, wantsCardsOf: nil, hasReviews: hasHistory)
      } : nil
    let numbers = CardNumbers(index)
    let known = KnownNotes(try ledger.value(), index: index, numbers: numbers)
    self.known = known
    if let allRows {
      originals = try allRows.value()
    } else {
      let chosen = notes.compactMap { known[$0] }
      let (guids, ids) = (Set(chosen.map(\.guid)), Set(chosen.map(\.id)))
      originals = try AnkiOriginals(
        folder: ledgerFolder, wants: guids.contains, wantsCardsOf: ids.contains,
        hasReviews: hasHistory)
    }
    decks = ExportDecks(known: known, index: index)
    shapes = NoteShapes(
      known: known, fields: NoteFields(media: ExportMedia(collection: index.library.folder)))
    var blank = shapes
    blank.fields.skipsFiles = true
    blankShapes = blank
    preparer = NotePreparer(
      snapshot: snapshot, settings: index.library.settings, history: index.history.history,
      calendar: index.clock.calendar, numbers: numbers, known: known,
      cards: CardExport(index: index), originals: originals.notes, hasHistory: request.hasHistory,
      now: now.milliseconds / 1000)
    // What is known keeps its ids: what is made here takes others.
    noteIDs = DerivedIDs { known.noteIDs }
    cardIDs = DerivedIDs { known.cardIDs }
    reserve()
  }

  /// Makes room for all rows: growing would hold them twice.
  private mutating func reserve() {
    let fresh = notes.count { [known] in known[$0] == nil }
    // About what a note takes there.
    changedNotes.reserveCapacity(fresh * 270)
    collection.notes.reserveCapacity(notes.count)
    let cards = notes.reduce(0) { [snapshot] in $0 + Int(snapshot.notes[$1].cardCount) }
    collection.cards.reserveCapacity(
      cards + originals.lostCards.values.reduce(0) { $0 + $1.count })
    guard request.hasHistory else { return }
    let answers = notes.reduce(0) { [snapshot, preparer] count, note in
      snapshot.cards(ofNote: note).reduce(count) { $0 + preparer.answerCount(ofCard: $1) }
    }
    reviews.reserve(answers)
  }

  /// Makes everything of the notes, giving way to the screen; false when library or history changed
  /// meanwhile, and another export is needed.
  mutating func addAll(_ pace: inout ExportPace) async throws -> Bool {
    var texts = ExportTexts(index.library)
    // Small enough for the screen: what waits for them does not give way.
    let size = Self.chunk / 8
    var place = size
    var batch = try prepare(from: 0, size, &texts)?.value()
    while let current = batch {
      batch = try take(current, while: prepare(from: place, size, &texts))
      guard try await pace.keep(min(place, notes.count), of: notes.count) else { return false }
      place += size
    }
    finish()
    return true
  }

  /// Notes whose texts are read at once.
  private static let chunk = 2048

  /// The types of our own that the notes of the export make, with the fields that they have.
  func collectTypes() -> TypedTypes {
    var types = TypedTypes()
    var names: [String] = []
    var fieldsOfType: [String: [String]] = [:]
    var typeOfName: [String: NoteType] = [:]
    let typedNotes = notes.filter { [snapshot] in snapshot.notes[$0].parsed.form == .note }
    var texts = ExportTexts(index.library)
    for (note, text) in zip(typedNotes, texts.read(typedNotes)) {
      guard let content = text?.content, let name = content.typeName else { continue }
      if fieldsOfType[name] == nil { names.append(name) }
      for field in content.fields where fieldsOfType[name]?.contains(field.name) != true {
        fieldsOfType[name, default: []].append(field.name)
      }
      let path = snapshot.files[Int(snapshot.notes[note].file)].path
      if typeOfName[name] == nil {
        typeOfName[name] = index.library.settings.noteType(named: name, forFile: path)
      }
    }
    for name in names { types.add(name, typeOfName[name], fields: fieldsOfType[name] ?? []) }
    return types
  }

  // MARK: The whole

  private mutating func finish() {
    if request.format == .colpkg { addRest() }
    let log = reviews.finished()
    collection.reviews = log.rows
    moved = log.moved.filter { [known] in known.ledger.moved[$0.key] != $0.value }
    collection.noteTypes = types.values.sorted { $0.id < $1.id }
    collection.decks = decks.decks.sorted { $0.id < $1.id }
    collection.presets = decks.presets.values.sorted { $0.id < $1.id }
    // Types that were made here give way to those of Anki.
    collection.makeNamesUnique(
      keeping: Set(types.values.lazy.filter { !StockType.isMadeHere($0) }.map(\.id)))
    deckNames = decks.ownNames
    Self.sort(&collection.notes, by: \.id)
    Self.sort(&collection.cards, by: \.id)
    setDays()
    // Answers that had to give way may be of another second.
    if !log.moved.isEmpty { collection.setLastReviews() }
    if request.hasMedia {
      if known.count > 0 { shapes.fields.media.takeStatic() }
      media = shapes.fields.media.sources
    }
    report.missingMedia = shapes.fields.media.missing.sorted()
    report.media = media.count
    report.cards = collection.cards.count
    report.reviews = collection.reviews.count { $0.button != 0 }
  }

  /// Most come in order, and rows are large.
  private static func sort<Row>(_ rows: inout [Row], by id: (Row) -> Int64) {
    let isSorted = rows.withUnsafeBufferPointer { rows in
      rows.indices.dropFirst().allSatisfy { id(rows[$0 - 1]) <= id(rows[$0]) }
    }
    if !isSorted { rows.sort { id($0) < id($1) } }
  }

  /// Hands the collection over, and keeps of it all but the rows.
  mutating func takeCollection() -> AnkiCollection {
    let whole = collection
    collection.notes = []
    collection.cards = []
    collection.reviews = []
    return whole
  }

  /// What a whole collection has beside notes.
  private mutating func addRest() {
    decks.addEmpty()
    for type in known.types.values where types[type.id] == nil { types[type.id] = type }
    collection.configuration = known.configuration
    for name in ["curDeck", "activeDecks", "curModel"] {
      collection.configuration[name] = nil
    }
  }

  /// Day 0 is the first day with an answer, or today.
  private mutating func setDays() {
    let calendar = index.clock.calendar
    let first = collection.reviews.first.map { Timestamp(milliseconds: $0.id) }
    let start = calendar.start(of: calendar.studyDay(at: min(first ?? now, now)))
    let day = calendar.studyDay(at: start)
    collection.created = start.milliseconds / 1000
    collection.creationOffsetMinutes = -calendar.offsetMinutes(at: start)
    collection.configuration["localOffset"] = .integer(Int64(-calendar.offsetMinutes(at: now)))
    collection.rolloverHour = calendar.rolloverMinutes / 60
    collection.usesFSRS = true
    var position: Int64 = 0
    for place in collection.cards.indices {
      let card = collection.cards[place]
      collection.cards[place].moveDays(
        by: -Int64(day.number), isFiltered: card.originalDeckID != 0)
      if card.kind == .new, card.originalDeckID == 0 { position = max(position, card.due) }
    }
    collection.configuration["nextPos"] = .integer(position + 1)
  }
}
