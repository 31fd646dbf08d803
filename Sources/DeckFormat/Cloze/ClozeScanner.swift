/// Finds the deletions of a cloze text.
enum ClozeScanner {
  /// The deletions of a `C:` body: `{{c1::x}}` when it holds `{{c` and a digit, else `[x]`.
  static func card(_ bytes: Bytes, _ range: Range<Int>) -> Deletions {
    if hasNumbers(bytes, range) {
      var scanner = NumberedClozeScanner(bytes, range)
      return scanner.scan()
    }
    var scanner = BracketScanner(bytes, range)
    return scanner.scan()
  }

  private static func hasNumbers(_ bytes: Bytes, _ range: Range<Int>) -> Bool {
    var start = range.lowerBound
    while let place = bytes.first("{{c", in: start..<range.upperBound) {
      start = place + 3
      if start < range.upperBound, ASCII.isDigit(bytes[start]) { return true }
    }
    return false
  }

  /// The deletions of a paragraph in an Obsidian file: `==x==`, `==x;;hint==`, `==1;;x==`.
  ///
  /// Marks inside code, maths and table rows do not count, nor do those with a blank on the inner
  /// side: `a == b` is a comparison.
  static func highlights(_ bytes: Bytes, _ range: Range<Int>) -> Deletions {
    var spans = SpanScanner(bytes, range)
    var found = Deletions()
    var open: Int?
    var position = range.lowerBound
    while position < range.upperBound, found.all.count < Deletions.limit {
      switch bytes[position] {
      case UInt8(ascii: "`"), UInt8(ascii: "~"): position = spans.code(at: position).end
      case UInt8(ascii: "$"): position = spans.maths(at: position) ?? position + 1
      case UInt8(ascii: "<"): position = spans.comment(at: position) ?? position + 1
      case UInt8(ascii: "\\"): position += 2
      case UInt8(ascii: "|") where isLineStart(bytes, position, range):
        while position < range.upperBound, !ASCII.isLineEnd(bytes[position]) { position += 1 }
        open = nil
      case UInt8(ascii: "="):
        var end = position
        while end < range.upperBound, bytes[end] == UInt8(ascii: "=") { end += 1 }
        if end - position == 2 {
          if let start = open, position > start + 2, !ASCII.isWhite(bytes[position - 1]) {
            found.all.append(highlight(bytes, start + 2..<position))
            open = nil
          } else if end < range.upperBound, !ASCII.isWhite(bytes[end]) {
            open = position
          }
        }
        position = end
      default:
        if ASCII.isLineEnd(bytes[position]), spans.isParagraphEnd(position) { open = nil }
        position += 1
      }
    }
    return found
  }

  private static func isLineStart(_ bytes: Bytes, _ position: Int, _ range: Range<Int>) -> Bool {
    var start = position
    while start > range.lowerBound, ASCII.isBlank(bytes[start - 1]) { start -= 1 }
    return start == 0 || ASCII.isLineEnd(bytes[start - 1])
  }

  /// Splits `1;;text;;hint`.
  private static func highlight(_ bytes: Bytes, _ inner: Range<Int>) -> Deletion {
    var text = inner
    var numbers: [UInt32] = []
    if let first = bytes.first(";;", in: inner),
      let number = ClozeScanner.number(bytes, inner.lowerBound..<first),
      first + 2 < inner.upperBound
    {
      numbers = [number]
      text = first + 2..<inner.upperBound
    }
    var hint: Range<Int>?
    if let mark = bytes.first(";;", in: text), mark > text.lowerBound {
      hint = mark + 2..<text.upperBound
      text = text.lowerBound..<mark
    }
    return Deletion(
      range: inner.lowerBound - 2..<inner.upperBound + 2, text: text, hint: hint, numbers: numbers)
  }

  /// A decimal number from 1 to 99,999.
  static func number(_ bytes: Bytes, _ range: Range<Int>) -> UInt32? {
    guard !range.isEmpty, range.count <= 5 else { return nil }
    var value: UInt32 = 0
    for byte in bytes[range] {
      guard ASCII.isDigit(byte) else { return nil }
      value = value * 10 + UInt32(byte - 48)
    }
    return value == 0 ? nil : value
  }
}
