public import StudyDomain

/// The name of a writer: eight of `a-z0-9`, one for each machine and collection.
public struct WriterID: Hashable, Comparable, Sendable, BitwiseCopyable {
  /// The eight bytes, the first one highest, so that numbers compare as texts do.
  let bytes: UInt64

  init(bytes: UInt64) {
    self.bytes = bytes
  }

  public init?(text: some StringProtocol) {
    guard text.utf8.count == 8 else { return nil }
    var bytes: UInt64 = 0
    for byte in text.utf8 {
      guard isWriterByte(byte) else { return nil }
      bytes = bytes << 8 | UInt64(byte)
    }
    self.bytes = bytes
  }

  public var text: String {
    withUnsafeBytes(of: bytes.bigEndian) { String(decoding: $0, as: UTF8.self) }
  }

  public static func < (left: Self, right: Self) -> Bool {
    left.bytes < right.bytes
  }
}

@inline(__always)
func isWriterByte(_ byte: UInt8) -> Bool {
  byte &- 97 < 26 || byte &- 48 < 10
}

/// The name of an event: `writer.sequence`.
public struct EventName: Hashable, Sendable, BitwiseCopyable {
  public var writer: WriterID
  /// From 1, at most fifteen digits.
  public var sequence: Int64

  public init(writer: WriterID, sequence: Int64) {
    self.writer = writer
    self.sequence = sequence
  }

  public init?(text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 10, bytes[8] == UInt8(ascii: "."),
      let writer = WriterID(text: String(decoding: bytes[..<8], as: UTF8.self)),
      let sequence = Decimal.number(bytes[9...]), sequence > 0
    else { return nil }
    self.init(writer: writer, sequence: sequence)
  }

  public var text: String {
    "\(writer.text).\(sequence)"
  }
}

/// What makes an event one: its name and the time as written.
///
/// Equal names at other times are two.
public struct EventIdentity: Hashable, Sendable, BitwiseCopyable {
  public var name: EventName
  public var time: Timestamp

  public init(name: EventName, time: Timestamp) {
    self.name = name
    self.time = time
  }

  public var text: String {
    "\(name.text)@\(time.milliseconds)"
  }
}

/// What an `undo` names: one event, or all events of one action of a writer.
public enum UndoTarget: Hashable, Sendable {
  case event(EventIdentity)
  case group(WriterID, Int64)

  /// The subject of the undo: `name@time` or `writer@group`.
  public var text: String {
    switch self {
    case .event(let identity): identity.text
    case .group(let writer, let group): "\(writer.text)@\(group)"
    }
  }

  public init?(text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard let at = bytes.firstIndex(of: UInt8(ascii: "@")),
      let number = Decimal.signedNumber(bytes[(at + 1)...])
    else { return nil }
    let named = String(decoding: bytes[..<at], as: UTF8.self)
    if let name = EventName(text: named) {
      self = .event(EventIdentity(name: name, time: Timestamp(milliseconds: number)))
    } else if let writer = WriterID(text: named) {
      self = .group(writer, number)
    } else {
      return nil
    }
  }
}

/// The decimal numbers of lines: no plus, no leading zero, up to fifteen digits.
enum Decimal {
  static func number(_ bytes: some Collection<UInt8>) -> Int64? {
    guard let first = bytes.first, bytes.count <= 15, first != 48 || bytes.count == 1 else {
      return nil
    }
    var value: Int64 = 0
    for byte in bytes {
      guard byte &- 48 < 10 else { return nil }
      value = value * 10 + Int64(byte - 48)
    }
    return value
  }

  static func signedNumber(_ bytes: some Collection<UInt8>) -> Int64? {
    guard bytes.first == UInt8(ascii: "-") else { return number(bytes) }
    guard let value = number(bytes.dropFirst()), value != 0 else { return nil }
    return -value
  }
}
