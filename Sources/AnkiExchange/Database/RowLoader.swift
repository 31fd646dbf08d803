/// Loads notes, cards and reviews into memory, checked against each other.
struct RowLoader {
  private let database: CollectionDatabase
  private let limit: Int64
  private var bytesLeft: Int64

  private let gauge: ReadingGauge?

  init(_ database: CollectionDatabase, limit: Int64, gauge: ReadingGauge? = nil) {
    self.gauge = gauge
    self.database = database
    self.limit = limit
    bytesLeft = limit
  }

  /// Reads the log of reviews beside notes and cards, on another thread.
  mutating func load(into collection: inout AnkiCollection, _ log: inout RepairLog) throws {
    let count = try count(of: "revlog", as: AnkiReview.self)
    // The second connection is the other thread's alone.
    nonisolated(unsafe) let database = database
    let reading = WorkBeside { [gauge] () -> ([AnkiReview], RepairLog) in
      var (reviews, told): ([AnkiReview], _) = ([], RepairLog())
      reviews.reserveCapacity(count)
      var read = ReadingGauge.Rows(gauge)
      try database.readReviews(&told) {
        reviews.append($0)
        read.add()
      }
      Self.order(&reviews, \.id, &told)
      return (reviews, told)
    }
    try loadNotes(into: &collection, &log)
    try loadCards(into: &collection, &log)
    let (reviews, told) = try reading.value()
    collection.reviews = reviews
    log.add(told)
  }

  private mutating func take(_ bytes: Int) throws {
    bytesLeft -= Int64(bytes)
    guard bytesLeft >= 0 else { throw AnkiPackageError.collectionTooLarge(limit: limit) }
  }

  /// How many rows a table has, for which there is room: no array is to be copied as it grows.
  private mutating func count<Row>(of table: String, as _: Row.Type) throws -> Int {
    let count = try database.count(of: table)
    guard count <= bytesLeft / Int64(MemoryLayout<Row>.stride) else {
      throw AnkiPackageError.collectionTooLarge(limit: limit)
    }
    try take(count * MemoryLayout<Row>.stride)
    return count
  }

  // MARK: Notes

  private mutating func loadNotes(
    into collection: inout AnkiCollection, _ log: inout RepairLog
  ) throws {
    var notes: [AnkiNote] = []
    notes.reserveCapacity(try count(of: "notes", as: AnkiNote.self))
    var read = ReadingGauge.Rows(gauge)
    try database.readNotes(.init(collection.noteTypes), &log) { note in
      // Short texts need no memory of their own; others some more than their bytes.
      for text in [note.guid, note.joinedTags, note.joinedFields] where text.utf8.count > 15 {
        try take(text.utf8.count + 32)
      }
      notes.append(note)
      read.add()
    }
    Self.order(&notes, \.id, &log)
    collection.notes = notes
  }

  /// Sorts rows unless they are, and leaves out what has the id of another.
  private static func order<Row>(
    _ rows: inout [Row], _ id: (Row) -> Int64, _ log: inout RepairLog
  ) {
    let isOrdered = rows.indices.dropFirst().allSatisfy { id(rows[$0 - 1]) < id(rows[$0]) }
    guard !isOrdered else { return }
    rows.sort { id($0) < id($1) }
    var last: Int64?
    var noted = log
    rows.removeAll { row in
      defer { last = id(row) }
      guard last == id(row) else { return false }
      noted.note(.idTwice, id(row))
      return true
    }
    log = noted
  }

  // MARK: Cards

  private mutating func loadCards(
    into collection: inout AnkiCollection, _ log: inout RepairLog
  ) throws {
    var cards: [AnkiCard] = []
    cards.reserveCapacity(try count(of: "cards", as: AnkiCard.self))
    var read = ReadingGauge.Rows(gauge)
    try database.readCards(&log) { card in
      if card.customData.utf8.count > 15 { try take(card.customData.utf8.count + 32) }
      cards.append(card)
      read.add()
    }
    Self.order(&cards, \.id, &log)
    try take(collection.notes.count * 17)
    var check = CardCheck(collection)
    var noted = log
    var kept = 0
    for index in cards.indices {
      guard let card = check.checked(cards[index], &noted) else { continue }
      cards[kept] = card
      kept += 1
    }
    cards.removeLast(cards.count - kept)
    log = noted
    collection.cards = cards
  }
}

/// Checks cards against the rest of a collection.
private struct CardCheck {
  private let noteIDs: [Int64]
  /// For each note how many templates its type has; cloze types allow 64 thousand.
  private let templateCounts: [UInt16]
  /// For each note a bit for each of its first 64 cards that was seen.
  private var seen: [UInt64]
  private var seenBeyond: Set<Beyond> = []
  private let decks: Set<Int64>

  private struct Beyond: Hashable {
    var note: Int
    var ordinal: Int
  }

  init(_ collection: AnkiCollection) {
    var counts: [Int64: UInt16] = [:]
    for type in collection.noteTypes {
      counts[type.id] = type.kind == .cloze ? .max : UInt16(clamping: type.templates.count)
    }
    noteIDs = collection.notes.map(\.id)
    templateCounts = collection.notes.map { counts[$0.noteTypeID] ?? 0 }
    seen = [UInt64](repeating: 0, count: noteIDs.count)
    decks = Set(collection.decks.map(\.id))
  }

  /// The card as it is kept; nil when it is left out.
  mutating func checked(_ card: AnkiCard, _ log: inout RepairLog) -> AnkiCard? {
    guard let note = place(of: card.noteID) else {
      log.note(.noteMissing, card.id)
      return nil
    }
    guard card.ordinal >= 0, card.ordinal < templateCounts[note] else {
      log.note(.templateMissing, card.id)
      return nil
    }
    let isNew: Bool
    if card.ordinal < 64 {
      isNew = seen[note] & (1 << UInt64(card.ordinal)) == 0
      seen[note] |= 1 << UInt64(card.ordinal)
    } else {
      isNew = seenBeyond.insert(Beyond(note: note, ordinal: card.ordinal)).inserted
    }
    guard isNew else {
      log.note(.cardTwice, card.id)
      return nil
    }
    guard !decks.contains(card.deckID) || !decks.contains(card.homeDeckID) else { return card }
    log.note(.deckMissing, card.id)
    return atHome(card)
  }

  private func place(of id: Int64) -> Int? {
    var (low, high) = (0, noteIDs.count)
    while low < high {
      let middle = (low + high) / 2
      if noteIDs[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low < noteIDs.count && noteIDs[low] == id ? low : nil
  }

  /// The card in its home deck, or in Default when that is missing.
  private func atHome(_ card: AnkiCard) -> AnkiCard {
    var card = card
    let home = card.homeDeckID
    if card.originalDeckID != 0 {
      if card.originalDue != 0 { card.due = card.originalDue }
      if card.queue == .preview { card.queue = card.kind == .new ? .new : .review }
      (card.originalDeckID, card.originalDue) = (0, 0)
    }
    card.deckID = decks.contains(home) ? home : AnkiDeck.defaultID
    return card
  }
}
