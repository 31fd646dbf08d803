import Managers
import StudyDomain

/// Begins a session over cards that a query finds, or that were chosen.
@MainActor struct BeginCustomStudy {
  let flashcards: FlashcardManager
  let session: StudySessionManager
  let index: StudyIndex

  /// Returns how many cards can be asked.
  @discardableResult
  func callAsFunction(_ custom: CustomStudy) -> Int {
    session.start(custom, cards: cards(of: custom.cards), deck: deck(of: custom.cards))
  }

  private func cards(of choice: CustomStudy.Cards) -> [Int] {
    switch choice {
    case .query(let query, _): flashcards.cards(matching: query)
    case .keys(let keys): keys.compactMap { index.library.snapshot.card(of: $0) }
    }
  }

  /// The deck that a query names and nothing else.
  private func deck(of choice: CustomStudy.Cards) -> DeckName? {
    guard case .query(let query, _) = choice, let name = query.deckName else { return nil }
    let deck = DeckName(name)
    return index.decks.contains { $0.name == deck } ? deck : nil
  }
}
