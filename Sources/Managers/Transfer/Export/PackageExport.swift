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
  /// Types of Anki that notes made here get, by what they ask.
  var stockTypes: [StockType: AnkiNoteType] = [:]

  let index: StudyIndex
  let request: ExportRequest
  let known: KnownNotes
  let originals: AnkiOriginals
  let snapshot: LibrarySnapshot
  var decks: ExportDecks
  var fields: NoteFields
  var typed = TypedTypes()
  var cards: CardExport
  var reviews: ReviewExport
  var types: [Int64: AnkiNoteType] = [:]
  var guids: Set<String> = []
  var noteIDs: DerivedIDs
  var cardIDs: DerivedIDs
  let now: Timestamp

  /// Makes everything of some notes, given in the order of the library.
  init(
    notes: [Int], of index: StudyIndex, ledger: ImportLedger, ledgerFolder: String,
    request: ExportRequest
  ) throws {
    self.index = index
    self.request = request
    snapshot = index.library.snapshot
    now = index.clock.now()
    known = KnownNotes(ledger, index: index)
    report = ExportReport(file: request.path, format: request.format)
    let chosen = notes.compactMap { [known] in known.notes[$0] }
    let (guidsOfChosen, idsOfChosen) = (Set(chosen.map(\.guid)), Set(chosen.map(\.id)))
    let isAll = chosen.count == ledger.notes.count
    var originals = try AnkiOriginals(
      folder: ledgerFolder, wants: guidsOfChosen.contains,
      wantsCardsOf: isAll ? nil : { idsOfChosen.contains($0) }, hasReviews: request.hasHistory)
    let log = originals.takeReviews()
    self.originals = originals
    decks = ExportDecks(known: known, index: index)
    fields = NoteFields(media: ExportMedia(collection: index.library.folder))
    cards = CardExport(index: index)
    reviews = ReviewExport(index: index, originals: log)
    // What is known keeps its ids: what is made here takes others.
    let all = ledger.notes.values
    noteIDs = DerivedIDs(taken: Set(all.map(\.id)))
    cardIDs = DerivedIDs(taken: Set(all.flatMap { $0.cards.map(\.id) }))
    collectTypes(notes)
    // About what a note takes there; growing would hold it twice.
    let fresh = notes.count { [known] in known.notes[$0] == nil }
    changedNotes.reserveCapacity(fresh * 270)
    collection.notes.reserveCapacity(notes.count)
    let cardsOfNotes = notes.flatMap { [snapshot] in snapshot.cards(ofNote: $0) }
    collection.cards.reserveCapacity(cardsOfNotes.count + originals.cards.count { $1.isLost })
    if request.hasHistory {
      let answers = cardsOfNotes.reduce(0) { count, card in
        let state = index.state(ofCard: card)
        return count + Int(state.reviews) + Int(state.crams)
      }
      reviews.reserve(answers)
    }
    var texts = ExportTexts(index.library)
    var start = 0
    while start < notes.count {
      let chunk = Array(notes[start..<min(start + Self.chunk, notes.count)])
      for (note, text) in zip(chunk, texts.read(chunk)) { add(note, text) }
      start += chunk.count
    }
    finish()
  }

  /// Notes whose texts are read at once.
  private static let chunk = 4096

  /// The fields that notes of types of our own have, before the first of them is written.
  private mutating func collectTypes(_ notes: [Int]) {
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
        typeOfName[name] = index.library.settings.noteTypes(forFile: path)[name]
      }
    }
    for name in names { typed.add(name, typeOfName[name], fields: fieldsOfType[name] ?? []) }
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
    deckNames = decks.ownNames
    Self.sort(&collection.notes, by: \.id)
    Self.sort(&collection.cards, by: \.id)
    setDays()
    collection.setLastReviews()
    if request.hasMedia {
      if !known.ledger.notes.isEmpty { fields.media.takeStatic() }
      media = fields.media.sources
    }
    report.missingMedia = fields.media.missing.sorted()
    report.media = media.count
    report.cards = collection.cards.count
    report.reviews = collection.reviews.count { $0.button != 0 }
  }

  /// Most come in order, and rows are large.
  private static func sort<Row>(_ rows: inout [Row], by id: (Row) -> Int64) {
    let isSorted = rows.indices.dropFirst().allSatisfy { id(rows[$0 - 1]) <= id(rows[$0]) }
    if !isSorted { rows.sort { id($0) < id($1) } }
  }

  /// Lets go what was written.
  mutating func dropRows() {
    collection.notes = []
    collection.cards = []
    collection.reviews = []
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
