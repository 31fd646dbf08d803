import StudyDomain

/// Reads front matter of `key = value` lines: strings, numbers, booleans and lists of them.
struct AssignmentReader {
  private let bytes: Bytes
  private let path: String
  private var line: Int
  private(set) var entries: [YAMLValue.Entry] = []
  private(set) var problems: [Problem] = []

  init(_ bytes: Bytes, _ content: Range<Int>, path: String, firstLine: Int) {
    self.bytes = bytes
    self.path = path
    line = firstLine
    var position = content.lowerBound
    while position < content.upperBound {
      position = statement(position, end: content.upperBound)
    }
  }

  /// Reads one line, or a list over several; the place after it.
  private mutating func statement(_ start: Int, end: Int) -> Int {
    let lineEnd = min(FrontMatterBlock.lineEnd(bytes, start), end)
    let text = bytes.skippingBlanks(start..<lineEnd)
    let startLine = line
    defer { line += 1 }
    guard text < lineEnd, bytes[text] != UInt8(ascii: "#") else {
      return FrontMatterBlock.afterLineEnd(bytes, lineEnd)
    }
    var position = text
    while position < lineEnd, FrontMatterBlock.isKeyByte(bytes[position]) { position += 1 }
    let key = bytes.text(text..<position)
    position = bytes.skippingBlanks(position..<lineEnd)
    guard !key.isEmpty, position < lineEnd, bytes[position] == UInt8(ascii: "=") else {
      complain(startLine)
      return FrontMatterBlock.afterLineEnd(bytes, lineEnd)
    }
    position = bytes.skippingBlanks(position + 1..<lineEnd)
    guard let value = value(&position, end: end), isLineEnd(position, end: end) else {
      line = startLine
      complain(startLine)
      return FrontMatterBlock.afterLineEnd(bytes, lineEnd)
    }
    entries.removeAll { $0.key == key }
    entries.append(
      YAMLValue.Entry(
        key: key, line: startLine,
        value: YAMLValue(content: value, line: startLine, lastLine: line)))
    return FrontMatterBlock.afterLineEnd(bytes, FrontMatterBlock.lineEnd(bytes, position))
  }

  private mutating func complain(_ line: Int) {
    problems.append(
      Problem(
        .error, path: path, line: line, message: "This is no `key = value`.",
        nextStep: "Write a text in quotes, a list in brackets: tags = [\"a\", \"b\"]."))
  }

  private func isLineEnd(_ position: Int, end: Int) -> Bool {
    let rest = bytes.skippingBlanks(min(position, end)..<end)
    return rest == end || ASCII.isLineEnd(bytes[rest]) || bytes[rest] == UInt8(ascii: "#")
  }

  private mutating func value(_ position: inout Int, end: Int) -> YAMLValue.Content? {
    guard position < end else { return nil }
    switch bytes[position] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      return string(&position, end: end).map { .scalar($0, isPlain: false) }
    case UInt8(ascii: "["): return list(&position, end: end)
    default:
      let start = position
      while position < end, !ASCII.isWhite(bytes[position]), bytes[position] != UInt8(ascii: ","),
        bytes[position] != UInt8(ascii: "]"), bytes[position] != UInt8(ascii: "#")
      {
        position += 1
      }
      return start == position ? nil : .scalar(bytes.text(start..<position), isPlain: true)
    }
  }

  private func string(_ position: inout Int, end: Int) -> String? {
    let quote = bytes[position]
    var text: [UInt8] = []
    position += 1
    while position < end, !ASCII.isLineEnd(bytes[position]) {
      let byte = bytes[position]
      position += 1
      if byte == quote { return String(decoding: CleanText.repaired(text), as: UTF8.self) }
      if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\""), position < end {
        switch bytes[position] {
        case UInt8(ascii: "n"): text.append(ASCII.lf)
        case UInt8(ascii: "t"): text.append(ASCII.tab)
        default: text.append(bytes[position])
        }
        position += 1
      } else {
        text.append(byte)
      }
    }
    return nil
  }

  private mutating func list(_ position: inout Int, end: Int) -> YAMLValue.Content? {
    var items: [YAMLValue] = []
    position += 1
    while true {
      skipWhite(&position, end: end)
      guard position < end else { return nil }
      if bytes[position] == UInt8(ascii: "]") {
        position += 1
        return .list(items)
      }
      guard bytes[position] != UInt8(ascii: "["), let item = value(&position, end: end) else {
        return nil
      }
      items.append(YAMLValue(content: item, line: line, lastLine: line))
      skipWhite(&position, end: end)
      guard position < end else { return nil }
      if bytes[position] == UInt8(ascii: ",") {
        position += 1
      } else if bytes[position] != UInt8(ascii: "]") {
        return nil
      }
    }
  }

  /// Skips blanks, line ends and comments inside a list.
  private mutating func skipWhite(_ position: inout Int, end: Int) {
    while position < end {
      if ASCII.isLineEnd(bytes[position]) {
        position = FrontMatterBlock.afterLineEnd(bytes, position)
        line += 1
      } else if ASCII.isBlank(bytes[position]) {
        position += 1
      } else if bytes[position] == UInt8(ascii: "#") {
        position = FrontMatterBlock.lineEnd(bytes, position)
      } else {
        return
      }
    }
  }
}
