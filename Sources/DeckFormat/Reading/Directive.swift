import StudyDomain

/// A comment above a card that says something about it: `<!-- ask: type; tags: a b -->`.
struct Directive {
  var tags: [String] = []
  var ask: AskMode?
  var id: String?
  var isHTML: Bool?
  /// A known key with a value that it does not take.
  var badValue: (key: String, value: String)?

  /// Reads a comment; nil when it is an ordinary one.
  init?(comment bytes: Bytes, _ range: Range<Int>) {
    let line = bytes.trimmingBlanks(range)
    guard line.count >= 7, bytes.matches("<!--", at: line.lowerBound, end: line.upperBound),
      bytes.matches("-->", at: line.upperBound - 3, end: line.upperBound)
    else { return nil }
    let inner = line.lowerBound + 4..<line.upperBound - 3
    guard bytes.first("-->", in: inner) == nil else { return nil }
    var start = inner.lowerBound
    var count = 0
    while start <= inner.upperBound {
      let end =
        bytes[start..<inner.upperBound].firstIndex(of: UInt8(ascii: ";")) ?? inner.upperBound
      let part = bytes.trimmingBody(start..<end)
      start = end + 1
      if part.isEmpty { continue }
      guard let colon = bytes[part].firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let key = bytes.text(bytes.trimmingBlanks(part.lowerBound..<colon))
      let value = bytes.text(bytes.trimmingBody(colon + 1..<part.upperBound))
      guard set(key, value) else { return nil }
      count += 1
    }
    guard count > 0 else { return nil }
  }

  /// False for an unknown key.
  private mutating func set(_ key: String, _ value: String) -> Bool {
    switch key {
    case "tags": tags += Tags.words(value)
    case "id":
      if value.isEmpty { badValue = (key, value) } else { id = value }
    case "ask":
      ask = AskMode(word: value)
      if ask == nil { badValue = (key, value) }
    case "html":
      isHTML = YAMLValue(content: .scalar(value, isPlain: true), line: 0, lastLine: 0).bool
      if isHTML == nil { badValue = (key, value) }
    default: return false
    }
    return true
  }
}

/// Tags as people write them.
enum Tags {
  /// Words between blanks and commas, without a `#` before them.
  static func words(_ text: String) -> [String] {
    var words: [String] = []
    var word: [UInt8] = []
    for byte in text.utf8 {
      if ASCII.isWhite(byte) || byte == UInt8(ascii: ",") {
        add(word, to: &words)
        word = []
      } else {
        word.append(byte)
      }
    }
    add(word, to: &words)
    return words
  }

  private static func add(_ word: [UInt8], to words: inout [String]) {
    let tag = word.drop { $0 == UInt8(ascii: "#") }
    if !tag.isEmpty { words.append(String(decoding: tag, as: UTF8.self)) }
  }

  /// The `#words` at the end of a heading, and the end of what stands before them.
  static func trailing(_ bytes: Bytes, _ range: Range<Int>) -> (tags: [String], end: Int) {
    var tags: [String] = []
    var end = bytes.trimmingBlanks(range).upperBound
    while end > range.lowerBound {
      var start = end
      while start > range.lowerBound, !ASCII.isBlank(bytes[start - 1]) { start -= 1 }
      guard start > range.lowerBound || start == range.lowerBound,
        let tag = tag(bytes, start..<end)
      else { break }
      tags.append(tag)
      end = bytes.trimmingBlanks(range.lowerBound..<start).upperBound
    }
    return (tags.reversed(), end)
  }

  /// The tag that a word is: `#`, then letters, digits, `-`, `_`, `/`, and not digits alone.
  static func tag(_ bytes: Bytes, _ word: Range<Int>) -> String? {
    guard word.count >= 2, bytes[word.lowerBound] == UInt8(ascii: "#") else { return nil }
    let name = word.lowerBound + 1..<word.upperBound
    guard bytes[name].allSatisfy(isTagByte), !bytes[name].allSatisfy(ASCII.isDigit) else {
      return nil
    }
    return bytes.text(name)
  }

  static func isTagByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "/")
  }
}

extension [String] {
  /// In the order of their bytes, each once.
  var sortedUnique: [String] {
    var result: [String] = []
    for word in sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) where word != result.last
    {
      result.append(word)
    }
    return result
  }
}
