public import Observation

/// Decides what Study shows and does.
@MainActor @Observable public final class StudyViewModel {
  private let interactor: any StudyInteractor
  private let router: any StudyRouter

  public init(interactor: any StudyInteractor, router: any StudyRouter) {
    self.interactor = interactor
    self.router = router
  }
}
