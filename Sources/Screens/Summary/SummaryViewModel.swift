public import Observation

/// Decides what Summary shows and does.
@MainActor @Observable public final class SummaryViewModel {
  private let interactor: any SummaryInteractor
  private let router: any SummaryRouter

  public init(interactor: any SummaryInteractor, router: any SummaryRouter) {
    self.interactor = interactor
    self.router = router
  }
}
