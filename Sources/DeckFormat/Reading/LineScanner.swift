/// What a line is, before its place among the others counts.
enum LineKind: UInt8 {
  case blank
  case text
  /// Inside a closed fence, its marks included, or in a comment that text follows.
  case opaque
  /// A whole line of a comment.
  case comment
  case separator
  case heading
  case question, answer, cloze, term, definition, note
  /// `A:` or `D:` after one to three blanks.
  case indentedAnswer, indentedDefinition
  /// `Q: C: T: N:` after one to three blanks.
  case indentedOpener
  /// `?` and `??` alone.
  case ask, askBoth
  /// A backslash before an opener or separator.
  case escaped
  /// Not yet decided, never left after a scan.
  case fenceMark, commentMark
}

/// One line of a file or block.
struct Line {
  var start: UInt32
  /// Before the line end.
  var end: UInt32
  var kind: LineKind
  /// 1 to 6 for a heading.
  var level: UInt8
  /// `::` stands in it.
  var hasColons: Bool
  /// `==` stands in it.
  var hasEquals: Bool

  var range: Range<Int> {
    Int(start)..<Int(end)
  }
}

/// Splits bytes into lines and tells what each is.
struct LineScanner {
  let bytes: Bytes
  private(set) var lines: [Line] = []
  /// Indices of lines that begin a fence, or a comment, without end.
  private(set) var unclosedFences: [Int] = []
  private(set) var unclosedComments: [Int] = []
  private var marks: [Int] = []

  init(_ bytes: Bytes, _ range: Range<Int>) {
    self.bytes = bytes
    lines.reserveCapacity(range.count / 28 + 8)
    split(range)
    resolveMarks()
  }

  private mutating func split(_ range: Range<Int>) {
    var position = range.lowerBound
    let end = range.upperBound
    let hasCR = bytes.contains(ASCII.cr, in: range)
    while position < end {
      let start = position
      if hasCR {
        while position < end, !ASCII.isLineEnd(bytes[position]) { position += 1 }
      } else {
        position = bytes.first(ASCII.lf, in: position..<end) ?? end
      }
      let text = start..<position
      var line = Line(
        start: UInt32(start), end: UInt32(position), kind: .text, level: 0,
        hasColons: hasPair(of: UInt8(ascii: ":"), text),
        hasEquals: hasPair(of: UInt8(ascii: "="), text))
      classify(&line)
      if line.kind == .fenceMark || line.kind == .commentMark { marks.append(lines.count) }
      lines.append(line)
      if position < end {
        position +=
          bytes[position] == ASCII.cr && position + 1 < end && bytes[position + 1] == ASCII.lf
          ? 2 : 1
      }
    }
  }

  /// Two of a byte stand side by side.
  private func hasPair(of byte: UInt8, _ range: Range<Int>) -> Bool {
    var start = range.lowerBound
    while let place = bytes.first(byte, in: start..<range.upperBound) {
      start = place + 1
      if start < range.upperBound, bytes[start] == byte { return true }
    }
    return false
  }

  private func classify(_ line: inout Line) {
    let range = line.range
    let text = bytes.skippingBlanks(range)
    guard text < range.upperBound else {
      line.kind = .blank
      return
    }
    let indent = text - range.lowerBound
    guard indent <= 3, indent == 0 || !bytes[range.lowerBound..<text].contains(ASCII.tab) else {
      return
    }
    let rest = text..<range.upperBound
    switch bytes[text] {
    case UInt8(ascii: "Q"), UInt8(ascii: "A"), UInt8(ascii: "C"), UInt8(ascii: "T"),
      UInt8(ascii: "D"), UInt8(ascii: "N"):
      guard let kind = Self.opener(bytes, rest) else { return }
      if indent == 0 {
        line.kind = kind
      } else {
        line.kind =
          kind == .answer
          ? .indentedAnswer : kind == .definition ? .indentedDefinition : .indentedOpener
      }
    case UInt8(ascii: "-"):
      if Self.isSeparator(bytes, rest) { line.kind = .separator }
    case UInt8(ascii: "#"):
      var level = 0
      while text + level < range.upperBound, bytes[text + level] == UInt8(ascii: "#") { level += 1 }
      let after = text + level
      if level <= 6, after == range.upperBound || ASCII.isBlank(bytes[after]) {
        line.kind = .heading
        line.level = UInt8(level)
      }
    case UInt8(ascii: "?"):
      let trimmed = bytes.trimmingBlanks(rest)
      if trimmed.count == 1 { line.kind = .ask }
      if trimmed.count == 2, bytes[text + 1] == UInt8(ascii: "?") { line.kind = .askBoth }
    case UInt8(ascii: "\\"):
      if indent == 0, Self.isEscape(bytes, rest) { line.kind = .escaped }
    case UInt8(ascii: "`"), UInt8(ascii: "~"):
      if Fence(bytes, rest) != nil { line.kind = .fenceMark }
    case UInt8(ascii: "<"):
      if bytes.matches("<!--", at: text, end: range.upperBound) { line.kind = .commentMark }
    default: break
    }
  }

  /// The opener that a text begins with.
  static func opener(_ bytes: Bytes, _ range: Range<Int>) -> LineKind? {
    let start = range.lowerBound
    guard range.count >= 2, bytes[start + 1] == UInt8(ascii: ":") else { return nil }
    let isSet = range.count == 2 || ASCII.isBlank(bytes[start + 2])
    switch bytes[start] {
    case UInt8(ascii: "Q"): return .question
    case UInt8(ascii: "A"): return .answer
    case UInt8(ascii: "C"): return isWindowsPath(bytes, range) ? nil : .cloze
    case UInt8(ascii: "T"): return isSet ? .term : nil
    case UInt8(ascii: "D"): return isSet ? .definition : nil
    case UInt8(ascii: "N"): return isSet ? .note : nil
    default: return nil
    }
  }

  /// `C:\Windows` is no cloze: a backslash or slash, and no deletion on the line.
  private static func isWindowsPath(_ bytes: Bytes, _ range: Range<Int>) -> Bool {
    guard range.count > 3 else { return false }
    let next = bytes[range.lowerBound + 2]
    guard next == UInt8(ascii: "\\") || next == UInt8(ascii: "/"),
      ASCII.isLetter(bytes[range.lowerBound + 3])
    else { return false }
    return !bytes[range].contains(UInt8(ascii: "[")) && bytes.first("{{c", in: range) == nil
  }

  static func isSeparator(_ bytes: Bytes, _ range: Range<Int>) -> Bool {
    bytes.matches("---", at: range.lowerBound, end: range.upperBound)
      && bytes.skippingBlanks(range.lowerBound + 3..<range.upperBound) == range.upperBound
  }

  /// True for a backslash and then an opener, or a separator; `range` may go past the line's end.
  static func isEscape(_ bytes: Bytes, _ range: Range<Int>) -> Bool {
    let start = range.lowerBound + 1
    guard start < range.upperBound else { return false }
    if bytes[start] == UInt8(ascii: "-") {
      guard bytes.matches("---", at: start, end: range.upperBound) else { return false }
      let rest = bytes.skippingBlanks(start + 3..<range.upperBound)
      return rest == range.upperBound || ASCII.isLineEnd(bytes[rest])
    }
    var end = start
    while end < range.upperBound, end < start + 3, !ASCII.isLineEnd(bytes[end]) { end += 1 }
    return opener(bytes, start..<end) != nil
  }

  /// Decides which fences and comments are closed.
  private mutating func resolveMarks() {
    var resolver = MarkResolver(bytes: bytes, lines: lines, marks: marks)
    resolver.resolve()
    lines = resolver.lines
    unclosedFences = resolver.unclosedFences
    unclosedComments = resolver.unclosedComments
  }
}

/// A fence mark: at least three backquotes or tildes.
struct Fence {
  var mark: UInt8
  var length: Int
  /// Words stand after the mark: it can begin a fence, not end one.
  var hasInfo: Bool

  /// The mark that a line begins with, its blanks skipped.
  init?(_ bytes: Bytes, _ line: Range<Int>) {
    guard !line.isEmpty else { return nil }
    mark = bytes[line.lowerBound]
    guard mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else { return nil }
    var end = line.lowerBound
    while end < line.upperBound, bytes[end] == mark { end += 1 }
    length = end - line.lowerBound
    guard length >= 3 else { return nil }
    let rest = bytes.skippingBlanks(end..<line.upperBound)
    hasInfo = rest < line.upperBound
    if hasInfo, mark == UInt8(ascii: "`"), bytes[rest..<line.upperBound].contains(mark) {
      return nil
    }
  }

  func isClosed(by other: Fence) -> Bool {
    other.mark == mark && other.length >= length && !other.hasInfo
  }
}
