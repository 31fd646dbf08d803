import Screens
import StudyDomain

extension CoreRouter {
  /// Shows the goals of all decks; those of a deck are one key away.
  func showGoals(_ deck: DeckName?) {
    guard let interactor else { return }
    push(
      GoalsScreen(
        viewModel: GoalsViewModel(deck: deck, interactor: interactor, router: self), keys: keys))
  }
}
