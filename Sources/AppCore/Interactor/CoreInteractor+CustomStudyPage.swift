import Managers
public import Screens
public import StudyDomain

extension CoreInteractor: CustomStudyInteractor {
  public func cardCount(of query: Query, isDue: Bool) -> Int {
    let cards = container.flashcards.cards(matching: query)
    return cards.count { container.session.canAsk($0, isDue: isDue) }
  }
}
