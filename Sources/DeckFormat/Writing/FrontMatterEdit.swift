import StudyDomain

/// A change of one key in the front matter of a file.
struct FrontMatterEdit {
  private let file: [UInt8]
  private let block: FrontMatterBlock?
  private let start: Int

  init(_ file: [UInt8]) {
    self.file = file
    let start = file.starts(with: DeckWriter.mark) ? DeckWriter.mark.count : 0
    self.start = start
    block = file.withUnsafeBufferPointer { FrontMatterBlock($0, start: start) }
  }

  func setting(_ key: String, to value: OptionValue?) throws(DeckFormatError) -> [UInt8] {
    let lineEnd = DeckWriter.lineEnd(of: file)
    guard let block else {
      guard let value else { return file }
      let fence = Array("---".utf8) + lineEnd
      let line = assignment(key, value, .yaml)
      let head = fence + line + lineEnd + fence + (start < file.count ? lineEnd : [])
      return replacing(start..<start, with: head)
    }
    guard let place = try place(of: key, in: block) else {
      guard let value else { return file }
      let line = assignment(key, value, block.syntax) + lineEnd
      return replacing(block.content.upperBound..<block.content.upperBound, with: line)
    }
    guard let value else { return replacing(place.lines, with: []) }
    return replacing(place.value, with: written(value, block.syntax, after: place))
  }

  private func replacing(_ range: Range<Int>, with bytes: [UInt8]) -> [UInt8] {
    Array(file[..<range.lowerBound]) + bytes + Array(file[range.upperBound...])
  }

  private func assignment(
    _ key: String, _ value: OptionValue, _ syntax: FrontMatterBlock.Syntax
  ) -> [UInt8] {
    let sign = syntax == .yaml ? ": " : " = "
    return Array((key + sign + OptionForm.text(value, syntax)).utf8)
  }

  private func written(
    _ value: OptionValue, _ syntax: FrontMatterBlock.Syntax, after place: Place
  ) -> [UInt8] {
    let needsBlank = !ASCII.isBlank(file[place.value.lowerBound - 1])
    return Array(((needsBlank ? " " : "") + OptionForm.text(value, syntax)).utf8)
  }

  // MARK: Finding the key

  private struct Place {
    /// All lines of the key and its value, the last line end included.
    var lines: Range<Int>
    /// The value without the blanks before it and a comment after it.
    var value: Range<Int>
  }

  private func place(
    of key: String, in block: FrontMatterBlock
  ) throws(DeckFormatError) -> Place? {
    let entries: [YAMLValue.Entry]
    let problems: [Problem]
    let result = file.withUnsafeBufferPointer { read($0, block) }
    (entries, problems) = result
    // The last of several equal keys counts, and is the one that is changed.
    guard let entry = entries.last(where: { $0.key == key }) else {
      if let problem = problems.first(where: { $0.severity == .error }) {
        throw DeckFormatError.unreadableFrontMatter(
          line: problem.line ?? 1, reason: problem.message)
      }
      return nil
    }
    return try file.withUnsafeBufferPointer { bytes throws(DeckFormatError) in
      guard let place = locate(entry, bytes, block) else {
        throw DeckFormatError.unreadableFrontMatter(
          line: entry.line, reason: "The place of `\(key)` cannot be told.")
      }
      return place
    }
  }

  private func read(
    _ bytes: Bytes, _ block: FrontMatterBlock
  ) -> ([YAMLValue.Entry], [Problem]) {
    switch block.syntax {
    case .toml:
      let reader = AssignmentReader(bytes, block.content, path: "", firstLine: 1)
      return (reader.entries, reader.problems)
    case .yaml:
      let (value, problems) = YAMLReader.read(Array(bytes[block.content]), path: "")
      return (value?.entries ?? [], problems)
    }
  }

  private func locate(
    _ entry: YAMLValue.Entry, _ bytes: Bytes, _ block: FrontMatterBlock
  ) -> Place? {
    guard let first = lineRange(entry.line, bytes, block),
      let last = lineRange(max(entry.line, entry.value.lastLine), bytes, block)
    else { return nil }
    let sign = block.syntax == .yaml ? UInt8(ascii: ":") : UInt8(ascii: "=")
    guard let colon = Self.keyEnd(bytes, first, sign: sign, key: entry.key) else { return nil }
    let lines = first.lowerBound..<FrontMatterBlock.afterLineEnd(bytes, last.upperBound)
    let start = bytes.skippingBlanks(colon + 1..<first.upperBound)
    if last.lowerBound > first.lowerBound {
      // A value over several lines goes altogether; a comment on the key's own line stays.
      let ownComment = Self.comment(bytes, start..<first.upperBound)
      let valueStart = ownComment == start ? colon + 1 : start
      return Place(lines: lines, value: valueStart..<last.upperBound)
    }
    let end = Self.comment(bytes, start..<first.upperBound)
    // An empty value stands directly after the sign, whatever follows on the line.
    let value = start == end ? colon + 1..<colon + 1 : bytes.trimmingBlanks(start..<end)
    return Place(lines: lines, value: value)
  }

  private func lineRange(_ line: Int, _ bytes: Bytes, _ block: FrontMatterBlock) -> Range<Int>? {
    var start = block.content.lowerBound
    for _ in 1..<max(1, line) {
      guard start < block.content.upperBound else { return nil }
      start = FrontMatterBlock.afterLineEnd(bytes, FrontMatterBlock.lineEnd(bytes, start))
    }
    guard start < block.content.upperBound else { return nil }
    return start..<FrontMatterBlock.lineEnd(bytes, start)
  }

  /// The sign after the key, which may stand in quotes; nil for a line that begins otherwise.
  static func keyEnd(_ bytes: Bytes, _ line: Range<Int>, sign: UInt8, key: String) -> Int? {
    let start = bytes.skippingBlanks(line)
    for form in [key, "\"\(key)\"", "'\(key)'"] {
      let word = Array(form.utf8)
      guard bytes[start..<line.upperBound].starts(with: word) else { continue }
      let end = bytes.skippingBlanks(start + word.count..<line.upperBound)
      if end < line.upperBound, bytes[end] == sign { return end }
    }
    return nil
  }

  /// Where a comment begins on a line, outside quotes; the end of the line without one.
  static func comment(_ bytes: Bytes, _ range: Range<Int>) -> Int {
    var quote: UInt8?
    var position = range.lowerBound
    while position < range.upperBound {
      let byte = bytes[position]
      if let open = quote {
        if byte == UInt8(ascii: "\\"), open == UInt8(ascii: "\"") { position += 1 }
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"),
        position == range.lowerBound || "[, {:".utf8.contains(bytes[position - 1])
      {
        quote = byte
      } else if byte == UInt8(ascii: "#"),
        position == range.lowerBound || ASCII.isBlank(bytes[position - 1])
      {
        return position
      }
      position += 1
    }
    return range.upperBound
  }
}

/// How an option is written in front matter.
enum OptionForm {
  static func text(_ value: OptionValue, _ syntax: FrontMatterBlock.Syntax) -> String {
    switch value {
    case .text(let text): return scalar(text, syntax, inList: false)
    case .list(let items):
      return "[" + items.map { scalar($0, syntax, inList: true) }.joined(separator: ", ") + "]"
    }
  }

  private static func scalar(
    _ text: String, _ syntax: FrontMatterBlock.Syntax, inList: Bool
  ) -> String {
    let isBare =
      syntax == .yaml ? isPlainYAML(text) : isNumber(text) || text == "true" || text == "false"
    return isBare ? text : quoted(text)
  }

  /// A key of a map, as YAML reads it.
  static func key(_ text: String) -> String {
    scalar(text, .yaml, inList: false)
  }

  /// A text that YAML reads as itself without quotes, wherever it stands.
  private static func isPlainYAML(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, let last = bytes.last, !ASCII.isBlank(last),
      ASCII.isLetter(first) || ASCII.isDigit(first) || first >= 0x80,
      text != "null", text != "Null", text != "NULL"
    else { return false }
    for (index, byte) in bytes.enumerated() {
      if byte < 0x20 || byte == 0x7F { return false }
      if ",[]{}\"\\`".utf8.contains(byte) { return false }
      if byte == UInt8(ascii: ":"), index + 1 == bytes.count || ASCII.isBlank(bytes[index + 1]) {
        return false
      }
      if byte == UInt8(ascii: "#") { return false }
    }
    return true
  }

  private static func isNumber(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { ASCII.isDigit($0) || $0 == UInt8(ascii: ".") }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n", "\r": result += "\\n"
      case "\t": result += "\\t"
      default: result.unicodeScalars.append(scalar.value < 0x20 ? "\u{FFFD}" : scalar)
      }
    }
    return result + "\""
  }
}
