/// The tags and texts of an XML file in their order.
///
/// Forgiving: names are not checked against each other, unknown entities stay as they are, and
/// declarations, comments and instructions are passed over. No entity can be declared, so nothing
/// grows.
struct XMLScanner {
  enum Event: Hashable {
    /// An empty element gives an end too.
    case start(name: String, attributes: [String: String], line: Int)
    case end(name: String)
    case text(String)
  }

  private let bytes: [UInt8]
  private var place = 0
  private var line = 1
  private var pendingEnd: String?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Nil at the end of the file, and where a tag has no end.
  mutating func next() -> Event? {
    if let name = pendingEnd {
      pendingEnd = nil
      return .end(name: name)
    }
    while place < bytes.count {
      guard bytes[place] == UInt8(ascii: "<") else { return .text(text()) }
      if matches("<!--") {
        guard skip(past: "-->") else { return nil }
      } else if matches("<![CDATA[") {
        let start = place + 9
        guard skip(past: "]]>") else { return nil }
        return .text(String(decoding: bytes[start..<place - 3], as: UTF8.self))
      } else if matches("<?") || matches("<!") {
        guard skip(past: ">") else { return nil }
      } else {
        return tag()
      }
    }
    return nil
  }

  private func matches(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard place + count <= bytes.count else { return false }
    return (0..<count).allSatisfy { bytes[place + $0] == word.utf8Start[$0] }
  }

  private mutating func skip(past word: StaticString) -> Bool {
    while place < bytes.count {
      if matches(word) {
        place += word.utf8CodeUnitCount
        return true
      }
      if bytes[place] == 10 { line += 1 }
      place += 1
    }
    return false
  }

  private mutating func text() -> String {
    let start = place
    while place < bytes.count, bytes[place] != UInt8(ascii: "<") {
      if bytes[place] == 10 { line += 1 }
      place += 1
    }
    return Self.decoded(bytes[start..<place])
  }

  private mutating func tag() -> Event? {
    let begun = line
    var content: [UInt8] = []
    var quote: UInt8?
    place += 1
    while place < bytes.count, quote != nil || bytes[place] != UInt8(ascii: ">") {
      let byte = bytes[place]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      }
      if byte == 10 { line += 1 }
      content.append(byte)
      place += 1
    }
    guard place < bytes.count else { return nil }
    place += 1
    if content.first == UInt8(ascii: "/") {
      return .end(name: Trimmed.text(String(decoding: content.dropFirst(), as: UTF8.self)))
    }
    let isEmpty = content.last == UInt8(ascii: "/")
    if isEmpty { content.removeLast() }
    let nameEnd = content.firstIndex { [9, 10, 13, 32].contains($0) } ?? content.count
    let name = String(decoding: content[..<nameEnd], as: UTF8.self)
    if isEmpty { pendingEnd = name }
    return .start(name: name, attributes: Self.attributes(content[nameEnd...]), line: begun)
  }

  private static func attributes(_ bytes: ArraySlice<UInt8>) -> [String: String] {
    var found: [String: String] = [:]
    var rest = bytes
    while let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
      let name = Trimmed.text(String(decoding: rest[..<equals], as: UTF8.self))
      rest = rest[(equals + 1)...].drop { [9, 10, 13, 32].contains($0) }
      guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
        let end = rest.dropFirst().firstIndex(of: quote)
      else { break }
      found[name] = decoded(rest[(rest.startIndex + 1)..<end])
      rest = rest[(end + 1)...]
    }
    return found
  }

  /// The five entities and numbers; anything else stays.
  private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
    var result: [UInt8] = []
    var rest = bytes
    while let byte = rest.first {
      if byte == UInt8(ascii: "&"),
        let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")),
        let scalar = scalar(String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self))
      {
        result += String(scalar).utf8
        rest = rest[(end + 1)...]
      } else {
        result.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func scalar(_ name: String) -> Unicode.Scalar? {
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    guard name.first == "#" else { return nil }
    let digits = name.dropFirst()
    let code =
      digits.first == "x" || digits.first == "X"
      ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return code.flatMap { $0 >= 32 || $0 == 9 || $0 == 10 ? Unicode.Scalar($0) : nil }
  }
}
