public import Observation

/// Decides what Home shows and does.
@MainActor @Observable public final class HomeViewModel {
  private let interactor: any HomeInteractor
  private let router: any HomeRouter

  public init(interactor: any HomeInteractor, router: any HomeRouter) {
    self.interactor = interactor
    self.router = router
  }
}
