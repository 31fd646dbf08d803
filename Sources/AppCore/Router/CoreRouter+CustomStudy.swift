import Screens
import StudyDomain

extension CoreRouter {
  /// Opens a session that a person put together.
  func study(_ custom: CustomStudy) {
    interactor?.beginSession(custom)
    pushStudy()
  }
}

extension CoreRouter: CustomStudyRouter {
  /// Shows the page where a session is put together, over a deck at first.
  func showCustomStudy(_ deck: DeckName?) {
    guard let interactor else { return }
    push(
      CustomStudyScreen(
        viewModel: CustomStudyViewModel(interactor: interactor, router: self, deck: deck),
        keys: keys))
  }

  func begin(_ custom: CustomStudy) {
    guard top?.name == .customStudy else { return }
    dismiss()
    study(custom)
  }
}
