public import StudyDomain

/// What Home may ask for where decks are made, renamed, moved and deleted.
@MainActor public protocol DeckFilesInteractor {
  /// Makes an empty deck; parts of the name between `::` or `/` are its parents.
  func createDeck(_ name: String) throws -> DeckFileReport
  /// Gives a deck, with all below it, another name; another parent in the name moves it there.
  func renameDeck(_ deck: DeckName, to name: String) throws -> DeckFileReport
  /// How much goes with a deck.
  func deckContents(of deck: DeckName) throws -> DeckContents
  /// Brings a deck with all below it to the trash; its history stays.
  func trashDeck(_ deck: DeckName) throws -> String
}

/// What became of a deck.
public struct DeckFileReport: Hashable, Sendable {
  public var deck: DeckName
  public var sentence: String

  public init(deck: DeckName, sentence: String) {
    self.deck = deck
    self.sentence = sentence
  }
}

/// What a deck holds, the decks below it counted in.
public struct DeckContents: Hashable, Sendable {
  public var decks: Int
  public var cards: Int
  public var reviews: Int

  public init(decks: Int, cards: Int, reviews: Int) {
    self.decks = decks
    self.cards = cards
    self.reviews = reviews
  }
}
