public import StudyDomain

/// What a screen has at hand: the deck and the card that keys of all screens act on.
///
/// Options open for the deck, card info for the card, and a new card goes into the deck.
public struct Subject: Hashable, Sendable {
  public var deck: DeckName?
  public var card: CardKey?

  public init(deck: DeckName? = nil, card: CardKey? = nil) {
    self.deck = deck
    self.card = card
  }
}
