import StudyDomain
public import TerminalUI

/// Draws Onboarding.
@MainActor public final class OnboardingScreen: Screen {
  private let viewModel: OnboardingViewModel
  private let keys: KeyTable

  public init(viewModel: OnboardingViewModel, keys: KeyCatalogue = .standard) {
    self.viewModel = viewModel
    self.keys = keys.table(for: .onboarding)
  }

  public var name: ScreenName { .onboarding }

  public func draw(on canvas: inout Canvas) {}

  public func handle(_ key: Key, now: Moment) -> Bool {
    false
  }
}
