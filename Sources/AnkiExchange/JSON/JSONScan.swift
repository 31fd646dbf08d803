import Glibc

/// Walks along JSON whose form is known, so that lines by the hundred thousand make no values.
///
/// What is not as expected is nil: then the whole is to be read as a `JSONValue`.
public struct JSONScan {
  private let bytes: UnsafeBufferPointer<UInt8>
  public private(set) var position = 0

  public init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  public var isAtEnd: Bool { position == bytes.count }

  /// Takes these bytes if they come next.
  public mutating func take(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard position + count <= bytes.count else { return false }
    for index in 0..<count where bytes[position + index] != word.utf8Start[index] { return false }
    position += count
    return true
  }

  /// A whole number of at most eighteen digits.
  public mutating func integer() -> Int64? {
    var place = position
    let isNegative = place < bytes.count && bytes[place] == UInt8(ascii: "-")
    if isNegative { place += 1 }
    let start = place
    var value: Int64 = 0
    while place < bytes.count, bytes[place] &- 48 < 10, place - start < 18 {
      value = value * 10 + Int64(bytes[place] - 48)
      place += 1
    }
    guard place > start, place < bytes.count, !Self.continuesNumber(bytes[place]) else {
      return nil
    }
    position = place
    return isNegative ? -value : value
  }

  private static func continuesNumber(_ byte: UInt8) -> Bool {
    byte &- 48 < 10 || byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e")
  }

  /// A number of any form.
  public mutating func number() -> Double? {
    var end = position
    while end < bytes.count, Self.continuesNumber(bytes[end]) || "+-".utf8.contains(bytes[end]) {
      end += 1
    }
    guard end > position,
      let value = Double(String(decoding: bytes[position..<end], as: UTF8.self))
    else { return nil }
    position = end
    return value
  }

  /// The bytes between quotes; nil for a text with escapes.
  public mutating func plainText() -> UnsafeBufferPointer<UInt8>? {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\""),
      let start = bytes.baseAddress.map({ $0 + position + 1 })
    else { return nil }
    let rest = bytes.count - position - 1
    guard let quote = memchr(start, Int32(UInt8(ascii: "\"")), rest) else { return nil }
    let count = UnsafeRawPointer(quote) - UnsafeRawPointer(start)
    guard memchr(start, Int32(UInt8(ascii: "\\")), count) == nil else { return nil }
    position += count + 2
    return UnsafeBufferPointer(start: start, count: count)
  }

  /// A text without escapes.
  public mutating func text() -> String? {
    plainText().flatMap { String(validating: $0, as: UTF8.self) }
  }
}
