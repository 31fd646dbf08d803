/// Finds the ends of the spans of Markdown that are not read for marks: code, maths, comments.
struct SpanScanner {
  let bytes: Bytes
  let range: Range<Int>
  /// The shortest fence of each mark that is known to have no end.
  private var unclosable: (backquote: Int, tilde: Int) = (.max, .max)
  /// No comment ends after this place.
  private var lastCommentEnd = Int.max

  init(_ bytes: Bytes, _ range: Range<Int>) {
    self.bytes = bytes
    self.range = range
  }

  /// The end of the code span or closed fence that begins at `start`.
  ///
  /// For a run of marks that begins neither, `isCode` is false and `end` is after the run.
  mutating func code(at start: Int) -> (end: Int, isCode: Bool) {
    if let end = fence(at: start) { return (end, true) }
    let mark = bytes[start]
    var runEnd = start
    while runEnd < range.upperBound, bytes[runEnd] == mark { runEnd += 1 }
    guard mark == UInt8(ascii: "`") else { return (runEnd, false) }
    let length = runEnd - start
    var position = runEnd
    while position < range.upperBound {
      let byte = bytes[position]
      if byte == mark {
        var end = position
        while end < range.upperBound, bytes[end] == mark { end += 1 }
        if end - position == length { return (end, true) }
        position = end
      } else if ASCII.isLineEnd(byte), isParagraphEnd(position) {
        break
      } else {
        position += 1
      }
    }
    return (runEnd, false)
  }

  /// True when the line end at `position` is followed by a blank line.
  func isParagraphEnd(_ position: Int) -> Bool {
    var next = position + 1
    if bytes[position] == ASCII.cr, next < range.upperBound, bytes[next] == ASCII.lf { next += 1 }
    let text = bytes.skippingBlanks(min(next, range.upperBound)..<range.upperBound)
    return text == range.upperBound || ASCII.isLineEnd(bytes[text])
  }

  /// The end of the closed fence whose first mark is at `start`; nil when none begins there.
  private mutating func fence(at start: Int) -> Int? {
    var lineStart = start
    while lineStart > range.lowerBound, bytes[lineStart - 1] == ASCII.space { lineStart -= 1 }
    guard start - lineStart <= 3,
      // A text by itself begins a line, wherever it stands in its file.
      lineStart == range.lowerBound || ASCII.isLineEnd(bytes[lineStart - 1]),
      let opening = Fence(bytes, start..<lineEnd(start))
    else { return nil }
    let isTilde = opening.mark == UInt8(ascii: "~")
    if opening.length >= (isTilde ? unclosable.tilde : unclosable.backquote) { return nil }
    var position = lineEnd(start)
    while position < range.upperBound {
      position += 1
      let end = lineEnd(position)
      let text = bytes.skippingBlanks(position..<end)
      if text - position <= 3, let other = Fence(bytes, text..<end), opening.isClosed(by: other) {
        return end
      }
      position = end
    }
    if isTilde { unclosable.tilde = opening.length } else { unclosable.backquote = opening.length }
    return nil
  }

  /// The end of the line that `position` stands in.
  private func lineEnd(_ position: Int) -> Int {
    var end = position
    while end < range.upperBound, !ASCII.isLineEnd(bytes[end]) { end += 1 }
    return end
  }

  /// The end of the comment at `start`; nil when none begins there or it is not closed.
  mutating func comment(at start: Int) -> Int? {
    guard bytes.matches("<!--", at: start, end: range.upperBound), start + 4 <= lastCommentEnd
    else { return nil }
    guard let close = bytes.first("-->", in: start + 4..<range.upperBound) else {
      lastCommentEnd = start
      return nil
    }
    return close + 3
  }

  /// The end of the maths at the dollar sign at `start`; nil when that is only a dollar sign.
  ///
  /// As Pandoc reads it: `$` is followed by no blank, its partner has no blank before and no digit
  /// after it. The partner is looked for in 2,000 bytes of the same paragraph.
  func maths(at start: Int) -> Int? {
    let limit = Swift.min(range.upperBound, start + 2_000)
    let isDisplay = bytes.matches("$$", at: start, end: limit)
    var position = start + (isDisplay ? 2 : 1)
    guard position < limit, isDisplay || !ASCII.isWhite(bytes[position]) else { return nil }
    while position < limit {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\\") {
        position += 2
        continue
      }
      if ASCII.isLineEnd(byte), isParagraphEnd(position) { return nil }
      if byte == UInt8(ascii: "$") {
        if isDisplay {
          if bytes.matches("$$", at: position, end: limit) { return position + 2 }
        } else if position > start + 1, !ASCII.isWhite(bytes[position - 1]),
          position + 1 == range.upperBound || !ASCII.isDigit(bytes[position + 1])
        {
          return position + 1
        }
      }
      position += 1
    }
    return nil
  }
}
