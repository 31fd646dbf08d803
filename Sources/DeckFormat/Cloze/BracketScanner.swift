/// Finds `[x]` in a `C:` body, and leaves alone the brackets that Markdown needs.
struct BracketScanner {
  private let bytes: Bytes
  private let range: Range<Int>
  private var found = Deletions()

  private struct Pair {
    var open: Int
    var close: Int
  }

  init(_ bytes: Bytes, _ range: Range<Int>) {
    self.bytes = bytes
    self.range = range
  }

  mutating func scan() -> Deletions {
    let pairs = matchedPairs()
    var position = range.lowerBound
    for (index, pair) in pairs.enumerated() where pair.open >= position {
      if let end = endOfMarkdown(pair, next: index + 1 < pairs.count ? pairs[index + 1] : nil) {
        position = end
        continue
      }
      let text = pair.open + 1..<pair.close
      if bytes[text].allSatisfy(ASCII.isWhite) {
        found.empty.append(pair.open)
      } else if found.all.count < Deletions.limit {
        found.all.append(
          Deletion(range: pair.open..<pair.close + 1, text: text, hint: nil, numbers: []))
      }
      position = pair.close + 1
    }
    return found
  }

  /// Brackets with a partner, outer ones first, without those in code, comments and escapes.
  private func matchedPairs() -> [Pair] {
    var spans = SpanScanner(bytes, range)
    var open: [Int] = []
    var pairs: [Pair] = []
    var position = range.lowerBound
    while position < range.upperBound {
      switch bytes[position] {
      case UInt8(ascii: "`"), UInt8(ascii: "~"): position = spans.code(at: position).end
      case UInt8(ascii: "<"): position = spans.comment(at: position) ?? position + 1
      case UInt8(ascii: "\\"):
        let next = position + 1
        position += next < range.upperBound && ASCII.isPunctuation(bytes[next]) ? 2 : 1
      case UInt8(ascii: "["):
        open.append(pairs.count)
        pairs.append(Pair(open: position, close: -1))
        position += 1
      case UInt8(ascii: "]"):
        if let last = open.popLast() { pairs[last].close = position }
        position += 1
      default: position += 1
      }
    }
    return pairs.filter { $0.close >= 0 }
  }

  /// The end of the link, image, footnote or task box that a pair belongs to; nil for a deletion.
  private func endOfMarkdown(_ pair: Pair, next: Pair?) -> Int? {
    let after = pair.close + 1
    let inner = pair.open + 1..<pair.close
    if let next, next.open == pair.open + 1, next.close == pair.close - 1 { return after }
    if bytes.matches("[^", at: pair.open, end: pair.close), inner.count > 1 { return after }
    if isTaskBox(pair) { return after }
    let isImage =
      pair.open > range.lowerBound && bytes[pair.open - 1] == UInt8(ascii: "!")
      && !(pair.open - 1 > range.lowerBound && bytes[pair.open - 2] == UInt8(ascii: "\\"))
    guard after < range.upperBound else { return nil }
    switch bytes[after] {
    case UInt8(ascii: "("):
      guard let close = endOfTarget(after) else { return nil }
      if isImage { return close + 1 }
      return LinkTarget.isTarget(bytes, after + 1..<close) ? close + 1 : nil
    case UInt8(ascii: "[") where isImage:
      let close = bytes[after..<range.upperBound].firstIndex {
        $0 == UInt8(ascii: "]") || ASCII.isLineEnd($0)
      }
      return close.map { $0 + 1 } ?? after
    case UInt8(ascii: ":") where isLineStart(pair.open):
      let target = bytes.skippingBlanks(after + 1..<range.upperBound)
      var end = target
      while end < range.upperBound, !ASCII.isWhite(bytes[end]) { end += 1 }
      return LinkTarget.isTarget(bytes, target..<end) ? end : nil
    default: return nil
    }
  }

  /// The `)` that closes the `(` at `start`, on the same line and within 2,000 bytes.
  private func endOfTarget(_ start: Int) -> Int? {
    var depth = 0
    var position = start
    let limit = min(range.upperBound, start + 2_000)
    while position < limit, !ASCII.isLineEnd(bytes[position]) {
      if bytes[position] == UInt8(ascii: "(") { depth += 1 }
      if bytes[position] == UInt8(ascii: ")") {
        depth -= 1
        if depth == 0 { return position }
      }
      position += 1
    }
    return nil
  }

  /// `[ ]`, `[x]` or `[X]` at the start of a list item.
  private func isTaskBox(_ pair: Pair) -> Bool {
    guard pair.close == pair.open + 2,
      [UInt8(ascii: " "), UInt8(ascii: "x"), UInt8(ascii: "X")].contains(bytes[pair.open + 1])
    else { return false }
    var lineStart = pair.open
    while lineStart > range.lowerBound, !ASCII.isLineEnd(bytes[lineStart - 1]) { lineStart -= 1 }
    return ListMarker.end(bytes, lineStart..<range.upperBound).map {
      bytes.skippingBlanks($0..<range.upperBound) == pair.open
    } ?? false
  }

  private func isLineStart(_ position: Int) -> Bool {
    position == 0 || ASCII.isLineEnd(bytes[position - 1])
  }
}

/// Whether the words in the parentheses after brackets are the target of a link.
enum LinkTarget {
  /// A scheme, `#`, `/`, `./`, `../`, `<`, or a name with an extension; a title may follow.
  static func isTarget(_ bytes: Bytes, _ range: Range<Int>) -> Bool {
    let start = bytes.skippingBlanks(range)
    var end = start
    if start < range.upperBound, bytes[start] == UInt8(ascii: "<"),
      let close = bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: ">"))
    {
      end = close + 1
    }
    while end < range.upperBound, !ASCII.isWhite(bytes[end]) { end += 1 }
    guard start < end else { return false }
    let title = bytes.skippingBlanks(end..<range.upperBound)
    if title < range.upperBound {
      let quote = bytes[title]
      guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return false }
    }
    switch bytes[start] {
    case UInt8(ascii: "#"), UInt8(ascii: "/"), UInt8(ascii: "<"): return true
    case UInt8(ascii: "."):
      return bytes.matches("./", at: start, end: end) || bytes.matches("../", at: start, end: end)
    default: return hasScheme(bytes, start..<end) || hasExtension(bytes, start..<end)
    }
  }

  private static func hasScheme(_ bytes: Bytes, _ range: Range<Int>) -> Bool {
    guard let first = bytes[range].first, ASCII.isLetter(first),
      let colon = bytes[range].firstIndex(of: UInt8(ascii: ":")), colon - range.lowerBound >= 2,
      colon + 1 < range.upperBound
    else { return false }
    return bytes[range.lowerBound..<colon].allSatisfy {
      ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
        || $0 == UInt8(ascii: ".")
    }
  }

  /// `notes/a.md`, also before `#part` or `?query`: the extension has 1 to 5 letters or digits, a
  /// letter among them.
  private static func hasExtension(_ bytes: Bytes, _ range: Range<Int>) -> Bool {
    var end = range.lowerBound
    while end < range.upperBound, bytes[end] != UInt8(ascii: "#"), bytes[end] != UInt8(ascii: "?") {
      end += 1
    }
    guard let dot = bytes[range.lowerBound..<end].lastIndex(of: UInt8(ascii: ".")),
      dot > range.lowerBound, (1...5).contains(end - dot - 1)
    else { return false }
    let tail = bytes[dot + 1..<end]
    return tail.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) }
      && tail.contains(where: ASCII.isLetter)
  }
}

/// The bullet or number that begins a list item.
enum ListMarker {
  /// The place after the marker and one blank; nil when the line begins with none.
  static func end(_ bytes: Bytes, _ line: Range<Int>) -> Int? {
    var position = bytes.skippingBlanks(line)
    guard position < line.upperBound else { return nil }
    switch bytes[position] {
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"): position += 1
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      let digits = position
      while position < line.upperBound, ASCII.isDigit(bytes[position]) { position += 1 }
      guard position - digits <= 9, position < line.upperBound,
        bytes[position] == UInt8(ascii: ".") || bytes[position] == UInt8(ascii: ")")
      else { return nil }
      position += 1
    default: return nil
    }
    guard position < line.upperBound, ASCII.isBlank(bytes[position]) else { return nil }
    return position + 1
  }
}
