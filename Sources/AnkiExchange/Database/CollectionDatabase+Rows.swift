import Glibc

extension CollectionDatabase {
  /// What notes are checked against.
  struct NoteShapes {
    private var fieldCounts: [Int64: Int] = [:]

    init(_ noteTypes: [AnkiNoteType]) {
      for type in noteTypes { fieldCounts[type.id] = max(1, type.fields.count) }
    }

    subscript(id: Int64) -> Int? {
      fieldCounts[id]
    }
  }

  /// Reads notes in the order of the table; those whose note type is missing are left out.
  func readNotes(
    _ shapes: NoteShapes, _ log: inout RepairLog, _ body: (AnkiNote) throws -> Void
  ) throws {
    var noted = log
    try rows("select id, guid, mid, mod, tags, flds from notes") { row in
      let id = row.integer(0)
      guard let fieldCount = shapes[row.integer(2)] else {
        noted.note(.noteTypeMissing, id)
        return
      }
      var note = AnkiNote(
        id: id, guid: Self.text(row, 1, id, &noted), noteTypeID: row.integer(2),
        modified: row.integer(3), joinedTags: Self.text(row, 4, id, &noted),
        joinedFields: Self.text(row, 5, id, &noted))
      Self.fit(&note, to: fieldCount, &noted)
      if note.guid.isEmpty {
        noted.note(.guidEmpty, id)
        note.guid = AnkiGUID.made(of: note)
      }
      try body(note)
    }
    log = noted
  }

  private static func text(
    _ row: SQLiteStatement, _ column: Int32, _ id: Int64, _ log: inout RepairLog
  ) -> String {
    let bytes = row.bytes(column)
    if let text = String(whole: bytes) { return text }
    log.note(.textBroken, id)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Gives a note as many fields as its type has, without losing text.
  private static func fit(_ note: inout AnkiNote, to count: Int, _ log: inout RepairLog) {
    let found = 1 + note.joinedFields.withUTF8 { bytes in bytes.count { $0 == 0x1F } }
    if found < count {
      log.note(.fieldsMissing, note.id)
      note.joinedFields += String(repeating: "\u{1F}", count: count - found)
    } else if found > count {
      log.note(.fieldsSurplus, note.id)
      let fields = note.fields
      let rest = fields[(count - 1)...].filter { !$0.isEmpty }.joined(separator: "<br>")
      note.fields = fields[..<(count - 1)] + [rest]
    }
  }

  /// Reads cards in the order of the table, their numbers put into range.
  func readCards(_ log: inout RepairLog, _ body: (AnkiCard) throws -> Void) throws {
    var noted = log
    let columns =
      "id, nid, did, ord, mod, type, queue, due, ivl, factor, reps, lapses, left, odue, odid, flags, data"
    try rows("select \(columns) from cards") { row in
      var card = AnkiCard(
        id: row.integer(0), noteID: row.integer(1), deckID: row.integer(2),
        ordinal: Int(clamping: row.integer(3)))
      card.modified = row.integer(4)
      var isOdd = false
      func fit<Number: FixedWidthInteger>(_ column: Int32, _ type: Number.Type) -> Number {
        let value = row.integer(column)
        let fitting = Number(clamping: value)
        if Int64(fitting) != value { isOdd = true }
        return fitting
      }
      /// The nearest number of a range.
      func fit(_ value: Int64, _ range: ClosedRange<Int64>) -> Int64 {
        if !range.contains(value) { isOdd = true }
        return min(max(value, range.lowerBound), range.upperBound)
      }
      card.due = fit(row.integer(7), Self.dueRange)
      card.intervalDays = Int32(fit(row.integer(8), Self.intervalRange))
      card.easePermille = fit(9, UInt16.self)
      card.repetitions = fit(10, Int32.self)
      card.lapses = fit(11, Int32.self)
      card.stepsLeft = fit(12, Int32.self)
      card.originalDue = fit(row.integer(13), Self.dueRange)
      card.originalDeckID = row.integer(14)
      card.flags = fit(15, Int32.self)
      if isOdd { noted.note(.numberOutOfRange, card.id) }
      if let kind = UInt8(exactly: row.integer(5)).flatMap(AnkiCard.Kind.init),
        let queue = Int8(exactly: row.integer(6)).flatMap(AnkiCard.Queue.init)
      {
        (card.kind, card.queue) = (kind, queue)
      } else {
        noted.note(.stateUnknown, card.id)
        (card.due, card.originalDue, card.intervalDays) = (0, 0, 0)
      }
      let data = CardData(row.bytes(16))
      card.originalPosition = data.originalPosition
      (card.stability, card.difficulty) = (data.stability, data.difficulty)
      (card.desiredRetention, card.decay) = (data.desiredRetention, data.decay)
      card.customData = data.customData
      card.lastReview = data.lastReview.flatMap { Self.secondRange.contains($0) ? $0 : nil }
      try body(card)
    }
    log = noted
  }

  /// Times in seconds since 1970 that a calendar of four digits has.
  static let secondRange: ClosedRange<Int64> = 0...253_402_300_799
  /// Places, days and times in seconds, which outgrow 32 bits in 2038.
  private static let dueRange = Int64(Int32.min)...secondRange.upperBound
  /// Seconds below zero; ten thousand years of days are more than any schedule gives.
  private static let intervalRange = Int64(Int32.min)...3_652_500

  /// Reads the review log in the order of the table, on the second connection.
  func readReviews(_ log: inout RepairLog, _ body: (AnkiReview) throws -> Void) throws {
    var noted = log
    let columns = "id, cid, ease, ivl, lastIvl, factor, time, type"
    try rows("select \(columns) from revlog", on: .second) { row in
      let numbers = (
        row.integer(2), row.integer(3), row.integer(4), row.integer(5), row.integer(6),
        row.integer(7)
      )
      let review = AnkiReview(
        id: row.integer(0), cardID: row.integer(1), button: UInt8(clamping: numbers.0),
        interval: Int32(clamping: numbers.1), lastInterval: Int32(clamping: numbers.2),
        factor: Int32(clamping: numbers.3), milliseconds: Int32(clamping: numbers.4),
        rawKind: UInt8(clamping: numbers.5))
      if Int64(review.button) != numbers.0 || Int64(review.interval) != numbers.1
        || Int64(review.lastInterval) != numbers.2 || Int64(review.factor) != numbers.3
        || Int64(review.milliseconds) != numbers.4 || Int64(review.rawKind) != numbers.5
      {
        noted.note(.numberOutOfRange, review.id)
      }
      try body(review)
    }
    log = noted
  }
}

extension String {
  /// The text of these bytes; nil when they are no UTF-8.
  ///
  /// Quicker for hundreds of thousands of short texts than the validating initialiser, which is
  /// generic: here what would be repaired differs.
  init?(whole bytes: UnsafeBufferPointer<UInt8>) {
    self.init(unsafeUninitializedCapacity: bytes.count) { $0.update(fromContentsOf: bytes) }
    let isSame = withUTF8 { text in
      guard text.count == bytes.count else { return false }
      guard let one = text.baseAddress, let other = bytes.baseAddress else { return true }
      return memcmp(one, other, bytes.count) == 0
    }
    guard isSame else { return nil }
  }
}
