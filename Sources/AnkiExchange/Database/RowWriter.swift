/// Lays notes, cards and reviews into pages, each kind ordered by id.
struct RowWriter: ~Copyable {
  private let noteTypes: [Int64: AnkiNoteType]
  private let decks: Set<Int64>
  private let affinity: NumberAffinity
  private var notes: TablePages
  private var cards: TablePages
  private var reviews: TablePages
  private var record = RecordBytes()
  private var noteIDs: [Int64] = []
  private var lastCardID = Int64.min
  private var lastReviewID = Int64.min
  /// Where the last card's note stands: cards come nearly in the order of their notes.
  private var lastNote = 0
  private var buffer: [UInt8] = []

  init(_ sink: PageSink, _ structure: AnkiCollection, _ affinity: NumberAffinity) {
    noteTypes = Dictionary(structure.noteTypes.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    decks = Set(structure.decks.map(\.id))
    self.affinity = affinity
    notes = TablePages(sink)
    cards = TablePages(sink)
    reviews = TablePages(sink)
  }

  /// Writes all rows, and lets go those that are written; the roots of `notes`, `cards` and `revlog`.
  mutating func write(_ collection: inout AnkiCollection) throws -> [String: [UInt8]] {
    noteIDs.reserveCapacity(collection.notes.count)
    for note in collection.notes { try write(note) }
    collection.notes = []
    let noteRoot = try notes.finish()
    for card in collection.cards { try write(card) }
    collection.cards = []
    let cardRoot = try cards.finish()
    for review in collection.reviews { try write(review) }
    collection.reviews = []
    return ["notes": noteRoot, "cards": cardRoot, "revlog": try reviews.finish()]
  }

  // MARK: Notes

  private mutating func write(_ note: AnkiNote) throws {
    guard note.id > noteIDs.last ?? 0 else {
      throw AnkiPackageError.invalidCollection(reason: "note \(note.id) is out of order")
    }
    guard let type = noteTypes[note.noteTypeID], !note.guid.isEmpty else {
      throw AnkiPackageError.invalidCollection(
        reason: "note \(note.id) lacks its note type or its guid")
    }
    noteIDs.append(note.id)
    var guid = note.guid
    var tags = Self.storedTags(note)
    var fields = NormalForm.composed(Self.withoutControls(note.joinedFields))
    record.removeAll()
    record.putNull()
    guid.withUTF8 { record.put(text: $0) }
    record.put(note.noteTypeID)
    record.put(note.modified)
    record.put(-1)
    tags.withUTF8 { record.put(text: $0) }
    try fields.withUTF8 { fields in
      record.put(text: fields)
      try putSorting(fields, type, note.id)
    }
    record.put(0)
    record.put(text: [])
    guard record.count <= Int(SQLiteDatabase.maximumValueBytes) else {
      throw AnkiPackageError.invalidCollection(reason: "note \(note.id) is too large")
    }
    try notes.append(id: note.id, record)
  }

  /// Puts the sort field and the checksum of the first one.
  private mutating func putSorting(
    _ fields: UnsafeBufferPointer<UInt8>, _ type: AnkiNoteType, _ id: Int64
  ) throws {
    let sorting = type.fields.indices.contains(type.sortField) ? type.sortField : 0
    var count = 0
    var start = 0
    var first = 0..<0
    var sort = 0..<0
    while true {
      var end = start
      while end < fields.count, fields[end] != 0x1F { end += 1 }
      if count == 0 { first = start..<end }
      if count == sorting { sort = start..<end }
      count += 1
      if end == fields.count { break }
      start = end + 1
    }
    guard count == type.fields.count else {
      throw AnkiPackageError.invalidCollection(
        reason: "note \(id) has \(count) fields instead of \(type.fields.count)")
    }
    let plain = SortText.plain(UnsafeBufferPointer(rebasing: fields[first]))
    let checksum =
      plain?.withUnsafeBufferPointer { SortText.checksum(ofPlain: $0) }
      ?? SortText.checksum(ofPlain: UnsafeBufferPointer(rebasing: fields[first]))
    let field = UnsafeBufferPointer(rebasing: fields[sort])
    if let text = sorting == 0 ? plain : SortText.plain(field) {
      try text.withUnsafeBufferPointer { try putSortField($0) }
    } else {
      try putSortField(field)
    }
    record.put(Int64(checksum))
  }

  private mutating func putSortField(_ text: UnsafeBufferPointer<UInt8>) throws {
    switch try affinity.number(text) {
    case .integer(let number): record.put(number)
    case .real(let number): record.put(real: number)
    case nil: record.put(text: text)
    }
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

  private mutating func write(_ card: AnkiCard) throws {
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
    record.removeAll()
    record.putNull()
    record.put(card.noteID)
    record.put(card.deckID)
    record.put(Int64(card.ordinal))
    record.put(card.modified)
    record.put(-1)
    record.put(Int64(card.kind.rawValue))
    record.put(Int64(card.queue.rawValue))
    record.put(card.due)
    record.put(Int64(card.intervalDays))
    record.put(Int64(card.easePermille))
    record.put(Int64(card.repetitions))
    record.put(Int64(card.lapses))
    record.put(Int64(card.stepsLeft))
    record.put(card.originalDue)
    record.put(card.originalDeckID)
    record.put(Int64(card.flags))
    buffer.removeAll(keepingCapacity: true)
    card.writeData(into: &buffer)
    record.put(text: buffer)
    try cards.append(id: card.id, record)
  }

  private mutating func hasNote(_ id: Int64) -> Bool {
    for place in lastNote..<min(lastNote + 2, noteIDs.count) where noteIDs[place] == id {
      lastNote = place
      return true
    }
    var (low, high) = (0, noteIDs.count)
    while low < high {
      let middle = (low + high) / 2
      if noteIDs[middle] < id { low = middle + 1 } else { high = middle }
    }
    guard low < noteIDs.count, noteIDs[low] == id else { return false }
    lastNote = low
    return true
  }

  // MARK: Reviews

  private mutating func write(_ review: AnkiReview) throws {
    guard review.id > lastReviewID else {
      throw AnkiPackageError.invalidCollection(reason: "review \(review.id) is out of order")
    }
    lastReviewID = review.id
    record.removeAll()
    record.putNull()
    record.put(review.cardID)
    record.put(-1)
    record.put(Int64(review.button))
    record.put(Int64(review.interval))
    record.put(Int64(review.lastInterval))
    record.put(Int64(review.factor))
    record.put(Int64(review.milliseconds))
    record.put(Int64(review.rawKind))
    try reviews.append(id: review.id, record)
  }
}
