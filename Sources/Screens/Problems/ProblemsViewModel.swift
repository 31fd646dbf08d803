public import Observation

/// Decides what Problems shows and does.
@MainActor @Observable public final class ProblemsViewModel {
  private let interactor: any ProblemsInteractor
  private let router: any Dismissing

  public init(interactor: any ProblemsInteractor, router: any Dismissing) {
    self.interactor = interactor
    self.router = router
  }
}
