import DeckFormat
import StudyDomain

/// Reads notes with the marks of obsidian-spaced-repetition and the schedules that it keeps in
/// comments `<!--SR:!2024-05-01,3,250-->`.
///
/// What is a card is told by our own reader, which knows these marks; here they become cards of our
/// own notation, and the comments what is known of them.
struct ObsidianReader {
  private let bytes: [UInt8]
  private let parsed: ParsedDeck
  private var deck: NeighbourDeck

  private init(_ bytes: [UInt8], path: String) {
    self.bytes = bytes
    var settings = DeckReader.Settings()
    settings.isObsidian = true
    parsed = DeckReader(settings: settings).read(bytes, path: path)
    deck = NeighbourDeck(path: path, format: .obsidian)
  }

  static func read(_ bytes: [UInt8], path: String) -> NeighbourDeck {
    var reader = ObsidianReader(bytes, path: path)
    reader.read()
    return reader.deck
  }

  private mutating func read() {
    deck.problems = parsed.problems
    deck.name = parsed.frontMatter.deckName.map { DeckName($0) }
    let schedules = schedules()
    for (number, note) in parsed.notes.enumerated() {
      let content = NoteContent(
        block: Array(bytes[note.byteRange]), note: note,
        tags: parsed.tagSets[Int(note.tagSet)], noteTypes: parsed.frontMatter.noteTypes)
      guard var own = self.note(note, content) else {
        deck.problems.append(
          Problem(
            .error, path: deck.path, line: Int(note.line),
            message: "The gaps of this paragraph cannot be told apart.",
            nextStep: "Write it with {{c1::…}} and import again."))
        continue
      }
      own.ask = note.ask == .flip || note.ask == .choice ? nil : note.ask
      own.tags = content.tags.filter { !Self.isDeckTag($0) }
      own.headings = Self.headings(parsed.contexts[Int(note.context)])
      let name = parsed.deckNames[Int(note.deck)]
      if !name.isEmpty { own.deck = DeckName(name) }
      if let comment = schedules[number] { attach(comment, to: &own, cards: content.cards.count) }
      deck.notes.append(own)
    }
  }

  /// The tag that marks a note is none of its subjects.
  private static func isDeckTag(_ tag: String) -> Bool {
    tag == "flashcards" || tag.hasPrefix("flashcards/")
  }

  private static func headings(_ context: String) -> [String] {
    var parts: [String] = []
    var current = ""
    var rest = Substring(context)
    while let character = rest.first {
      if rest.hasPrefix(separator) {
        parts.append(current)
        current = ""
        rest = rest.dropFirst(separator.count)
      } else {
        current.append(character)
        rest = rest.dropFirst()
      }
    }
    return (parts + [current]).filter { !$0.isEmpty }
  }

  /// As our reader joins headings.
  private static let separator = " › "

  // MARK: Notes

  private func note(_ note: ParsedNote, _ content: NoteContent) -> NeighbourNote? {
    let line = Int(note.line)
    let fields = content.fields.map { Self.plain($0.value) }
    switch note.form {
    case .cloze, .note:
      let block = String(decoding: bytes[note.byteRange], as: UTF8.self)
      return NeighbourNote(.block(block, keys: content.cards.map(\.key)), line: line)
    case .highlight:
      guard let text = fields.first, let pieces = HighlightText.pieces(text) else { return nil }
      return NeighbourNote(.gaps(pieces, extra: ""), line: line)
    case .basic, .pair, .question:
      guard fields.count == 2 else { return nil }
      return NeighbourNote(.basic(front: fields[0], back: fields[1]), line: line)
    case .term, .reversiblePair, .reversibleQuestion:
      guard fields.count == 2 else { return nil }
      return NeighbourNote(.reversible(front: fields[0], back: fields[1]), line: line)
    }
  }

  /// A text without the plugin's comments and without the mark of a block (` ^d7cee0`) at its end.
  private static func plain(_ text: String) -> String {
    var kept: [UInt8] = []
    let bytes = Array(text.utf8)
    var place = 0
    while place < bytes.count {
      if ScheduleComment.begins(bytes, place), let end = ScheduleComment.end(bytes, place) {
        while let last = kept.last, last == 32 || last == 9 { kept.removeLast() }
        place = end
      } else {
        kept.append(bytes[place])
        place += 1
      }
    }
    let lines = String(decoding: kept, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    // The call-out that newer versions put around the comment goes with it.
    let isMarked = lines.contains { $0.hasPrefix("> [!sr|") }
    let texts = lines.filter { line in
      !line.hasPrefix("> [!sr|") && !(isMarked && Trimmed.text(line) == ">")
    }
    return withoutBlockMark(Trimmed.lines(texts))
  }

  private static func withoutBlockMark(_ text: String) -> String {
    guard let caret = text.utf8.lastIndex(of: UInt8(ascii: "^")), caret > text.startIndex else {
      return text
    }
    let mark = text.utf8[text.utf8.index(after: caret)...]
    let before = text.utf8[text.utf8.index(before: caret)]
    let isMark =
      !mark.isEmpty
      && mark.allSatisfy {
        $0 &- 48 < 10 || (97...122).contains($0 | 0x20) || $0 == UInt8(ascii: "-")
      }
    return isMark && (before == 32 || before == 10) ? Trimmed.lines([String(text[..<caret])]) : text
  }

  // MARK: Schedules

  /// Comments by the note that they stand in or directly behind.
  private mutating func schedules() -> [Int: ScheduleComment] {
    var found: [Int: ScheduleComment] = [:]
    let lines = SourceLines(bytes)
    var number = -1
    var line = 0
    var lineEnds = 0
    for place in bytes.indices {
      while number + 1 < parsed.notes.count, Int(parsed.notes[number + 1].offset) <= place {
        number += 1
      }
      if bytes[place] == 10
        || (bytes[place] == 13 && !(place + 1 < bytes.count && bytes[place + 1] == 10))
      {
        line += 1
        lineEnds = place + 1
      }
      guard bytes[place] == UInt8(ascii: "<"), ScheduleComment.begins(bytes, place) else {
        continue
      }
      guard let comment = ScheduleComment(bytes, place) else { continue }
      let isOpaque = line < lines.isOpaque.count && lines.isOpaque[line]
      if number >= 0, isOf(parsed.notes[number], place, lineEnds), found[number] == nil {
        found[number] = comment
      } else if !isOpaque {
        deck.problems.append(
          Problem(
            .warning, path: deck.path, line: line + 1,
            message: "This schedule belongs to no card.",
            nextStep: "It is left behind; a card must end directly above it."))
      }
    }
    return found
  }

  /// True inside a block and behind it, where only blanks, one line end and a call-out's marks part
  /// them.
  private func isOf(_ note: ParsedNote, _ place: Int, _ lineStart: Int) -> Bool {
    let end = note.byteRange.upperBound
    if place < end { return true }
    let between = bytes[end..<place]
    let text = String(decoding: between, as: UTF8.self)
    if text.contains("[!sr|") { return between.count < 200 }
    let lineEnds = between.count { $0 == 10 }
    return lineEnds <= 1 && between.allSatisfy { [9, 10, 13, 32, 62].contains($0) }
  }

  private mutating func attach(
    _ comment: ScheduleComment, to note: inout NeighbourNote, cards: Int
  ) {
    let segments = comment.segments
    if segments.count > cards {
      deck.problems.append(
        Problem(
          .warning, path: deck.path, line: note.line,
          message: "The comment holds \(segments.count) schedules, the note \(cards) cards.",
          nextStep: "The first \(cards) are taken."))
    }
    note.pasts = segments.prefix(cards).map { segment in
      switch segment {
      case .schedule(let schedule): return NeighbourPast(schedule: schedule)
      case .new: return nil
      case .unreadable(let text):
        deck.problems.append(
          Problem(
            .warning, path: deck.path, line: note.line,
            message: "'\(text)' is no schedule.", nextStep: "Its card begins anew."))
        return nil
      }
    }
  }
}
