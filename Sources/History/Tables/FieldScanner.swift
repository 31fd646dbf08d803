import Glibc
import StudyDomain

/// The first eight fields of a checked line, without the subject.
struct LineHead {
  var name: EventName
  var time: Int64
  var offset: Int64
  var day: Int64
  var kind: EventKind
  /// -1 when empty.
  var group: Int64
  var after: EventName?
}

/// Splits one line into fields and checks it against every rule of the format.
///
/// Reused from line to line so that no line allocates.
struct FieldScanner {
  /// Byte ranges of the fields of the last line scanned, the final `.` included.
  private(set) var fields: [Range<Int>] = []

  enum Result {
    case event(LineHead)
    case comment
    case bad
  }

  /// Checks a line without its line end.
  mutating func scan(_ bytes: UnsafeRawBufferPointer) -> Result {
    guard !bytes.allSatisfy(Self.isBlank) else { return .comment }
    switch LineText.content(of: bytes) {
    case .invalid: return .bad
    case .controls: return bytes[0] == UInt8(ascii: "#") ? .comment : .bad
    case .plain, .text: if bytes[0] == UInt8(ascii: "#") { return .comment }
    }
    split(bytes)
    guard fields.count >= 9, isDot(fields[fields.count - 1], bytes) else { return .bad }
    for field in fields.dropLast() where isDot(field, bytes) { return .bad }
    for field in fields.dropLast() where !hasGoodEscapes(field, bytes) { return .bad }
    guard let head = head(bytes), hasGoodDetails(head.kind, bytes) else { return .bad }
    return .event(head)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 32 || (byte >= 9 && byte <= 13)
  }

  private mutating func split(_ bytes: UnsafeRawBufferPointer) {
    fields.removeAll(keepingCapacity: true)
    var start = 0
    while let base = bytes.baseAddress,
      let tab = memchr(base + start, 9, bytes.count - start)
    {
      let end = base.distance(to: UnsafeRawPointer(tab))
      fields.append(start..<end)
      start = end + 1
    }
    fields.append(start..<bytes.count)
  }

  private func isDot(_ field: Range<Int>, _ bytes: UnsafeRawBufferPointer) -> Bool {
    field.count == 1 && bytes[field.lowerBound] == UInt8(ascii: ".")
  }

  private func hasGoodEscapes(_ field: Range<Int>, _ bytes: UnsafeRawBufferPointer) -> Bool {
    LineText.hasGoodEscapes(UnsafeRawBufferPointer(rebasing: bytes[field]))
  }

  private func head(_ bytes: UnsafeRawBufferPointer) -> LineHead? {
    guard let name = name(0, bytes), let time = Decimal.signedNumber(bytes[fields[1]]),
      let offset = Decimal.signedNumber(bytes[fields[2]]),
      let day = Decimal.signedNumber(bytes[fields[3]]), let kind = kind(bytes)
    else { return nil }
    var group: Int64 = -1
    if !fields[6].isEmpty {
      guard let number = Decimal.number(bytes[fields[6]]) else { return nil }
      group = number
    }
    var after: EventName?
    if !fields[7].isEmpty {
      guard let seen = self.name(7, bytes) else { return nil }
      after = seen
    }
    return LineHead(
      name: name, time: time, offset: offset, day: day, kind: kind, group: group, after: after)
  }

  private func kind(_ bytes: UnsafeRawBufferPointer) -> EventKind? {
    let word = bytes[fields[4]]
    guard let first = word.first, first &- 97 < 26 else { return nil }
    for byte in word where !(byte &- 97 < 26 || byte &- 48 < 10 || byte == 45) { return nil }
    return EventKind(word: UnsafeRawBufferPointer(rebasing: word))
  }

  func name(_ field: Int, _ bytes: UnsafeRawBufferPointer) -> EventName? {
    EventName(bytes: UnsafeRawBufferPointer(rebasing: bytes[fields[field]]))
  }
}

extension EventKind {
  private static let words: [(EventKind, [UInt8])] = EventKind.allCases.dropLast().map {
    ($0, Array($0.word.utf8))
  }

  init(word: UnsafeRawBufferPointer) {
    for (kind, known) in EventKind.words
    where known.count == word.count && known.elementsEqual(word) {
      self = kind
      return
    }
    self = .unknown
  }
}

extension EventName {
  init?(bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 10, bytes[8] == UInt8(ascii: "."),
      let writer = WriterID(raw: bytes, at: 0),
      let sequence = Decimal.number(bytes[9...]), sequence > 0
    else { return nil }
    self.init(writer: writer, sequence: sequence)
  }
}

extension WriterID {
  /// Eight bytes of a longer buffer.
  init?(raw: UnsafeRawBufferPointer, at start: Int) {
    guard start + 8 <= raw.count else { return nil }
    var bytes: UInt64 = 0
    for byte in raw[start..<start + 8] {
      guard isWriterByte(byte) else { return nil }
      bytes = bytes << 8 | UInt64(byte)
    }
    self.init(bytes: bytes)
  }
}
