/// Goes once over the text: disguises the marks of clozes and finds formulas, sounds and embedded
/// pictures, none of them inside code or comments.
///
/// md4c could find formulas, but takes the money in "$5 and $6" for one and reads the lines of a
/// long formula as lists. Every search that fails is remembered, so the cost is linear.
struct MarkdownScan {
  let input: [UInt8]
  private(set) var output: [UInt8] = []
  private(set) var spans: [HiddenSpan] = []
  var position = 0
  /// Where the line at `position` begins, and how much of it is indentation and quote marks.
  var lineStart = 0
  var lineIndent = 0
  /// Where its text begins, behind list markers too.
  var contentStart = 0
  /// Where the paragraph ends, and the last run of backquotes of each length in it.
  private var paragraphEnd = 0
  private var lastQuotes: [Int: Int] = [:]
  private var fences: FenceEnds?
  private let hasMarks: Bool
  private var hasFailedComment = false

  init(_ input: [UInt8], spans: [HiddenSpan] = []) {
    self.input = input
    self.spans = spans
    hasMarks = input.contains(0xF4)
    output.reserveCapacity(input.count + 64)
  }

  mutating func run() {
    while position < input.count {
      if let tooDeep = startLine() {
        // The parser's cost is its depth for each line.
        copy(to: tooDeep)
        output.append(UInt8(ascii: "\\"))
        readLine()
      } else if !copyFence() {
        readLine()
      }
    }
  }

  // MARK: Lines

  /// More formulas than a document has room for are not looked for.
  private static let mostSpans = 25_000

  /// More lists and quotes than this are never begun in one line; the rest is text.
  private static let deepest = 60

  /// Finds where the text of a line begins; gives the place of the sign that is to be text where
  /// too many quotes and lists begin.
  private mutating func startLine() -> Int? {
    lineStart = position
    var index = position
    var depth = 0
    while index < input.count, isIndent(input[index]), depth <= Self.deepest {
      if input[index] == UInt8(ascii: ">") { depth += 1 }
      index += 1
    }
    let isTooDeep = depth > Self.deepest
    if isTooDeep { index -= 1 }
    lineIndent = index - lineStart
    contentStart = index
    if isTooDeep { return index }
    while let next = afterListMarker(contentStart) {
      depth += 1 + input[contentStart..<next].count { $0 == UInt8(ascii: ">") }
      if depth > Self.deepest { return isRule(contentStart) ? nil : listSign(contentStart) }
      contentStart = next
    }
    return nil
  }

  /// Whether the rest of the line is one sign again and again: a rule, no lists.
  private func isRule(_ start: Int) -> Bool {
    var index = start
    while index < input.count, input[index] != 0x0A {
      if input[index] != input[start], input[index] != 0x20, input[index] != 0x09 { return false }
      index += 1
    }
    return true
  }

  /// The sign of a list marker, behind its number if it has one.
  private func listSign(_ marker: Int) -> Int {
    var index = marker
    while isDigit(input[index]) { index += 1 }
    return index
  }

  private func isIndent(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == UInt8(ascii: ">")
  }

  private func afterListMarker(_ start: Int) -> Int? {
    var index = start
    while index < input.count, index - start < 9, isDigit(input[index]) { index += 1 }
    guard index < input.count else { return nil }
    switch input[index] {
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"):
      if index > start { return nil }
    case UInt8(ascii: "."), UInt8(ascii: ")"):
      if index == start { return nil }
    default: return nil
    }
    index += 1
    guard index < input.count, input[index] == 0x20 || input[index] == 0x09 else { return nil }
    return afterIndent(index)
  }

  /// Behind the line end; the end of the text when it has none.
  private func afterLine(_ start: Int) -> Int {
    var index = start
    while index < input.count, input[index] != 0x0A { index += 1 }
    return min(index + 1, input.count)
  }

  /// Copies a fenced block that is closed; an unclosed fence is text.
  private mutating func copyFence() -> Bool {
    guard contentStart < input.count else { return false }
    let mark = input[contentStart]
    guard mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else { return false }
    let length = runLength(contentStart)
    guard length >= 3 else { return false }
    let line = afterLine(contentStart)
    if mark == UInt8(ascii: "`"), input[(contentStart + length)..<line].contains(mark) {
      return false
    }
    let ends = fences ?? FenceEnds(input)
    fences = ends
    guard let end = ends.end(of: mark, length: length, from: line) else { return false }
    copy(to: end)
    return true
  }

  func runLength(_ start: Int) -> Int {
    var end = start
    while end < input.count, input[end] == input[start] { end += 1 }
    return end - start
  }

  func isDigit(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte
  }

  // MARK: Inside a line

  private mutating func readLine() {
    while position < input.count {
      switch input[position] {
      case 0x0A:
        copy(to: position + 1)
        return
      case UInt8(ascii: "\\"):
        copy(to: min(position + (isMark(position + 1) ? 1 : 2), input.count))
        if output.last == 0x0A { return }
      case UInt8(ascii: "`"):
        copy(to: codeEnd() ?? position + runLength(position))
      case UInt8(ascii: "<") where hasPrefix("<!--", position):
        copy(to: commentEnd() ?? position + 1)
      case UInt8(ascii: "$") where spans.count < Self.mostSpans: readDollar()
      case UInt8(ascii: "["), UInt8(ascii: "!"): readBracket()
      default: copyPlain()
      }
    }
  }

  private mutating func copyPlain() {
    var end = position + 1
    while end < input.count {
      switch input[end] {
      case 0x0A, UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "<"), UInt8(ascii: "$"),
        UInt8(ascii: "["), UInt8(ascii: "!"):
        copy(to: end)
        return
      default: end += 1
      }
    }
    copy(to: end)
  }

  /// Behind a span of code that is closed in its paragraph.
  private mutating func codeEnd() -> Int? {
    if position >= paragraphEnd { readQuotes() }
    let length = runLength(position)
    guard let last = lastQuotes[length], last > position else { return nil }
    var index = position + length
    while index < last {
      let run = input[index] == UInt8(ascii: "`") ? runLength(index) : 0
      if run == length { break }
      index += max(run, 1)
    }
    return index + length
  }

  private mutating func readQuotes() {
    lastQuotes = [:]
    var index = position
    while index < input.count {
      if input[index] == UInt8(ascii: "`") {
        let run = runLength(index)
        lastQuotes[run] = index
        index += run
      } else if input[index] == 0x0A, endsParagraph(index + 1) {
        break
      } else {
        index += 1
      }
    }
    paragraphEnd = index
  }

  private mutating func commentEnd() -> Int? {
    guard !hasFailedComment else { return nil }
    var index = position + 4
    while index < input.count {
      if input[index] == UInt8(ascii: "-"), hasPrefix("-->", index) { return index + 3 }
      index += 1
    }
    hasFailedComment = true
    return nil
  }

  // MARK: Output

  mutating func hide(_ span: HiddenSpan, to end: Int) {
    output += DisguisedMarkdown.word(forSpan: spans.count)
    spans.append(span)
    position = end
  }

  /// Copies up to `end`; the marks of clozes get their faces.
  mutating func copy(to end: Int) {
    var start = position
    var index = hasMarks ? position : end
    while index < end {
      if let isOpen = ClozeBytes.mark(input, index) {
        output += input[start..<index]
        output += DisguisedMarkdown.mark(
          isOpen: isOpen, isLetter: isBesideWord(index, isOpen: isOpen))
        index += ClozeBytes.count
        start = index
      } else {
        index += 1
      }
    }
    output += input[start..<max(start, end)]
    position = max(start, end)
  }

  func isMark(_ index: Int) -> Bool {
    index < input.count && ClozeBytes.mark(input, index) != nil
  }

  func hasPrefix(_ prefix: StaticString, _ start: Int) -> Bool {
    let count = prefix.utf8CodeUnitCount
    guard start + count <= input.count else { return false }
    return (0..<count).allSatisfy { input[start + $0] == prefix.utf8Start[$0] }
  }

  func isBlankLine(_ start: Int) -> Bool {
    let index = afterIndent(start)
    return index >= input.count || input[index] == 0x0A
  }

  /// Whether the line is blank or a fence.
  func endsParagraph(_ start: Int) -> Bool {
    let index = afterIndent(start)
    return index >= input.count || input[index] == 0x0A || hasPrefix("```", index)
      || hasPrefix("~~~", index)
  }

  func afterIndent(_ start: Int) -> Int {
    var index = start
    while index < input.count, isIndent(input[index]) { index += 1 }
    return index
  }
}
