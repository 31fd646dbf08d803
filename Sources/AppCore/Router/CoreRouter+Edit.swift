import Screens
import StudyDomain

extension CoreRouter {
  /// Opens the form of a card's note.
  func edit(_ card: CardKey) {
    open(.card(card))
  }

  /// Opens the form for new cards, in a deck if one is at hand.
  func addCard(to deck: DeckName?) {
    open(.new(deck))
  }

  private func open(_ target: EditTarget) {
    guard let interactor, top?.name != .edit else { return }
    push(
      EditScreen(
        viewModel: EditViewModel(target: target, interactor: interactor, router: self), keys: keys))
  }
}
