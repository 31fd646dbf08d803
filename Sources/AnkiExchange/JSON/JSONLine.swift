import StudyDomain

/// Writes JSON value by value: a hundred thousand lines cost their bytes and no values.
///
/// The caller sees to it that objects have their keys sorted, as `JSONValue` writes them.
public struct JSONLine: Sendable {
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false

  public init() {}

  public init(capacity: Int) {
    bytes.reserveCapacity(capacity)
  }

  /// Ends a line; the next value begins anew.
  public mutating func end() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  /// Takes the bytes out and begins anew.
  public mutating func take() -> [UInt8] {
    defer {
      bytes.removeAll(keepingCapacity: true)
      needsComma = false
    }
    return bytes
  }

  private mutating func begin() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  public mutating func array(_ values: (inout JSONLine) -> Void) {
    begin()
    bytes.append(UInt8(ascii: "["))
    needsComma = false
    values(&self)
    bytes.append(UInt8(ascii: "]"))
    needsComma = true
  }

  public mutating func object(_ members: (inout JSONLine) -> Void) {
    begin()
    bytes.append(UInt8(ascii: "{"))
    needsComma = false
    members(&self)
    bytes.append(UInt8(ascii: "}"))
    needsComma = true
  }

  /// A member's name of plain ASCII; its value comes next.
  public mutating func name(_ name: StaticString) {
    begin()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  public mutating func null() { word("null") }

  public mutating func put(_ flag: Bool) { word(flag ? "true" : "false") }

  private mutating func word(_ word: StaticString) {
    begin()
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }

  public mutating func put(_ number: some BinaryInteger) {
    begin()
    DecimalDigits.append(Int64(number), to: &bytes)
  }

  /// A number, or `null` for none.
  public mutating func put(_ number: Double?) {
    guard let number, number.isFinite else { return null() }
    begin()
    bytes += number.description.utf8
  }

  public mutating func put(_ text: String) {
    begin()
    JSONWriter.quote(text, into: &bytes)
  }

  /// A text that needs no escapes: digits, letters, signs other than quote and backslash.
  public mutating func put(plain text: (inout [UInt8]) -> Void) {
    begin()
    bytes.append(UInt8(ascii: "\""))
    text(&bytes)
    bytes.append(UInt8(ascii: "\""))
  }
}
