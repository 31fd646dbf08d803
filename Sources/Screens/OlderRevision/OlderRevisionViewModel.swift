public import Observation

/// Decides what the question about an older revision shows and does.
///
/// Leaving it undecided is safe: nothing can be written until it is answered.
@MainActor @Observable public final class OlderRevisionViewModel {
  private let interactor: any OlderRevisionInteractor
  private let router: any Dismissing
  public private(set) var message: Notice?

  public init(interactor: any OlderRevisionInteractor, router: any Dismissing) {
    self.interactor = interactor
    self.router = router
  }

  public var missing: MissingHistory? { interactor.missingHistory }

  public func restorePressed() {
    decide { try interactor.restoreHistory() }
  }

  public func acceptPressed() {
    decide { try interactor.acceptOlderRevision() }
  }

  public func laterPressed() {
    router.dismiss()
  }

  /// Another program may have answered meanwhile.
  public func looked() {
    if missing == nil { router.dismiss() }
  }

  private func decide(_ work: () throws -> Void) {
    message = nil
    do {
      try work()
      router.dismiss()
    } catch {
      message = Notice(error)
    }
  }
}
