import StudyDomain

extension DeckScan {
  /// Reads the run of lines without a blank one at a line; the line after it.
  mutating func paragraph(at start: Int) -> Int {
    var first = start
    let end = endOfParagraph(at: start)
    for line in start..<end
    where lines[line].kind == .answer || lines[line].kind == .definition {
      report(
        .warning, line, "Nothing here waits for this answer, so it is read as text",
        "A `Q:` is answered by `A:`, a `T:` by `D:`.")
    }
    while isObsidian, first < end, isTagLine(first) {
      takeDeckTags(of: first)
      first += 1
    }
    if first > start { dropDirectives() }
    if let mark = QuestionFinder.mark(lines[first..<end]) {
      addQuestion(first: first, mark: mark, end: end)
      return end
    }
    let hadNotes = deck.notes.count
    lineNotes(first..<end)
    if deck.notes.count == hadNotes { dropDirectives() }
    return end
  }

  /// The first line that a paragraph does not hold: comments inside it do not end it.
  private func endOfParagraph(at start: Int) -> Int {
    var line = start + 1
    while line < lines.count {
      switch lines[line].kind {
      case .blank, .separator, .heading, .question, .cloze, .term, .note:
        return finder.trimmedEnd(line, first: start + 1)
      case .comment:
        if Directive(comment: bytes, lines[line].range) != nil {
          return finder.trimmedEnd(line, first: start + 1)
        }
      default: break
      }
      line += 1
    }
    return finder.trimmedEnd(line, first: start + 1)
  }

  /// Words with `#` and nothing else.
  private func isTagLine(_ line: Int) -> Bool {
    guard lines[line].kind == .text else { return false }
    let range = bytes.trimmingBlanks(lines[line].range)
    return !range.isEmpty && Tags.trailing(bytes, range).end == range.lowerBound
  }

  private mutating func addQuestion(first: Int, mark: Int, end: Int) {
    for line in (mark + 1)..<end {
      let isCard =
        lines[line].kind == .ask || lines[line].kind == .askBoth
        || (lines[line].hasColons && lines[line].kind == .text
          && PairFinder.find(bytes, lines[line].range, isObsidian: false) != nil)
      guard isCard else { continue }
      report(
        .warning, line,
        "This looks like a card inside the answer of line \(lineNumber(first))",
        "Put a blank line before it to make it a card of its own.")
    }
    let bounds = CardBounds(opener: first, end: end)
    let parts = QuestionFinder.parts(bytes, lines[first..<end], mark: mark)
    addBasic(
      form: lines[mark].kind == .ask ? .question : .reversibleQuestion, front: parts.front,
      back: parts.back, bounds: bounds, directives: takeDirectives())
  }

  /// Reads the pairs of a paragraph, and between them highlights.
  private mutating func lineNotes(_ range: Range<Int>) {
    var isMaths = false
    var run = range.lowerBound
    var line = range.lowerBound
    while line < range.upperBound {
      if Self.isDisplayMark(bytes, lines[line].range) { isMaths.toggle() }
      let isText = lines[line].kind == .text || lines[line].kind == .escaped
      if isText, !isMaths, lines[line].hasColons,
        let pair = PairFinder.find(bytes, lines[line].range, isObsidian: isObsidian)
      {
        highlights(run..<line)
        // Directives are meant for the line directly below them.
        if line > range.lowerBound { dropDirectives() }
        addBasic(
          form: pair.isReversible ? .reversiblePair : .pair, front: pair.front, back: pair.back,
          bounds: CardBounds(opener: line, end: line + 1), directives: takeDirectives())
        run = line + 1
      } else {
        takeDeckTags(of: line)
        if lines[line].kind == .ask || lines[line].kind == .askBoth {
          report(
            .warning, line, "This `?` has no lines directly before and after it",
            "Put the question above and the answer below it, without a blank line between.")
        }
      }
      line += 1
    }
    if run > range.lowerBound { dropDirectives() }
    highlights(run..<range.upperBound)
  }

  /// `$$` alone on its line, or at only one end of it.
  private static func isDisplayMark(_ bytes: Bytes, _ line: Range<Int>) -> Bool {
    let text = bytes.trimmingBlanks(line)
    return text.count == 2 && bytes.matches("$$", at: text.lowerBound, end: text.upperBound)
  }

  /// Reads a run of lines of an Obsidian file as one cloze, when it has highlights.
  private mutating func highlights(_ range: Range<Int>) {
    guard isObsidian, !range.isEmpty, lines[range].contains(where: \.hasEquals) else { return }
    let end = finder.trimmedEnd(range.upperBound, first: range.lowerBound)
    guard end > range.lowerBound else { return }
    let text = Int(lines[range.lowerBound].start)..<Int(lines[end - 1].end)
    guard !ClozeScanner.highlights(bytes, text).all.isEmpty else { return }
    addCloze(
      form: .highlight, text: bytes.trimmingBody(text),
      bounds: CardBounds(opener: range.lowerBound, end: end), directives: takeDirectives())
  }
}

/// Finds the `?` between the lines of a question and of its answer.
enum QuestionFinder {
  /// The line of the first mark with lines on both sides.
  static func mark(_ lines: ArraySlice<Line>) -> Int? {
    guard lines.count >= 3 else { return nil }
    let inner = lines.startIndex + 1..<lines.endIndex - 1
    guard let first = lines.first, first.kind != .ask, first.kind != .askBoth else { return nil }
    return inner.first { lines[$0].kind == .ask || lines[$0].kind == .askBoth }
  }

  static func parts(
    _ bytes: Bytes, _ lines: ArraySlice<Line>, mark: Int
  ) -> (front: Range<Int>, back: Range<Int>) {
    let front = Int(lines[lines.startIndex].start)..<Int(lines[mark - 1].end)
    let back = Int(lines[mark + 1].start)..<Int(lines[lines.endIndex - 1].end)
    return (bytes.trimmingBody(front), bytes.trimmingBody(back))
  }
}
