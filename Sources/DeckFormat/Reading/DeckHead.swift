import StudyDomain

/// What the beginning of a file says of all of it.
struct DeckHead {
  /// With the front matter and its problems.
  let deck: ParsedDeck
  /// What follows the front matter, and the line where that begins.
  let body: Range<Int>
  let firstLine: Int
  let isObsidian: Bool
  let ask: AskMode
  let isHTML: Bool
  let noteTypes: NoteTypes

  init(_ bytes: Bytes, path: String, settings: DeckReader.Settings) {
    var deck = ParsedDeck(path: path)
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
    self.body = body
    self.firstLine = firstLine
    ask = frontMatter.ask ?? settings.ask
    isHTML = frontMatter.isHTML ?? settings.isHTML
    noteTypes = frontMatter.noteTypes.over(settings.noteTypes)
    isObsidian =
      frontMatter.isObsidian
      ?? (settings.isObsidian || DeckScan.hasFlashcardsTag(bytes, body, frontMatter.tags))
    deck.isObsidian = isObsidian
    deck.tagSets[0] = frontMatter.tags.sortedUnique
    self.deck = deck
  }
}
