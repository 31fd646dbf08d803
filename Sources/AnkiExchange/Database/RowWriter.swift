/// Inserts notes, cards and reviews, each kind ordered by id.
struct RowWriter {
  private let noteInsert: SQLiteStatement
  private let cardInsert: SQLiteStatement
  private let reviewInsert: SQLiteStatement
  private let noteTypes: [Int64: AnkiNoteType]
  private let decks: Set<Int64>
  private var noteIDs: [Int64] = []
  private var lastCardID = Int64.min
  private var lastReviewID = Int64.min
  private var seenTags: Set<String> = []
  /// What the notes are tagged with.
  private(set) var tags: Set<String> = []
  private var buffer: [UInt8] = []

  init(_ database: SQLiteDatabase, _ structure: AnkiCollection) throws(SQLiteError) {
    noteInsert = try database.prepare(
      "insert into notes values (?, ?, ?, ?, -1, ?, ?, ?, ?, 0, '')")
    cardInsert = try database.prepare(
      "insert into cards values (?, ?, ?, ?, ?, -1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    reviewInsert = try database.prepare("insert into revlog values (?, ?, -1, ?, ?, ?, ?, ?, ?)")
    noteTypes = Dictionary(structure.noteTypes.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    decks = Set(structure.decks.map(\.id))
  }

  // MARK: Notes

  mutating func write(_ note: AnkiNote) throws {
    guard note.id > noteIDs.last ?? 0 else {
      throw AnkiPackageError.invalidCollection(reason: "note \(note.id) is out of order")
    }
    guard let type = noteTypes[note.noteTypeID], !note.guid.isEmpty else {
      throw AnkiPackageError.invalidCollection(
        reason: "note \(note.id) lacks its note type or its guid")
    }
    noteIDs.append(note.id)
    collectTags(note)
    var guid = note.guid
    var tags = Self.storedTags(note)
    var fields = NormalForm.composed(Self.withoutControls(note.joinedFields))
    let insert = noteInsert
    try guid.withUTF8 { guid in
      try tags.withUTF8 { tags in
        try fields.withUTF8 { fields in
          insert.bind(1, note.id)
          insert.bind(2, text: guid)
          insert.bind(3, note.noteTypeID)
          insert.bind(4, note.modified)
          insert.bind(5, text: tags)
          insert.bind(6, text: fields)
          try bindSorting(fields, type, note.id)
          try insert.run()
        }
      }
    }
  }

  /// Binds the sort field and the checksum of the first one.
  private func bindSorting(
    _ fields: UnsafeBufferPointer<UInt8>, _ type: AnkiNoteType, _ id: Int64
  ) throws {
    let parts = fields.split(separator: 0x1F, omittingEmptySubsequences: false)
    guard parts.count == type.fields.count else {
      throw AnkiPackageError.invalidCollection(
        reason: "note \(id) has \(parts.count) fields instead of \(type.fields.count)")
    }
    let first = UnsafeBufferPointer(rebasing: parts[0])
    let plain = SortText.plain(first)
    let checksum =
      plain?.withUnsafeBufferPointer { SortText.checksum(ofPlain: $0) }
      ?? SortText.checksum(ofPlain: first)
    noteInsert.bind(8, Int64(checksum))
    let sorting = parts.indices.contains(type.sortField) ? type.sortField : 0
    let field = UnsafeBufferPointer(rebasing: parts[sorting])
    let text = sorting == 0 ? plain : SortText.plain(field)
    noteInsert.bind(7, copying: text.map { $0[...] } ?? ArraySlice(field))
  }

  private mutating func collectTags(_ note: AnkiNote) {
    guard !note.joinedTags.isEmpty, seenTags.insert(note.joinedTags).inserted else { return }
    tags.formUnion(note.tags.map { NormalForm.composed($0) })
  }

  private static func storedTags(_ note: AnkiNote) -> String {
    let tags = note.joinedTags
    let isStored = tags.isEmpty || tags.utf8.first == 0x20 && tags.utf8.last == 0x20
    return NormalForm.composed(
      isStored ? tags : " " + note.tags.joined(separator: " ") + " ")
  }

  /// Without control characters but tabs, line feeds and what separates fields.
  private static func withoutControls(_ text: String) -> String {
    func isControl(_ byte: UInt8) -> Bool {
      byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x1F || byte == 0x7F
    }
    guard text.utf8.contains(where: isControl) else { return text }
    return String(decoding: text.utf8.filter { !isControl($0) }, as: UTF8.self)
  }

  // MARK: Cards

  mutating func write(_ card: AnkiCard) throws {
    guard card.id > max(0, lastCardID) else {
      throw AnkiPackageError.invalidCollection(reason: "card \(card.id) is out of order")
    }
    guard hasNote(card.noteID), decks.contains(card.deckID), decks.contains(card.homeDeckID),
      card.ordinal >= 0, card.ordinal < 65_536
    else {
      throw AnkiPackageError.invalidCollection(
        reason: "card \(card.id) lacks its note or deck, or has the number \(card.ordinal)")
    }
    lastCardID = card.id
    let numbers: [Int64] = [
      card.id, card.noteID, card.deckID, Int64(card.ordinal), card.modified,
      Int64(card.kind.rawValue), Int64(card.queue.rawValue), card.due, Int64(card.intervalDays),
      Int64(card.easePermille), Int64(card.repetitions), Int64(card.lapses),
      Int64(card.stepsLeft), card.originalDue, card.originalDeckID, Int64(card.flags),
    ]
    for (index, number) in numbers.enumerated() { cardInsert.bind(Int32(index + 1), number) }
    buffer.removeAll(keepingCapacity: true)
    card.writeData(into: &buffer)
    try buffer.withUnsafeBufferPointer {
      cardInsert.bind(17, text: $0)
      try cardInsert.run()
    }
  }

  private func hasNote(_ id: Int64) -> Bool {
    var (low, high) = (0, noteIDs.count)
    while low < high {
      let middle = (low + high) / 2
      if noteIDs[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low < noteIDs.count && noteIDs[low] == id
  }

  // MARK: Reviews

  mutating func write(_ review: AnkiReview) throws {
    guard review.id > lastReviewID else {
      throw AnkiPackageError.invalidCollection(reason: "review \(review.id) is out of order")
    }
    lastReviewID = review.id
    reviewInsert.bind(1, review.id)
    reviewInsert.bind(2, review.cardID)
    reviewInsert.bind(3, Int64(review.button))
    reviewInsert.bind(4, Int64(review.interval))
    reviewInsert.bind(5, Int64(review.lastInterval))
    reviewInsert.bind(6, Int64(review.factor))
    reviewInsert.bind(7, Int64(review.milliseconds))
    reviewInsert.bind(8, Int64(review.rawKind))
    try reviewInsert.run()
  }
}
