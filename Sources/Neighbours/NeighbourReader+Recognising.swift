import DeckFormat

extension NeighbourReader {
  public enum Recognition: Hashable, Sendable {
    /// `remark` says why it is taken for this where it could be something else too.
    case format(NeighbourFormat, remark: String?)
    /// A format that is known and not read, with the way out.
    case unread(name: String, nextStep: String)
    /// No card of any kind.
    case nothing
  }

  /// What a text file is, by what stands in it; its name decides only where the text cannot.
  public static func recognise(_ bytes: [UInt8], path: String) -> Recognition {
    let name = path.lowercased()
    if name.hasSuffix(".org") {
      return .unread(
        name: "an Org file",
        nextStep: "export its cards as CSV or for Anki, then import that")
    }
    let head = String(decoding: bytes.prefix(4096), as: UTF8.self)
    if head.contains("<mnemosyne") { return .format(.mnemosyne, remark: nil) }
    if head.contains("<openSM2sync") {
      return .unread(
        name: "the cards of Mnemosyne 2",
        nextStep: "export them as tab-separated text from Mnemosyne, then import that")
    }
    if bytes.contains(0) { return .nothing }
    let deck = DeckReader().read(bytes, path: path)
    if deck.isObsidian || holds("<!--SR:", bytes) {
      let marked = ObsidianReader.read(bytes, path: path)
      if !marked.notes.isEmpty { return .format(.obsidian, remark: nil) }
    }
    if deck.cards.isEmpty {
      if let foreign = deck.looksLike { return recognition(foreign) }
      return headings(bytes)
    }
    return .format(.native, remark: remark(deck, bytes))
  }

  private static func recognition(_ format: ForeignFormat) -> Recognition {
    switch format {
    case .mdanki: .format(.headings, remark: nil)
    case .md2anki: .format(.md2anki, remark: nil)
    case .hascard: .format(.hascard, remark: nil)
    case .inka, .carddown, .logseq:
      .unread(
        name: "\(format.name) notes",
        nextStep: "bring them to Anki with that program and import the package it makes")
    }
  }

  /// Headings with something under each may be cards, and may be any text.
  private static func headings(_ bytes: [UInt8]) -> Recognition {
    let source = SourceLines(bytes)
    if hascardSections(source) >= 2 {
      return .format(
        .hascard, remark: "read as hascard: every section between lines '---' begins with '# '")
    }
    guard let level = HeadingReader.level(of: source) else { return .nothing }
    let signs = String(repeating: "#", count: level)
    let deck = HeadingReader.read(bytes, path: "")
    guard deck.notes.count >= 2 else { return .nothing }
    return .format(
      .headings, remark: "read as cards under headings: each '\(signs) ' is taken for a question")
  }

  /// How many sections there are when each begins with a heading; else 0.
  private static func hascardSections(_ source: SourceLines) -> Int {
    var count = 0
    var begins = true
    for place in source.lines.indices {
      if source.isRule(place) {
        begins = true
      } else if begins, !Trimmed.text(source.lines[place]).isEmpty {
        guard source.heading(place)?.level == 1 else { return 0 }
        count += 1
        begins = false
      }
    }
    return count
  }

  /// Why a file with cards of our own may still be meant as something else.
  private static func remark(_ deck: ParsedDeck, _ bytes: [UInt8]) -> String? {
    let source = SourceLines(bytes)
    if source.lines.indices.contains(where: {
      source.heading($0).map { Md2AnkiReader.withoutID($0.text) != $0.text } ?? false
    }) {
      return "it has headings with ids as Md2Anki writes them, but also \(deck.cards.count) "
        + "cards in deckle's own syntax: only these are taken"
    }
    if hascardSections(source) >= 2 {
      return "its sections look like hascard, but it also has \(deck.cards.count) cards in "
        + "deckle's own syntax: only these are taken"
    }
    return nil
  }

  private static func holds(_ word: String, _ bytes: [UInt8]) -> Bool {
    let word = Array(word.utf8)
    guard bytes.count >= word.count else { return false }
    return (0...bytes.count - word.count).contains {
      bytes[$0] == word[0] && bytes[$0..<$0 + word.count].elementsEqual(word)
    }
  }
}
