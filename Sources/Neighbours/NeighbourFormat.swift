/// A format of another program whose decks are read here.
public enum NeighbourFormat: String, CaseIterable, Sendable {
  /// Our own syntax, which hashcards writes too: such a file is taken as it is.
  case native
  /// Notes with the marks of obsidian-spaced-repetition.
  case obsidian
  case hascard
  /// A card under each heading, as mdanki and flashdown have it.
  case headings
  case md2anki
  /// The XML of Mnemosyne 1.
  case mnemosyne

  /// The name that its users know.
  public var name: String {
    switch self {
    case .native: "a deck in deckle's own syntax (or that of hashcards)"
    case .obsidian: "Obsidian notes with flashcards"
    case .hascard: "a hascard deck"
    case .headings: "cards under headings, as mdanki and flashdown have them"
    case .md2anki: "a Md2Anki deck"
    case .mnemosyne: "an XML export of Mnemosyne"
    }
  }
}
