public import Observation

/// Decides what Onboarding shows and does.
@MainActor @Observable public final class OnboardingViewModel {
  private let interactor: any OnboardingInteractor
  private let router: any OnboardingRouter

  public init(interactor: any OnboardingInteractor, router: any OnboardingRouter) {
    self.interactor = interactor
    self.router = router
  }
}
