/// Reads JSON of any origin: a nesting, and a number of values, beyond the limits is an error.
struct JSONReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private(set) var position = 0
  private var valuesLeft: Int
  private var depth = 0

  private static let maximumDepth = 128

  init(_ bytes: UnsafeBufferPointer<UInt8>, maximumValues: Int = 500_000) {
    self.bytes = bytes
    valuesLeft = maximumValues
  }

  /// Reads one value and white space around it.
  static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, maximumValues: Int = 500_000
  ) throws(JSONError) -> JSONValue {
    var reader = JSONReader(bytes, maximumValues: maximumValues)
    let value = try reader.value()
    try reader.expectEnd()
    return value
  }

  static func read(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
    try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in try read(buffer) }
  }

  mutating func value() throws(JSONError) -> JSONValue {
    valuesLeft -= 1
    guard valuesLeft >= 0 else { throw JSONError(.tooLarge, position) }
    skipSpace()
    switch peek() {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    default: return try number()
    }
  }

  mutating func expectEnd() throws(JSONError) {
    skipSpace()
    guard position == bytes.count else { throw JSONError(.unexpected, position) }
  }

  // MARK: Parts

  private func peek() -> UInt8? {
    position < bytes.count ? bytes[position] : nil
  }

  mutating func skipSpace() {
    while let byte = peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  /// Takes a byte if it comes next.
  mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  private func unexpected() -> JSONError {
    JSONError(position < bytes.count ? .unexpected : .endsEarly, position)
  }

  private mutating func literal(
    _ word: StaticString, _ value: JSONValue
  ) throws(JSONError) -> JSONValue {
    for index in 0..<word.utf8CodeUnitCount {
      guard take(word.utf8Start[index]) else { throw unexpected() }
    }
    return value
  }

  private mutating func enter() throws(JSONError) {
    depth += 1
    position += 1
    guard depth <= Self.maximumDepth else { throw JSONError(.tooDeep, position) }
  }

  private mutating func array() throws(JSONError) -> JSONValue {
    try enter()
    defer { depth -= 1 }
    var values: [JSONValue] = []
    skipSpace()
    if take(UInt8(ascii: "]")) { return .array(values) }
    while true {
      values.append(try value())
      skipSpace()
      if take(UInt8(ascii: "]")) { return .array(values) }
      guard take(UInt8(ascii: ",")) else { throw unexpected() }
    }
  }

  private mutating func object() throws(JSONError) -> JSONValue {
    try enter()
    defer { depth -= 1 }
    var members: [String: JSONValue] = [:]
    skipSpace()
    if take(UInt8(ascii: "}")) { return .object(members) }
    while true {
      let name = try memberName()
      members[name] = try value()
      skipSpace()
      if take(UInt8(ascii: "}")) { return .object(members) }
      guard take(UInt8(ascii: ",")) else { throw unexpected() }
    }
  }

  /// A name of a member and its colon.
  private mutating func memberName() throws(JSONError) -> String {
    skipSpace()
    guard peek() == UInt8(ascii: "\"") else { throw unexpected() }
    let name = try string()
    skipSpace()
    guard take(UInt8(ascii: ":")) else { throw unexpected() }
    return name
  }

  // MARK: Strings

  /// A string with the quote next; halves of surrogates become U+FFFD.
  mutating func string() throws(JSONError) -> String {
    position += 1
    let start = position
    while let byte = peek(), byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
      position += 1
    }
    guard peek() != UInt8(ascii: "\"") else {
      position += 1
      return try text(UnsafeBufferPointer(rebasing: bytes[start..<(position - 1)]), start)
    }
    var content = Array(bytes[start..<position])
    while let byte = peek() {
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        return try content.withUnsafeBufferPointer { buffer throws(JSONError) in
          try text(buffer, start)
        }
      case UInt8(ascii: "\\"): try escape(into: &content)
      case 0..<0x20: throw JSONError(.unexpected, position - 1)
      default: content.append(byte)
      }
    }
    throw JSONError(.endsEarly, position)
  }

  private func text(
    _ content: UnsafeBufferPointer<UInt8>, _ start: Int
  ) throws(JSONError) -> String {
    guard let text = String(validating: content, as: UTF8.self) else {
      throw JSONError(.notUTF8, start)
    }
    return text
  }

  private mutating func escape(into content: inout [UInt8]) throws(JSONError) {
    guard let byte = peek() else { throw JSONError(.endsEarly, position) }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
    case UInt8(ascii: "b"): content.append(0x08)
    case UInt8(ascii: "f"): content.append(0x0C)
    case UInt8(ascii: "n"): content.append(0x0A)
    case UInt8(ascii: "r"): content.append(0x0D)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "u"): content += Character(try escapedScalar()).utf8
    default: throw JSONError(.unexpected, position - 1)
    }
  }

  private mutating func escapedScalar() throws(JSONError) -> Unicode.Scalar {
    let first = try codeUnit()
    guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
    let mark = position
    if take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) {
      let second = try codeUnit()
      if UTF16.isTrailSurrogate(second) {
        let value = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
        return Unicode.Scalar(value) ?? "\u{FFFD}"
      }
    }
    position = mark
    return "\u{FFFD}"
  }

  private mutating func codeUnit() throws(JSONError) -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw unexpected()
      }
      value = value << 4 | UInt16(digit)
      position += 1
    }
    return value
  }

  // MARK: Numbers

  private mutating func skipDigits() -> Int {
    let start = position
    while let byte = peek(), byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { position += 1 }
    return position - start
  }

  private mutating func number() throws(JSONError) -> JSONValue {
    let start = position
    _ = take(UInt8(ascii: "-"))
    guard skipDigits() > 0 else { throw unexpected() }
    var isWhole = true
    if take(UInt8(ascii: ".")) {
      isWhole = false
      guard skipDigits() > 0 else { throw unexpected() }
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isWhole = false
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      guard skipDigits() > 0 else { throw unexpected() }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isWhole, let value = Int64(text) { return .integer(value) }
    guard let value = Double(text), value.isFinite else { throw JSONError(.unexpected, start) }
    return .number(value)
  }
}

/// Where JSON cannot be read, and why.
struct JSONError: Error, Hashable {
  enum Reason: Hashable {
    case endsEarly, unexpected, notUTF8, tooDeep, tooLarge
  }

  var reason: Reason
  /// The offset in bytes.
  var position: Int

  init(_ reason: Reason, _ position: Int) {
    self.reason = reason
    self.position = position
  }

  var message: String {
    switch reason {
    case .endsEarly: "JSON ends early, at byte \(position)"
    case .unexpected: "broken JSON at byte \(position)"
    case .notUTF8: "JSON is no UTF-8 after byte \(position)"
    case .tooDeep: "JSON is nested too deeply at byte \(position)"
    case .tooLarge: "JSON has too many values, at byte \(position)"
    }
  }
}
