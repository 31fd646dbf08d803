public import Observation

/// Decides what Help shows: the keys of one screen and the global ones.
@MainActor @Observable public final class HelpViewModel {
  private let router: any Dismissing
  /// The screen that Help was asked on.
  public let subject: ScreenName

  public init(subject: ScreenName, router: any Dismissing) {
    self.subject = subject
    self.router = router
  }
}
