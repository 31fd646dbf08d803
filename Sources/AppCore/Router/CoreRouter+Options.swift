import Screens
import StudyDomain

extension CoreRouter {
  /// Shows the options of a deck.
  func showOptions(_ deck: DeckName) {
    guard let interactor else { return }
    push(
      OptionsScreen(
        viewModel: OptionsViewModel(interactor: interactor, router: self, deck: deck), keys: keys))
  }
}
