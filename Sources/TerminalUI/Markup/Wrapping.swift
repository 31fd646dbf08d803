/// Breaks runs of text into lines that fit a width.
///
/// Breaks at blanks, between ideographs and behind hyphens; no line begins with closing
/// punctuation or ends with opening. A word that fits no line is broken between characters.
struct Wrapping {
  private(set) var lines: [(runs: [StyledRun], ending: StyledLine.Ending)] = []
  private let runs: [StyledRun]
  private let width: Int
  private let glyphs: [Glyph]

  /// `width` is at least 1; the lines are at least one.
  init(_ runs: [StyledRun], width: Int) {
    self.runs = runs
    self.width = max(1, width)
    glyphs = GlyphReader.glyphs(of: runs, width: self.width)
    wrap()
  }

  private mutating func wrap() {
    var start = 0
    while true {
      let end = lineEnd(start)
      if end == glyphs.count {
        add(start..<end, .hard)
        return
      }
      if glyphs[end].kind == .blank {
        add(start..<end, runs[glyphs[end].run].isDecoration ? .nothing : .blank)
        start = end + 1
      } else {
        add(start..<end, .nothing)
        start = end
      }
    }
  }

  /// The first glyph that is not on the line.
  private func lineEnd(_ start: Int) -> Int {
    var column = 0
    var end = start
    var lastBreak: Int?
    while end < glyphs.count {
      let glyph = glyphs[end]
      if end > start, glyph.kind == .blank || mayBreak(before: end) { lastBreak = end }
      column += glyph.width
      if column > width {
        // A blank that does not fit is taken away, so the line may end right here.
        if glyph.kind == .blank, end > start { return end }
        return lastBreak ?? brokenWord(start, end)
      }
      end += 1
    }
    return end
  }

  /// Where to break a word that fits no line: not beside punctuation, if that can be helped.
  private func brokenWord(_ start: Int, _ end: Int) -> Int {
    var place = end
    while place > start + 1, end - place < 4 {
      if !glyphs[place].isClosing, !glyphs[place - 1].isOpening { return place }
      place -= 1
    }
    return max(start + 1, end)
  }

  private func mayBreak(before place: Int) -> Bool {
    let left = glyphs[place - 1]
    let right = glyphs[place]
    if right.mayBreakBefore { return true }
    if left.kind == .hyphen {
      return place > 1 && glyphs[place - 2].kind == .letter && right.kind == .letter
    }
    guard left.kind == .ideograph || right.kind == .ideograph else { return false }
    return !right.isClosing && !left.isOpening && left.kind != .blank && right.kind != .joiner
      && left.kind != .joiner
  }

  private mutating func add(_ range: Range<Int>, _ ending: StyledLine.Ending) {
    var line: [StyledRun] = []
    var place = range.lowerBound
    while place < range.upperBound {
      // As much as stands together in one run.
      let first = glyphs[place]
      var last = first
      place += 1
      while place < range.upperBound, glyphs[place].run == last.run,
        glyphs[place].start == last.end, !glyphs[place].isReplaced, !last.isReplaced
      {
        last = glyphs[place]
        place += 1
      }
      var run = runs[first.run]
      let utf8 = run.text.utf8
      let start = utf8.index(utf8.startIndex, offsetBy: first.start)
      let end = utf8.index(start, offsetBy: last.end - first.start)
      run.text = first.isReplaced ? "\u{FFFD}" : String(run.text[start..<end])
      line.append(run)
    }
    lines.append((line, ending))
  }
}
