import Screens
import StudyDomain

extension CoreRouter {
  /// Shows statistics of what a query finds; nil for everything.
  func showStatistics(_ query: String?) {
    guard let interactor else { return }
    push(
      StatisticsScreen(
        viewModel: StatisticsViewModel(interactor: interactor, router: self, query: query),
        keys: keys))
  }

  /// Shows all that is known of a card.
  func showCardInfo(_ card: CardKey) {
    guard let interactor else { return }
    push(
      CardInfoScreen(
        viewModel: CardInfoViewModel(interactor: interactor, router: self, card: card), keys: keys))
  }
}
