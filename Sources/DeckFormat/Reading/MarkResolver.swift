/// Finds the ends of fences and comments among the lines that may begin one.
///
/// A fence is opaque only if it is closed. One that runs over an opener into the beginning of
/// another fence was forgotten, and must not hide the cards between.
struct MarkResolver {
  let bytes: Bytes
  var lines: [Line]
  let marks: [Int]
  private(set) var unclosedFences: [Int] = []
  private(set) var unclosedComments: [Int] = []
  /// The shortest fence of each mark that no later line closes.
  private var unclosable: (backquote: Int, tilde: Int) = (.max, .max)
  /// A fence of this mark and length, or a longer one, that begins before the line is forgotten.
  private var forgotten: (mark: UInt8, length: Int, before: Int) = (0, 0, -1)

  init(bytes: Bytes, lines: [Line], marks: [Int]) {
    self.bytes = bytes
    self.lines = lines
    self.marks = marks
  }

  mutating func resolve() {
    var next = 0
    for (index, mark) in marks.enumerated() where mark >= next {
      if lines[mark].kind == .fenceMark {
        next = resolveFence(at: mark, index: index)
      } else {
        next = resolveComment(at: mark)
      }
    }
    // Marks inside a closed fence or comment got its kind; the rest is text.
    for mark in marks where lines[mark].kind == .fenceMark || lines[mark].kind == .commentMark {
      lines[mark].kind = .text
    }
  }

  private func fence(at line: Int) -> Fence? {
    let range = lines[line].range
    return Fence(bytes, bytes.skippingBlanks(range)..<range.upperBound)
  }

  private mutating func resolveFence(at start: Int, index: Int) -> Int {
    guard let opening = fence(at: start) else { return start + 1 }
    if let end = closing(of: opening, at: start, index: index) {
      for line in start...end { lines[line].kind = .opaque }
      return end + 1
    }
    lines[start].kind = .text
    unclosedFences.append(start)
    return start + 1
  }

  private mutating func closing(of opening: Fence, at start: Int, index: Int) -> Int? {
    let isTilde = opening.mark == UInt8(ascii: "~")
    if opening.length >= (isTilde ? unclosable.tilde : unclosable.backquote) { return nil }
    if forgotten.mark == opening.mark, opening.length >= forgotten.length,
      start < forgotten.before
    {
      return nil
    }
    var firstOpener: Int?
    var checked = start + 1
    for mark in marks[(index + 1)...] where lines[mark].kind == .fenceMark {
      guard let other = fence(at: mark), other.mark == opening.mark, other.length >= opening.length
      else { continue }
      while firstOpener == nil, checked < mark {
        if lines[checked].kind.opensCard { firstOpener = checked }
        checked += 1
      }
      if opening.isClosed(by: other) { return mark }
      if let firstOpener {
        forgotten = (opening.mark, opening.length, firstOpener)
        return nil
      }
    }
    if isTilde { unclosable.tilde = opening.length } else { unclosable.backquote = opening.length }
    return nil
  }

  private mutating func resolveComment(at start: Int) -> Int {
    var line = start
    var position = bytes.skippingBlanks(lines[start].range) + 4
    while line < lines.count {
      let end = Int(lines[line].end)
      while position < end {
        if bytes.matches("-->", at: position, end: end) {
          let kind = kindAfterComment(position + 3, end: end)
          // A line of its own, with text after a comment, is as any other text.
          if kind == .opaque, line == start {
            lines[start].kind = .text
            return start + 1
          }
          for index in start...line { lines[index].kind = kind }
          return line + 1
        }
        if bytes.matches("<!--", at: position, end: end) {
          lines[start].kind = .text
          unclosedComments.append(start)
          return start + 1
        }
        position += 1
      }
      line += 1
      if line < lines.count { position = Int(lines[line].start) }
    }
    lines[start].kind = .text
    unclosedComments.append(start)
    return start + 1
  }

  /// `comment` when only blanks and further whole comments follow on the line.
  private func kindAfterComment(_ start: Int, end: Int) -> LineKind {
    var position = bytes.skippingBlanks(start..<end)
    while position < end {
      guard bytes.matches("<!--", at: position, end: end),
        let close = bytes.first("-->", in: position + 4..<max(position + 4, end))
      else { return .opaque }
      position = bytes.skippingBlanks(close + 3..<end)
    }
    return .comment
  }
}

extension LineKind {
  /// `Q: C: T: N:` at column 0.
  var opensCard: Bool {
    self == .question || self == .cloze || self == .term || self == .note
  }
}
