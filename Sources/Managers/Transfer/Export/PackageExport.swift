import AnkiExchange
import DeckFormat
import FileStorage
import History
import StudyDomain

/// The collection of Anki that some notes of the library make, and what is to be remembered of it.
///
/// Each note is read and written as HTML once; what leaves is held once.
@MainActor struct PackageExport {
  private(set) var collection = AnkiCollection()
  private(set) var media: [AnkiMediaSource] = []
  private(set) var report: ExportReport
  /// Notes of which the ledger says something else, as its file lists them.
  private(set) var changedNotes: [UInt8] = []
  /// New in the ledger.
  private(set) var moved: [Int64: ImportLedger.MovedReview] = [:]
  private(set) var typeNames: [Int64: String] = [:]
  private(set) var deckNames: [Int64: String] = [:]
  /// Places in `collection.notes` in the order of the library.
  private(set) var libraryOrder: [Int64] = []
  /// In the library, in the same order.
  private(set) var libraryNumbers: [Int] = []

  private let index: StudyIndex
  private let request: ExportRequest
  private let known: KnownNotes
  private let originals: AnkiOriginals
  private let snapshot: LibrarySnapshot
  private var decks: ExportDecks
  private var fields: NoteFields
  private var typed = TypedTypes()
  private var cards: CardExport
  private var reviews: ReviewExport
  private var types: [Int64: AnkiNoteType] = [:]
  private var guids: Set<String> = []
  private var noteIDs: DerivedIDs
  private var cardIDs: DerivedIDs
  private let now: Timestamp

  /// Makes everything of some notes, given in the order of the library.
  init(
    notes: [Int], of index: StudyIndex, ledger: ImportLedger, ledgerFolder: String,
    request: ExportRequest
  ) throws {
    try self.init(
      preparing: notes, of: index, ledger: ledger, ledgerFolder: ledgerFolder, request: request)
    for note in notes { try add(note) }
    finish()
  }

  /// Ready for `addAll`.
  init(
    preparing notes: [Int], of index: StudyIndex, ledger: ImportLedger, ledgerFolder: String,
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
    originals = try AnkiOriginals(
      folder: ledgerFolder, wants: guidsOfChosen.contains, wantsCardsOf: idsOfChosen.contains,
      hasReviews: request.hasHistory)
    decks = ExportDecks(known: known, index: index)
    fields = NoteFields(media: ExportMedia(collection: index.library.folder))
    cards = CardExport(index: index)
    reviews = ReviewExport(index: index, originals: originals.reviews)
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
  }

  /// Makes everything of the notes, giving way to the screen; false when library or history changed
  /// meanwhile, and another export is needed.
  mutating func addAll(_ notes: [Int], _ pace: inout ExportPace) async throws -> Bool {
    for (place, note) in notes.enumerated() {
      try add(note)
      guard try await pace.keep(place, of: notes.count) else { return false }
    }
    finish()
    return true
  }

  // MARK: Notes

  /// The fields that notes of types of our own have, before the first of them is written.
  private mutating func collectTypes(_ notes: [Int]) {
    var names: [String] = []
    var fieldsOfType: [String: [String]] = [:]
    var typeOfName: [String: NoteType] = [:]
    for note in notes where snapshot.notes[note].parsed.form == .note {
      guard let content = try? index.library.content(ofNote: note), let name = content.typeName
      else { continue }
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

  private mutating func add(_ number: Int) throws {
    let entry = snapshot.notes[number]
    let file = snapshot.files[Int(entry.file)]
    let content: NoteContent
    do {
      content = try index.library.content(ofNote: number)
    } catch {
      report.skipped.append(
        .init(text: "\(file.path):\(entry.parsed.line)", reason: "its text cannot be read"))
      return
    }
    let living = snapshot.cards(ofNote: number).filter { !snapshot.cards[$0].isDuplicate }
    guard let first = living.first else { return }
    let folder = file.path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(file.path[..<$0]) }
    let remembered = known.notes[number]
    let shape = shape(of: content, remembered, folder: folder ?? "")
    let tags = tags(of: content, living)
    let key = snapshot.cards[first].key
    let guid = guid(remembered, content, key)
    let id = remembered.map(\.id) ?? noteIDs.make("note \(key.text)")
    var note = AnkiNote(
      id: id, guid: guid, noteTypeID: shape.type.id, modified: 0, tags: tags.all,
      fields: shape.fields)
    let isUnchanged = remembered.map { restore(&note, as: $0, events: tags.events) } ?? false
    note.modified =
      isUnchanged
      ? remembered?.modified ?? 0 : max(now.milliseconds / 1000, (remembered?.modified ?? 0) + 1)
    types[shape.type.id] = shape.type
    collection.notes.append(note)
    libraryOrder.append(id)
    libraryNumbers.append(number)
    let rows = addCards(
      of: content, living, note: note, remembered: remembered, type: shape.type,
      deck: Int(entry.deck))
    remember(note, content, rows, remembered, events: tags.events, isUnchanged: isUnchanged)
    report.notes += 1
  }

  private mutating func shape(
    of content: NoteContent, _ remembered: ImportLedger.Note?, folder: String
  ) -> (type: AnkiNoteType, fields: [String]) {
    if let type = remembered.flatMap({ known.types[$0.typeID] }),
      let values = fields.fields(of: content, as: type, in: folder)
    {
      return (type, values)
    }
    let own: AnkiNoteType
    if let stock = StockType(content) {
      own = stock.known(in: known.types) ?? stock.type
    } else {
      let name = content.typeName ?? ""
      // Notes of a type that came from Anki are of that type, even when they were made here.
      let id = known.ledger.typeNames.filter { $0.value == name }.keys.min()
      if let type = id.flatMap({ known.types[$0] }),
        let values = fields.fields(of: content, as: type, in: folder)
      {
        return (type, values)
      }
      own = typed.types[name] ?? StockType.basic.type
      typeNames[own.id] = name
    }
    return (own, fields.fields(of: content, asOwn: own, in: folder))
  }

  private mutating func guid(
    _ remembered: ImportLedger.Note?, _ content: NoteContent, _ key: CardKey
  ) -> String {
    for guid in [remembered?.guid, content.pinnedID] {
      if let guid, guids.insert(guid).inserted { return guid }
    }
    let derived = DerivedIDs.guid(key)
    var guid = derived
    var number = 1
    while !guids.insert(guid).inserted {
      number += 1
      guid = "\(derived)\(number)"
    }
    return guid
  }

  private func tags(
    of content: NoteContent, _ cards: [Int]
  ) -> (all: [String], events: [String]) {
    let states = cards.map { index.state(ofCard: $0) }
    var events: [String] = []
    if states.contains(where: \.isLeech) { events.append("leech") }
    if states.contains(where: \.isMarked) { events.append("marked") }
    let own = content.tags.map { tag in
      String(tag.map { $0 == " " || $0 == "\u{3000}" ? "_" : $0 })
    }
    return (own + events, events)
  }

  /// Gives a note what neither its text nor its directives can hold, where it is still that note;
  /// true when Anki has it so already.
  private func restore(
    _ note: inout AnkiNote, as remembered: ImportLedger.Note, events: [String]
  ) -> Bool {
    guard remembered.guid == note.guid, remembered.typeID == note.noteTypeID else { return false }
    var candidate = note
    if let original = originals.notes[note.guid] {
      let values = note.fields
      if original.blanks.count == 2 * values.count {
        candidate.fields = values.enumerated().map { place, value in
          original.blanks[2 * place] + value + original.blanks[2 * place + 1]
        }
      }
      if let tags = original.tags {
        candidate.joinedTags = tags
        if ImportPlan.eventTags(candidate) != events {
          let others = candidate.tags.filter { !["marked", "leech"].contains($0.lowercased()) }
          candidate.tags = others + events
        }
      }
    }
    for other in [candidate, note] where ImportPlan.fieldHash(other) == remembered.fieldHash {
      note = other
      return remembered.eventTags == events
    }
    return false
  }

  // MARK: Cards

  private mutating func addCards(
    of content: NoteContent, _ living: [Int], note: AnkiNote, remembered: ImportLedger.Note?,
    type: AnkiNoteType, deck: Int
  ) -> [ImportLedger.Note.Card] {
    let source = content.clozeSource
    let keys = NoteBlockWriter.keys(content, noteType(of: content, deck))
    let isKnown = remembered?.guid == note.guid
    var rows: [ImportLedger.Note.Card] = []
    var ordinals: Set<Int> = []
    let ownDeck = decks.id(ofOwn: deck)
    let hasMoved = isKnown && hasMoved(remembered, to: ownDeck)
    for number in living {
      let entry = snapshot.cards[number]
      let ordinal =
        source.map { $0.numbers[Int(entry.face)] - 1 }
        ?? keys.first { $0.value == content.cards[Int(entry.face)].key }?.key ?? Int(entry.face)
      guard ordinals.insert(ordinal).inserted else { continue }
      let before = isKnown ? remembered?.cards.first { $0.ordinal == ordinal } : nil
      let id = before.flatMap { $0.id > 0 ? $0.id : nil } ?? cardIDs.make("card \(entry.key.text)")
      let history = index.id(ofCard: number)
      let place = CardExport.Source(
        number: number, id: history, original: originals.cards[id],
        position: Int64(entry.note) + 1)
      var card = cards.row(place, id: id, noteID: note.id, ordinal: ordinal)
      setDeck(&card, place, own: ownDeck, hasMoved: hasMoved)
      collection.cards.append(card)
      rows.append(.init(id: id, ordinal: ordinal, key: entry.key))
      if request.hasHistory, let history {
        reviews.add(history, as: id, original: place.original)
      }
    }
    if isKnown { addLost(note, ordinals) }
    return rows
  }

  private func noteType(of content: NoteContent, _ deck: Int) -> NoteType? {
    guard content.form == .note, let name = content.typeName else { return nil }
    let path = snapshot.decks[deck].file.map { snapshot.files[$0].path } ?? ""
    return index.library.settings.noteTypes(forFile: path)[name]
  }

  /// Cards of Anki for which the text here has none.
  private mutating func addLost(_ note: AnkiNote, _ ordinals: Set<Int>) {
    for id in originals.lostCards[note.id] ?? [] {
      guard let original = originals.cards[id], !ordinals.contains(original.card.ordinal) else {
        continue
      }
      var card = original.card
      card.deckID = decks.id(ofName: original.deck)
      card.originalDeckID = original.homeDeck.map { decks.id(ofName: $0) } ?? 0
      collection.cards.append(card)
      reviews.keepAll(ofCard: id)
    }
  }

  /// True when a note has gone to another deck here since it came.
  private mutating func hasMoved(_ remembered: ImportLedger.Note?, to deck: Int64) -> Bool {
    let first = remembered?.cards.min { $0.ordinal < $1.ordinal }
    guard let original = first.flatMap({ originals.cards[$0.id] }) else { return true }
    return decks.id(ofName: original.homeDeck ?? original.deck) != deck
  }

  /// Cards of one note may lie in several decks of Anki, and in a filtered one until they are
  /// answered.
  private mutating func setDeck(
    _ card: inout AnkiCard, _ source: CardExport.Source, own: Int64, hasMoved: Bool
  ) {
    card.deckID = own
    guard !hasMoved, let original = source.original else { return }
    guard let home = original.homeDeck else {
      card.deckID = decks.id(ofName: original.deck)
      return
    }
    let homeID = decks.id(ofName: home)
    if cards.isUntouched(source, index.state(ofCard: source.number)) {
      card.deckID = decks.id(ofName: original.deck)
      card.originalDeckID = homeID
    } else {
      card.deckID = homeID
    }
  }

  // MARK: Remembering

  private mutating func remember(
    _ note: AnkiNote, _ content: NoteContent, _ rows: [ImportLedger.Note.Card],
    _ remembered: ImportLedger.Note?, events: [String], isUnchanged: Bool
  ) {
    let isSame =
      remembered?.guid == note.guid && remembered?.contentHash == content.fieldHash
      && Set(remembered?.cards ?? []).isSuperset(of: rows)
    if isUnchanged, isSame { return }
    ImportLedger.Note(
      guid: note.guid, id: note.id, typeID: note.noteTypeID, modified: note.modified,
      fieldHash: ImportPlan.fieldHash(note), contentHash: content.fieldHash, cards: rows,
      eventTags: events
    ).append(to: &changedNotes)
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
    collection.notes.sort { $0.id < $1.id }
    collection.cards.sort { $0.id < $1.id }
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
