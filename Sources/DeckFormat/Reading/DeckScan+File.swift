import StudyDomain

/// What concerns a file as a whole.
extension DeckScan {
  /// The plugin's own rule: the tag `#flashcards` in the text, or `flashcards` at its head.
  static func hasFlashcardsTag(
    _ bytes: Bytes, _ body: Range<Int>, _ tags: [String]
  ) -> Bool {
    if tags.contains(where: { $0 == "flashcards" || $0.hasPrefix("flashcards/") }) { return true }
    var start = body.lowerBound
    while let place = bytes.first("#flashcards", in: start..<body.upperBound) {
      let end = place + 11
      let isStart = place == body.lowerBound || ASCII.isWhite(bytes[place - 1])
      if isStart,
        end == body.upperBound || !Tags.isTagByte(bytes[end]) || bytes[end] == UInt8(ascii: "/")
      {
        return true
      }
      start = end
    }
    return false
  }

  /// A line looks like a mark of a merge.
  var hasConflictMark: Bool {
    lines.contains { line in
      guard line.kind != .opaque, line.kind != .blank else { return false }
      let marks: [StaticString] = ["<<<<<<<", "=======", ">>>>>>>"]
      switch bytes[Int(line.start)] {
      case UInt8(ascii: "<"), UInt8(ascii: "="), UInt8(ascii: ">"):
        return marks.contains { isMark($0, line.range) }
      default: return false
      }
    }
  }

  /// Looks for the three marks of a merge, outside fences.
  mutating func checkForConflict() {
    var begin: Int?
    var hasMiddle = false
    for line in lines.indices where lines[line].kind != .opaque && lines[line].kind != .blank {
      let range = lines[line].range
      switch bytes[range.lowerBound] {
      case UInt8(ascii: "<") where isMark("<<<<<<<", range):
        begin = line
        hasMiddle = false
      case UInt8(ascii: "=") where range.count == 7 && isMark("=======", range):
        hasMiddle = begin != nil
      case UInt8(ascii: ">") where isMark(">>>>>>>", range):
        guard let start = begin, hasMiddle else { continue }
        deck.hasConflictMarkers = true
        report(
          .error, start, "A merge has left its conflict marks here",
          "Choose one of the two versions and delete the marks.")
        return
      default: break
      }
    }
  }

  private func isMark(_ mark: StaticString, _ range: Range<Int>) -> Bool {
    bytes.matches(mark, at: range.lowerBound, end: range.upperBound)
      && (range.count == 7 || bytes[range.lowerBound + 7] == ASCII.space)
  }

  /// A file without cards of our own marks may be another program's.
  mutating func recogniseOthers() {
    let own = deck.notes.contains { note in
      switch note.form {
      case .highlight: false
      case .pair, .reversiblePair:
        PairFinder.find(bytes, pairLine(of: note), isObsidian: false) != nil
      default: true
      }
    }
    guard !own, let format = ForeignFormat.recognise(bytes, lines) else { return }
    deck.looksLike = format
    deck.notes = []
    deck.cards = []
    deck.problems.append(
      Problem(
        .warning, path: deck.path, line: 1,
        message: "This looks like a file of \(format.name); it holds no cards in deckle's syntax.",
        nextStep:
          "Write its cards as Q: and A: lines; reading \(format.rawValue) files comes later."))
  }

  private func pairLine(of note: ParsedNote) -> Range<Int> {
    var start = note.byteRange.upperBound
    while start > note.byteRange.lowerBound, !ASCII.isLineEnd(bytes[start - 1]) { start -= 1 }
    return start..<note.byteRange.upperBound
  }
}
