import StudyDomain

/// Reads the usual review line in one pass: nine of ten lines of a history are one.
///
/// Anything unusual (an escape, a wide number, a further field, a key that is not plain) is left
/// to `FieldScanner`, which alone decides whether a line is bad.
struct ReviewScanner {
  private var at: UnsafePointer<UInt8>
  private let end: UnsafePointer<UInt8>
  private var failed = false

  init(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) {
    at = start
    self.end = end
  }

  /// The record and the key; the source, when there is one, in `source`.
  mutating func read(
    into table: EventTable, _ source: inout UnsafeRawBufferPointer?
  ) -> EventRecord? {
    // The longest run read without a look at the end is eight bytes; all else stops at a tab.
    guard end - at > 60, end[-1] == UInt8(ascii: "."), end[-2] == 9 else { return nil }
    guard let writer = writer() else { return nil }
    let sequence = number()
    let time = signed()
    let offset = signed()
    let day = signed()
    guard !failed, sequence > 0, take("review\t"), let key = key() else { return nil }
    var group: Int64 = -1
    if at[0] == 9 {
      at += 1
    } else {
      group = number()
    }
    guard let after = name() else { return nil }
    guard let grade = grade() else { return nil }
    let taken = number()
    let amount = digits()
    let unit = at[0]
    at += 1
    guard !failed, unit == UInt8(ascii: "d") || unit == UInt8(ascii: "s"), tab(),
      let phase = phase(), let mode = mode(), let parameters = name()
    else { return nil }
    let retention = number()
    let seen = number()
    guard !failed, retention > 0, retention < 1000, readSource(&source) else { return nil }
    guard let narrowSequence = UInt32(exactly: sequence),
      let narrowAfter = UInt32(exactly: after.sequence), let narrowDay = Int32(exactly: day),
      let narrowOffset = Int16(exactly: offset), let narrowAmount = UInt32(exactly: amount),
      let narrowSeen = UInt32(exactly: seen), let narrowTaken = UInt32(exactly: taken)
    else { return nil }
    var flags: EventRecord.Flags = unit == UInt8(ascii: "s") ? .seconds : []
    if source != nil { flags.insert(.hasSource) }
    var record = EventRecord(
      time: time, sequence: narrowSequence, group: EventRecord.noGroup, afterSequence: narrowAfter,
      day: narrowDay, amount: narrowAmount, seen: narrowSeen, taken: narrowTaken,
      writer: table.writerNumber(writer),
      afterWriter: after.sequence == 0 ? EventRecord.none : table.writerNumber(after.writer),
      key: table.keys.number(key),
      parameters: parameters.sequence == 0
        ? EventRecord.none : table.parametersNumber(parameters),
      text: EventRecord.none, offset: narrowOffset, retention: UInt16(retention), kind: .review,
      review: EventRecord.pack(grade, phase, mode), flags: flags)
    table.setGroup(group, of: &record)
    return record
  }

  // Every reader below stops at the tab before the final dot at the latest, so none runs over.

  private mutating func tab() -> Bool {
    guard at[0] == 9 else { return false }
    at += 1
    return true
  }

  /// Eight bytes and the dot after them.
  private mutating func writer() -> WriterID? {
    guard end - at > 9 else { return nil }
    var bytes: UInt64 = 0
    for index in 0..<8 {
      let byte = at[index]
      guard isWriterByte(byte) else { return nil }
      bytes = bytes << 8 | UInt64(byte)
    }
    guard at[8] == UInt8(ascii: ".") else { return nil }
    at += 9
    return WriterID(bytes: bytes)
  }

  /// A name or an empty field (sequence 0), and its tab.
  private mutating func name() -> EventName? {
    if at[0] == 9 {
      at += 1
      return EventName(writer: WriterID(bytes: 0), sequence: 0)
    }
    guard let writer = writer() else { return nil }
    let sequence = number()
    return failed || sequence == 0 ? nil : EventName(writer: writer, sequence: sequence)
  }

  /// A decimal number without its tab.
  private mutating func digits() -> Int64 {
    let start = at
    var value: Int64 = 0
    while at[0] &- 48 < 10, at - start < 15 {
      value = value &* 10 &+ Int64(at[0] &- 48)
      at += 1
    }
    if at == start || (start[0] == 48 && at - start > 1) { failed = true }
    return value
  }

  /// A decimal number and its tab.
  private mutating func number() -> Int64 {
    let value = digits()
    if !tab() { failed = true }
    return value
  }

  private mutating func signed() -> Int64 {
    guard at[0] == UInt8(ascii: "-") else { return number() }
    at += 1
    let value = number()
    if value == 0 { failed = true }
    return -value
  }

  private mutating func key() -> CardKey? {
    guard end - at > 19, at[18] == 9,
      let key = CardKey(plain: UnsafeRawBufferPointer(start: at, count: 18))
    else { return nil }
    at += 19
    return key
  }

  private mutating func grade() -> Grade? {
    let grade: Grade
    switch at[0] {
    case UInt8(ascii: "a"): grade = .again
    case UInt8(ascii: "h"): grade = .hard
    case UInt8(ascii: "g"): grade = .good
    case UInt8(ascii: "e"): grade = .easy
    default: return nil
    }
    let word: StaticString =
      switch grade {
      case .again: "again\t"
      case .hard: "hard\t"
      case .good: "good\t"
      case .easy: "easy\t"
      }
    return take(word) ? grade : nil
  }

  private mutating func phase() -> CardPhase? {
    switch at[0] {
    case UInt8(ascii: "n"): take("new\t") ? .new : nil
    case UInt8(ascii: "l"): take("learning\t") ? .learning : nil
    case UInt8(ascii: "r"):
      take("review\t") ? .review : take("relearning\t") ? .relearning : nil
    default: nil
    }
  }

  private mutating func mode() -> ReviewMode? {
    switch at[0] {
    case UInt8(ascii: "n"): take("normal\t") ? .normal : nil
    case UInt8(ascii: "a"): take("ahead\t") ? .ahead : nil
    case UInt8(ascii: "c"): take("cram\t") ? .cram : nil
    default: nil
    }
  }

  /// Steps over a word that stands here.
  @inline(__always)
  private mutating func take(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard end - at > count else { return false }
    let expected = word.utf8Start
    for index in 0..<count where at[index] != expected[index] { return false }
    at += count
    return true
  }

  /// The source up to the final tab and dot: plain printable ASCII, or empty.
  private mutating func readSource(_ source: inout UnsafeRawBufferPointer?) -> Bool {
    let length = end - at - 2
    source = nil
    guard length >= 0 else { return false }
    if length == 0 { return at[0] == 9 }
    if length == 1, at[0] == UInt8(ascii: ".") { return false }
    for index in 0..<length {
      let byte = at[index]
      guard byte >= 32, byte < 127, byte != UInt8(ascii: "\\") else { return false }
    }
    source = UnsafeRawBufferPointer(start: at, count: length)
    return true
  }
}
