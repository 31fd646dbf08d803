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
  let table = FieldTable()
  /// Of the type that was met last.
  var rules: TypeRules?
  var allRules: [[UInt8]: TypeRules] = [:]
  var lines: [Line] { finder.lines }

  private let firstLine: Int
  private let unclosedFences: [Int]
  private let unclosedComments: [Int]
  private var outline = Outline()
  private var tagSets: [[String]: UInt32] = [:]
  private var deckNames: [String: UInt32] = ["": 0]
  private var currentDeck: UInt32 = 0
  private var currentTagSet: UInt32?
  /// Met so far.
  private var headings = 0
  /// The directives above.
  private var directives: NoteDirectives?
  /// By hash: comments that were met before, for tags are the same over and over.
  private var knownComments: [UInt64: KnownComment] = [:]

  /// A scan of the body of a file.
  init(_ bytes: Bytes, _ head: DeckHead) {
    self.init(bytes, head, head.body, firstLine: head.firstLine)
    deck.problems = head.deck.problems
  }

  /// A scan of a part of a file that knows nothing of the others.
  init(_ bytes: Bytes, _ head: DeckHead, _ range: Range<Int>, firstLine: Int) {
    self.bytes = bytes
    deck = head.deck
    deck.problems = []
    self.firstLine = firstLine
    ask = head.ask
    isHTML = head.isHTML
    noteTypes = head.noteTypes
    isObsidian = head.isObsidian
    let scanner = LineScanner(bytes, range)
    finder = CardFinder(bytes: bytes, lines: scanner.lines)
    unclosedFences = scanner.unclosedFences
    unclosedComments = scanner.unclosedComments
    if range.count > 4_096 {
      deck.notes.reserveCapacity(range.count / 160)
      deck.cards.reserveCapacity(range.count / 150)
    }
    tagSets[deck.tagSets[0]] = 0
  }

  /// Reads a part; nil when something of it may reach into the next one.
  mutating func part(isLast: Bool) -> ParsedDeck? {
    guard isLast || unclosedFences.isEmpty && unclosedComments.isEmpty, !hasConflictMark else {
      return nil
    }
    reportUnclosed()
    readBlocks()
    guard isLast || headings == 0 && directives == nil else { return nil }
    dropDirectives()
    return deck
  }

  mutating func run() -> ParsedDeck {
    if isObsidian, let tag = deck.frontMatter.tags.first(where: { $0.hasPrefix("flashcards/") }) {
      currentDeck = deckIndex(tag.utf8.dropFirst("flashcards/".utf8.count))
    }
    reportUnclosed()
    checkForConflict()
    readBlocks()
    dropDirectives()
    recogniseOthers()
    deck.problems.sort { ($0.line ?? 0, $0.message) < ($1.line ?? 0, $1.message) }
    return deck
  }

  private mutating func readBlocks() {
    var line = 0
    while line < lines.count { line = block(at: line) }
  }

  private mutating func reportUnclosed() {
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
    headings += 1
  }

  var sectionLevel: Int { outline.level }

  /// The index of the heading path, made when the first note below it is read.
  mutating func contextIndex() -> UInt32 {
    outline.contextIndex(in: &deck.contexts)
  }

  mutating func tagSetIndex(adding tags: [String], of comment: UInt64? = nil) -> UInt32 {
    if tags.isEmpty, let currentTagSet { return currentTagSet }
    if let comment, let known = knownComments[comment]?.tagSet, known.headings == headings {
      return known.index
    }
    let all = (deck.frontMatter.tags + outline.tags + tags).sortedUnique
    let index = tagSets[all] ?? UInt32(deck.tagSets.count)
    if index == deck.tagSets.count {
      tagSets[all] = index
      deck.tagSets.append(all)
    }
    if tags.isEmpty { currentTagSet = index }
    if let comment { knownComments[comment]?.tagSet = (headings, index) }
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

  private struct KnownComment {
    var range: Range<Int>
    var directive: Directive
    /// What it gave, and below how many headings.
    var tagSet: (headings: Int, index: UInt32)?
  }

  private mutating func comment(at line: Int) -> Int {
    let range = lines[line].range
    let hash = KeyMaker.hash(Bytes(rebasing: bytes[range]))
    var isKnown = false
    let directive: Directive
    if let known = knownComments[hash], bytes.isSame(known.range, range) {
      (directive, isKnown) = (known.directive, true)
    } else {
      guard let read = Directive(comment: bytes, range) else { return line + 1 }
      directive = read
      // An id has one note alone.
      if directive.id == nil, knownComments[hash] == nil {
        knownComments[hash] = KnownComment(range: range, directive: directive)
        isKnown = true
      }
    }
    if let bad = directive.badValue {
      report(
        .warning, line, "`\(bad.key)` does not take `\(bad.value)`",
        bad.key == "ask"
          ? "Write one of flip, type, choice, order, items." : "Correct the value.")
    }
    if var above = directives {
      above.comment = nil
      above.add(directive)
      directives = above
    } else {
      var first = NoteDirectives([directive])
      first.line = line
      first.comment = isKnown ? hash : nil
      directives = first
    }
    return line + 1
  }

  /// Directives that no card follows mean nothing.
  mutating func dropDirectives() {
    guard let line = directives?.line else { return }
    directives = nil
    report(
      .warning, line, "No card follows this comment, so it has no effect",
      "Move it directly above the card it is meant for.")
  }

  /// The directives of the card that begins here, in one, and the line of the first.
  mutating func takeDirectives() -> NoteDirectives {
    guard let taken = directives else { return NoteDirectives() }
    directives = nil
    return taken
  }
}
