import Screens
import StudyDomain

extension CoreRouter {
  /// Opens a session that a person put together.
  func study(_ custom: CustomStudy) {
    interactor?.beginSession(custom)
    pushStudy()
  }
}
