/// Writes the text of one note, lines that would open or end a card escaped.
///
/// What it writes is to be read back by whoever puts it into a file: some texts cannot be held.
public enum BlockText {
  /// A new block of letters, or of a type for `.note`.
  public static func new(
    _ form: NoteForm, fields: [NoteContent.Field], typeName: String? = nil
  ) -> String {
    let values = fields.map(\.value)
    let front = values.first ?? ""
    let back = values.count > 1 ? values[1] : ""
    switch form {
    case .cloze: return part("C", front) + (trimmed(back).isEmpty ? "" : "\n\n" + part("A", back))
    case .term, .reversiblePair, .reversibleQuestion:
      return part("T", front) + gap(front, back) + part("D", back)
    case .note:
      return "N: \(typeName ?? "")"
        + fields.map { field in
          "\n- \(field.name)\(field.isHTML ? " (html)" : ""):" + value(field.value, field.isHTML)
        }.joined()
    default: return part("Q", front) + gap(front, back) + part("A", back)
    }
  }

  /// Two lines stand close, longer texts apart.
  private static func gap(_ front: String, _ back: String) -> String {
    (trimmed(front) + trimmed(back)).utf8.contains(ASCII.lf) ? "\n\n" : "\n"
  }

  /// A block that begins with a letter of ours, comments above it apart: what follows it without a
  /// line `---` may become part of it.
  public static func isLettered(_ block: String) -> Bool {
    BlockDirectives(block: Array(block.utf8)).body.withUnsafeBufferPointer { bytes in
      switch LineScanner(bytes, 0..<bytes.count).lines.first?.kind {
      case .question, .term, .cloze, .note: true
      default: false
      }
    }
  }

  /// A letter and its text.
  private static func part(_ letter: String, _ text: String) -> String {
    let text = escaped(trimmed(text))
    return text.isEmpty ? "\(letter):" : "\(letter): \(text)"
  }

  /// Lines after the first that would open or end a card get a backslash; those in fences do not.
  static func escaped(_ text: String) -> String {
    guard text.utf8.contains(ASCII.lf) else { return text }
    // The first line stands behind a letter.
    let bytes = Array("Q: \(text)".utf8)
    return bytes.withUnsafeBufferPointer { bytes in
      let lines = LineScanner(bytes, 0..<bytes.count).lines
      var result: [UInt8] = []
      for (place, line) in lines.enumerated() {
        if place > 0 { result.append(ASCII.lf) }
        if place > 0, line.kind.needsEscape { result.append(UInt8(ascii: "\\")) }
        result += bytes[line.range].dropFirst(place == 0 ? 3 : 0)
      }
      if bytes.last == ASCII.lf { result.append(ASCII.lf) }
      return String(decoding: result, as: UTF8.self)
    }
  }

  /// A text as it is read back: without blanks and line ends around it, other line ends as LF.
  public static func normalised(_ text: String) -> String { trimmed(text) }

  /// Without blanks and line ends around it, other line ends as LF.
  static func trimmed(_ text: String) -> String {
    var bytes = Array(text.utf8)
    if bytes.contains(ASCII.cr) {
      bytes = Array(
        text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").utf8)
    }
    let start = bytes.firstIndex { !ASCII.isWhite($0) } ?? bytes.count
    let end = bytes.lastIndex { !ASCII.isWhite($0) }.map { $0 + 1 } ?? start
    return String(decoding: bytes[start..<max(start, end)], as: UTF8.self)
  }

  // MARK: Fields of a type

  /// What follows `- Name:`.
  private static func value(_ text: String, _ isHTML: Bool) -> String {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, let last = bytes.last else { return "" }
    let hasLines = bytes.contains(ASCII.lf)
    let isBlankEnded = ASCII.isWhite(first) || ASCII.isWhite(last)
    let hasMarks = hasLines && ["```", "~~~", "<!--", "-->"].contains { text.contains($0) }
    if isBlankEnded || hasMarks {
      let fence = String(repeating: "`", count: max(3, longestRun(bytes) + 1))
      return "\n  \(fence)\(isHTML ? "html" : "text")\n\(indented(text))\n  \(fence)"
    }
    return hasLines ? "\n\(indented(text))" : " \(text)"
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
  }

  private static func longestRun(_ bytes: [UInt8]) -> Int {
    var (longest, run) = (0, 0)
    for byte in bytes {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }

  // MARK: Changing a block

  /// A block with other values of its fields, in the form in which it is written; nil where the
  /// form cannot hold them.
  ///
  /// Fields that are the same keep their bytes. `fields` are in the order of `NoteContent.fields`,
  /// of a cloze with or without the extra; those of a type may be more.
  public static func changing(
    _ block: [UInt8], of note: ParsedNote, _ content: NoteContent, to fields: [NoteContent.Field]
  ) -> [UInt8]? {
    let values = fields.map(\.value)
    let directives = BlockDirectives(block: block)
    let body = directives.body
    let head = block.dropLast(body.count)
    let lineEnd = DeckWriter.lineEnd(of: block)
    let changed = body.withUnsafeBufferPointer { bytes -> [UInt8]? in
      switch note.form {
      case .note:
        return lines(new(.note, fields: fields, typeName: content.typeName), lineEnd)
      case .highlight: return lines(trimmed(values.first ?? ""), lineEnd)
      case .pair, .reversiblePair:
        guard
          let pair = PairFinder.find(
            bytes, 0..<bytes.count, isObsidian: note.flags.contains(.obsidian))
        else { return nil }
        return replacing([pair.front, pair.back], in: bytes, content, values, lineEnd) {
          $0.utf8.contains(ASCII.lf) ? nil : $0
        }
      case .question, .reversibleQuestion:
        let scanned = LineScanner(bytes, 0..<bytes.count).lines
        guard let mark = QuestionFinder.mark(scanned[...]) else { return nil }
        let parts = QuestionFinder.parts(bytes, scanned[...], mark: mark)
        return replacing([parts.front, parts.back], in: bytes, content, values, lineEnd) { $0 }
      case .basic, .term, .cloze: return lettered(bytes, content, values, lineEnd)
      }
    }
    return changed.map { Array(head) + $0 }
  }

  private static func lettered(
    _ bytes: Bytes, _ content: NoteContent, _ values: [String], _ lineEnd: [UInt8]
  ) -> [UInt8]? {
    let finder = CardFinder(bytes: bytes, lines: LineScanner(bytes, 0..<bytes.count).lines)
    guard !finder.lines.isEmpty else { return nil }
    let bounds = finder.card(at: 0, sectionLevel: 0)
    let parts = finder.parts(bounds)
    guard let back = parts.back else {
      // A cloze without an extra: one may come.
      let extra = values.count > 1 ? trimmed(values[1]) : ""
      let text = replacing([parts.front], in: bytes, content, values, lineEnd) { spaced($0) }
      guard let text, !extra.isEmpty else { return text }
      return text + lineEnd + lineEnd + lines(part("A", extra), lineEnd)
    }
    let hasNoExtra = content.form == .cloze && (values.count < 2 || trimmed(values[1]).isEmpty)
    guard hasNoExtra, let answer = bounds.answer else {
      return replacing([parts.front, back], in: bytes, content, values, lineEnd) { spaced($0) }
    }
    var end = Int(finder.lines[answer].start)
    while end > 0, ASCII.isWhite(bytes[end - 1]) { end -= 1 }
    let kept = Array(bytes[..<end])
    return kept.withUnsafeBufferPointer {
      replacing([parts.front], in: $0, content, values, lineEnd) { spaced($0) }
    }
  }

  private static func spaced(_ text: String) -> String? { escaped(text) }

  /// Puts new values in the places of old ones; `write` gives nil for one that it cannot hold.
  private static func replacing(
    _ ranges: [Range<Int>], in bytes: Bytes, _ content: NoteContent, _ values: [String],
    _ lineEnd: [UInt8], _ write: (String) -> String?
  ) -> [UInt8]? {
    guard values.count >= ranges.count, content.fields.count >= ranges.count else { return nil }
    var result = Array(bytes)
    for place in ranges.indices.reversed() {
      let value = trimmed(values[place])
      guard value != trimmed(content.fields[place].value) else { continue }
      guard let text = write(value) else { return nil }
      let range = ranges[place]
      var new = lines(text, lineEnd)
      // `A:` with nothing behind it.
      if range.isEmpty, range.lowerBound > 0, bytes[range.lowerBound - 1] == UInt8(ascii: ":") {
        new.insert(ASCII.space, at: 0)
      }
      result.replaceSubrange(range, with: new)
    }
    return result
  }

  private static func lines(_ text: String, _ lineEnd: [UInt8]) -> [UInt8] {
    let bytes = Array(text.utf8)
    guard lineEnd != [ASCII.lf] else { return bytes }
    return bytes.flatMap { $0 == ASCII.lf ? lineEnd : [$0] }
  }
}

extension LineKind {
  /// It opens, answers or ends a card.
  fileprivate var needsEscape: Bool {
    switch self {
    case .question, .answer, .cloze, .term, .definition, .note, .separator: true
    default: false
    }
  }
}
