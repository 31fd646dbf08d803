import Managers
public import Screens
public import StudyDomain

extension CoreInteractor: DeckFilesInteractor {
  private var changing: ChangeDecks {
    ChangeDecks(decks: container.decks, texts: container.texts, session: container.session)
  }

  public func createDeck(_ name: String) throws -> DeckFileReport {
    try attempt {
      let deck = try DeckManager.name(typed: name)
      try changing.create(deck)
      guard container.library.snapshot.deck(named: deck) != nil else {
        throw ActionFailure(
          "the file of \(deck.text) is made, but .gitignore or .deckleignore hides it",
          nextStep: "u takes it back")
      }
      return DeckFileReport(deck: deck, sentence: "new deck \(deck.text)")
    }
  }

  public func renameDeck(_ deck: DeckName, to name: String) throws -> DeckFileReport {
    try attempt {
      let new = try DeckManager.name(typed: name)
      try changing.rename(deck, to: new)
      return DeckFileReport(deck: new, sentence: "\(deck.text) is \(new.text) now")
    }
  }

  public func deckContents(of deck: DeckName) throws -> DeckContents {
    try attempt {
      let found = try container.decks.contents(of: deck)
      return DeckContents(decks: found.decks, cards: found.cards, reviews: found.reviews)
    }
  }

  public func trashDeck(_ deck: DeckName) throws -> String {
    try attempt {
      let found = try container.decks.contents(of: deck)
      try changing.remove(deck)
      let cards = found.cards == 1 ? "1 card" : "\(found.cards) cards"
      return "deleted \(deck.text) with \(cards); a copy lies in .deckle/trash"
    }
  }
}
