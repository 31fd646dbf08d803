import StudyDomain

/// One pass over one deck file.
struct DeckScan {
  let bytes: Bytes
  let finder: CardFinder
  var deck: ParsedDeck
  var isObsidian: Bool
  let ask: AskMode
  let isHTML: Bool
  let noteTypes: NoteTypes
  let maker = KeyMaker()
  let plain = ByteBuffer(capacity: 1_024)
  var lines: [Line] { finder.lines }

  private let firstLine: Int
  private let unclosedFences: [Int]
  private let unclosedComments: [Int]
  private var outline = Outline()
  private var tagSets: [[String]: UInt32] = [:]
  private var deckNames: [String: UInt32] = ["": 0]
  private var currentDeck: UInt32 = 0
  private var currentTagSet: UInt32?
  /// The directives above, and the line of the first.
  private var directives: (line: Int, all: [Directive])?

  init(_ bytes: Bytes, path: String, settings: DeckReader.Settings) {
    self.bytes = bytes
    deck = ParsedDeck(path: path)
    let start = bytes.matches("\u{FEFF}", at: 0, end: bytes.count) ? 3 : 0
    var body = start..<bytes.count
    var firstLine = 1
    if let block = FrontMatterBlock(bytes, start: start) {
      let reader = FrontMatterReader(bytes, block, path: path)
      deck.frontMatter = reader.frontMatter
      deck.problems = reader.problems
      body = block.range.upperBound..<bytes.count
      firstLine += block.lineCount
    }
    let frontMatter = deck.frontMatter
    self.firstLine = firstLine
    ask = frontMatter.ask ?? settings.ask
    isHTML = frontMatter.isHTML ?? settings.isHTML
    noteTypes = frontMatter.noteTypes.over(settings.noteTypes)
    isObsidian =
      frontMatter.isObsidian
      ?? (settings.isObsidian || Self.hasFlashcardsTag(bytes, body, frontMatter.tags))
    let scanner = LineScanner(bytes, body)
    finder = CardFinder(bytes: bytes, lines: scanner.lines)
    unclosedFences = scanner.unclosedFences
    unclosedComments = scanner.unclosedComments
    if body.count > 4_096 {
      deck.notes.reserveCapacity(body.count / 160)
      deck.cards.reserveCapacity(body.count / 150)
    }
  }

  mutating func run() -> ParsedDeck {
    deck.isObsidian = isObsidian
    tagSets[deck.frontMatter.tags.sortedUnique] = 0
    deck.tagSets[0] = deck.frontMatter.tags.sortedUnique
    if isObsidian, let tag = deck.frontMatter.tags.first(where: { $0.hasPrefix("flashcards/") }) {
      currentDeck = deckIndex(tag.utf8.dropFirst("flashcards/".utf8.count))
    }
    for line in unclosedFences {
      report(
        .warning, line, "This fence is never closed, so it is read as text",
        "Close it with a line of as many marks.")
    }
    for line in unclosedComments {
      report(
        .warning, line, "This comment is never closed, so it is read as text",
        "Close it with `-->`.")
    }
    checkForConflict()
    var line = 0
    while line < lines.count { line = block(at: line) }
    dropDirectives()
    recogniseOthers()
    deck.problems.sort { ($0.line ?? 0, $0.message) < ($1.line ?? 0, $1.message) }
    return deck
  }

  /// Reads what begins at a line; the line after it.
  private mutating func block(at line: Int) -> Int {
    switch lines[line].kind {
    case .blank: return line + 1
    case .comment:
      return comment(at: line)
    case .separator:
      dropDirectives()
      return line + 1
    case .heading:
      dropDirectives()
      heading(at: line)
      return line + 1
    case .question, .term, .cloze: return card(at: line)
    case .note: return typedNote(at: line)
    default: return paragraph(at: line)
    }
  }

  // MARK: Places

  func lineNumber(_ line: Int) -> Int {
    line + firstLine
  }

  mutating func report(
    _ severity: Problem.Severity, _ line: Int, _ message: String, _ nextStep: String
  ) {
    deck.problems.append(
      Problem(
        severity, path: deck.path, line: lineNumber(line), message: message + ".",
        nextStep: nextStep))
  }

  private mutating func heading(at line: Int) {
    let level = Int(lines[line].level)
    var range = lines[line].range
    range = bytes.skippingBlanks(range) + level..<range.upperBound
    var text = bytes.trimmingBlanks(range)
    var (tags, end) = Tags.trailing(bytes, text)
    text = bytes.trimmingBlanks(text.lowerBound..<Swift.max(end, text.lowerBound))
    // `## Title ##` closes with marks.
    var close = text.upperBound
    while close > text.lowerBound, bytes[close - 1] == UInt8(ascii: "#") { close -= 1 }
    if close == text.lowerBound || ASCII.isBlank(bytes[close - 1]) {
      end = close
    } else {
      end = text.upperBound
    }
    if isObsidian {
      for tag in tags { takeDeckTag(tag) }
      tags.removeAll { $0 == "flashcards" || $0.hasPrefix("flashcards/") }
    }
    let title = bytes.text(bytes.trimmingBlanks(text.lowerBound..<end))
    outline.enter(level: level, title: title, tags: tags)
    currentTagSet = nil
  }

  var sectionLevel: Int { outline.level }

  /// The index of the heading path, made when the first note below it is read.
  mutating func contextIndex() -> UInt32 {
    outline.contextIndex(in: &deck.contexts)
  }

  mutating func tagSetIndex(adding tags: [String]) -> UInt32 {
    if tags.isEmpty, let currentTagSet { return currentTagSet }
    let all = (deck.frontMatter.tags + outline.tags + tags).sortedUnique
    let index = tagSets[all] ?? UInt32(deck.tagSets.count)
    if index == deck.tagSets.count {
      tagSets[all] = index
      deck.tagSets.append(all)
    }
    if tags.isEmpty { currentTagSet = index }
    return index
  }

  private mutating func takeDeckTag(_ tag: String) {
    if tag == "flashcards" { currentDeck = 0 }
    guard tag.hasPrefix("flashcards/") else { return }
    currentDeck = deckIndex(tag.utf8.dropFirst("flashcards/".utf8.count))
  }

  /// The index of a deck that a tag names: `a/b` is `a::b`.
  private mutating func deckIndex(_ path: Substring.UTF8View) -> UInt32 {
    let parts = Array(path).split(separator: UInt8(ascii: "/"))
    let name = parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "::")
    if let index = deckNames[name] { return index }
    let index = UInt32(deck.deckNames.count)
    deckNames[name] = index
    deck.deckNames.append(name)
    return index
  }

  /// The deck of a note that begins at a place: a tag there counts for it alone.
  mutating func deckIndex(at start: Int) -> UInt32 {
    guard isObsidian, bytes.matches("#flashcards/", at: start, end: bytes.count) else {
      return currentDeck
    }
    var end = start + 1
    while end < bytes.count, Tags.isTagByte(bytes[end]) { end += 1 }
    return deckIndex(bytes.text(start + 12..<end)[...].utf8)
  }

  /// In an Obsidian file a `#flashcards/a/b` outside cards sets the deck for what follows.
  mutating func takeDeckTags(of line: Int) {
    guard isObsidian else { return }
    var range = lines[line].range
    while let start = bytes.first("#flashcards", in: range) {
      var end = start + 1
      while end < range.upperBound, Tags.isTagByte(bytes[end]) { end += 1 }
      let isWord = start == range.lowerBound || ASCII.isBlank(bytes[start - 1])
      if isWord { takeDeckTag(bytes.text(start + 1..<end)) }
      range = end..<range.upperBound
    }
  }

  // MARK: Directives

  private mutating func comment(at line: Int) -> Int {
    guard let directive = Directive(comment: bytes, lines[line].range) else { return line + 1 }
    if let bad = directive.badValue {
      report(
        .warning, line, "`\(bad.key)` does not take `\(bad.value)`",
        bad.key == "ask"
          ? "Write one of flip, type, choice, order, items." : "Correct the value.")
    }
    if directives == nil { directives = (line, []) }
    directives?.all.append(directive)
    return line + 1
  }

  /// Directives that no card follows mean nothing.
  mutating func dropDirectives() {
    guard let dropped = directives else { return }
    directives = nil
    report(
      .warning, dropped.line, "No card follows this comment, so it has no effect",
      "Move it directly above the card it is meant for.")
  }

  /// The directives of the card that begins here, in one, and the line of the first.
  mutating func takeDirectives() -> NoteDirectives {
    guard let taken = directives else { return NoteDirectives() }
    directives = nil
    var result = NoteDirectives(taken.all)
    result.line = taken.line
    return result
  }
}
