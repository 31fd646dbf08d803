import Screens
import StudyDomain

extension CoreRouter: BrowseRouter {
  /// Lists the cards of a query; nil begins with the deck at hand.
  func browse(_ query: String?) {
    guard let interactor else { return }
    let subject = top?.subject
    let begin = query ?? subject?.deck.map { "deck:\"\($0.text)\"" } ?? ""
    push(
      BrowseScreen(
        viewModel: BrowseViewModel(
          interactor: interactor, router: self, query: begin, card: subject?.card), keys: keys))
  }

  /// The global key; nothing happens on Browse itself.
  func browse(from screen: any Screen) -> Bool {
    guard interactor != nil, screen.name != .browse else { return false }
    browse(nil)
    return true
  }

  func showExport(ofCards query: String) {
    guard let interactor else { return }
    push(
      ExportScreen(
        viewModel: ExportViewModel(interactor: interactor, router: self, query: query), keys: keys))
  }
}
