/// What the first start may ask for.
@MainActor public protocol OnboardingInteractor {
  var onboarding: OnboardingSituation { get }
  /// Makes the folder; with the tutorial also a deck of twelve cards.
  ///
  /// The path may begin with `~/`. Existing files are never touched.
  func createCollection(at path: String, withTutorial: Bool) async throws
}

/// Why the first start is shown.
public struct OnboardingSituation: Hashable, Sendable {
  public var reason: Reason
  /// Where the collection would be made, shown with `~`.
  public var suggestedPath: String

  public init(reason: Reason, suggestedPath: String) {
    self.reason = reason
    self.suggestedPath = suggestedPath
  }

  public enum Reason: Hashable, Sendable {
    /// No collection was ever named.
    case firstStart
    /// The folder that was named is not there.
    case missing(path: String)
    /// The folder holds no deck.
    case empty(path: String)
  }
}

/// Where the first start may go.
@MainActor public protocol OnboardingRouter {
  /// Opens Home on the collection that was made.
  func openHome()
  func quit()
}
