public import Interaction
public import Observation

/// Decides what Help shows: the keys of one screen and the global ones.
@MainActor @Observable public final class HelpViewModel {
  private let router: any Dismissing
  /// The screen that Help was asked on.
  public let subject: ScreenName
  public private(set) var scroll = ScrollState()

  public init(subject: ScreenName, router: any Dismissing) {
    self.subject = subject
    self.router = router
  }

  public func fit(contentHeight: Int, windowHeight: Int) {
    var fitted = scroll
    fitted.fit(contentHeight: contentHeight, windowHeight: windowHeight)
    if fitted != scroll { scroll = fitted }
  }

  public func scrolled(_ movement: Movement) {
    scroll.apply(movement)
  }

  public func backPressed() {
    router.dismiss()
  }
}
