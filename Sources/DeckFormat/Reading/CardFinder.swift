/// The lines of one card that begins with a letter tag.
struct CardBounds {
  /// The line of the opener.
  var opener: Int
  /// The line of the `A:` or `D:`.
  var answer: Int?
  /// After the last line that belongs to the card.
  var end: Int
  /// A line begins with an escaped opener or separator.
  var hasEscapes = false
}

/// Finds where a card ends and where its answer begins.
struct CardFinder {
  let bytes: Bytes
  let lines: [Line]

  /// What is read in a way that may not be meant.
  enum Doubt {
    /// An `A:` or `D:` that answers nothing.
    case strayAnswer
    /// What would be a card of its own outside this answer.
    case cardInside
  }

  /// The bounds of the card at a line.
  ///
  /// A heading at or above `sectionLevel` ends it; 0 stands for no section, where none does.
  func card(
    at opener: Int, sectionLevel: Int, doubt: (Int, Doubt) -> Void = { _, _ in }
  ) -> CardBounds {
    var bounds = CardBounds(opener: opener, end: opener + 1)
    let isTerm = lines[opener].kind == .term
    var line = opener + 1
    scan: while line < lines.count {
      switch lines[line].kind {
      case .question, .cloze, .term, .note, .separator: break scan
      case .heading where Int(lines[line].level) <= sectionLevel: break scan
      case .answer, .indentedAnswer:
        if bounds.answer == nil, !isTerm {
          bounds.answer = line
        } else if isTerm, lines[line].kind == .answer {
          doubt(line, .strayAnswer)
        }
      case .definition, .indentedDefinition:
        if bounds.answer == nil, isTerm {
          bounds.answer = line
        } else if !isTerm, lines[line].kind == .definition {
          doubt(line, .strayAnswer)
        }
      case .indentedOpener, .ask, .askBoth: doubt(line, .cardInside)
      case .text where lines[line].hasColons:
        if PairFinder.find(bytes, lines[line].range, isObsidian: false) != nil {
          doubt(line, .cardInside)
        }
      case .escaped: bounds.hasEscapes = true
      default: break
      }
      line += 1
    }
    bounds.end = trimmedEnd(line, first: (bounds.answer ?? opener) + 1)
    if bounds.end == (bounds.answer ?? opener) + 1, isBare(bounds.answer ?? opener) {
      bounds.end = endWithHeading(before: line, from: bounds.end)
    }
    return bounds
  }

  /// Leaves blank lines, comments and headings at the end to what follows.
  func trimmedEnd(_ end: Int, first: Int) -> Int {
    var end = end
    while end > first {
      switch lines[end - 1].kind {
      case .blank, .comment, .heading: end -= 1
      default: return end
      }
    }
    return end
  }

  /// A body is never stripped to nothing: one that holds only headings keeps them.
  private func endWithHeading(before end: Int, from start: Int) -> Int {
    var line = end
    while line > start {
      if lines[line - 1].kind == .heading { return line }
      line -= 1
    }
    return start
  }

  /// Nothing follows the tag on its line.
  private func isBare(_ line: Int) -> Bool {
    let rest = textRange(ofTag: line)
    return rest.isEmpty
  }

  /// What follows the tag on its line.
  func textRange(ofTag line: Int) -> Range<Int> {
    let range = lines[line].range
    let start = bytes.skippingBlanks(range) + 2
    return bytes.trimmingBlanks(Swift.min(start, range.upperBound)..<range.upperBound)
  }

  /// The text of the opener's part, and that of the answer's.
  func parts(_ bounds: CardBounds) -> (front: Range<Int>, back: Range<Int>?) {
    let end = Int(lines[bounds.end - 1].end)
    guard let answer = bounds.answer else {
      return (body(from: bounds.opener, to: end), nil)
    }
    return (
      body(from: bounds.opener, to: Int(lines[answer - 1].end)), body(from: answer, to: end)
    )
  }

  private func body(from tag: Int, to end: Int) -> Range<Int> {
    let start = bytes.skippingBlanks(lines[tag].range) + 2
    return bytes.trimmingBody(start..<Swift.max(start, end))
  }

  /// The end of the note of a type that begins at a line: its fields and what is indented by two.
  func note(at opener: Int, sectionLevel: Int) -> CardBounds {
    var line = opener + 1
    scan: while line < lines.count {
      let range = lines[line].range
      switch lines[line].kind {
      case .blank, .comment, .opaque: break
      case .heading where Int(lines[line].level) <= sectionLevel: break scan
      default:
        if FieldLine(bytes, range) == nil,
          !bytes.matches("  ", at: range.lowerBound, end: range.upperBound)
        {
          break scan
        }
      }
      line += 1
    }
    return CardBounds(opener: opener, end: trimmedEnd(line, first: opener + 1))
  }
}
