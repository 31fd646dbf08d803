public import Interaction
public import Observation

/// Decides what Summary shows and does.
@MainActor @Observable public final class SummaryViewModel {
  private let interactor: any SummaryInteractor
  private let router: any SummaryRouter
  public private(set) var message: Notice?
  public private(set) var scroll = ScrollState()

  public init(interactor: any SummaryInteractor, router: any SummaryRouter) {
    self.interactor = interactor
    self.router = router
  }

  public var summary: StudySummary { interactor.summary }

  /// Why an extension would bring no cards; nil when it would.
  public func reasonAgainst(_ wanted: SessionExtension) -> String? {
    switch wanted {
    case .failedCards: summary.failed.isEmpty ? "No card was failed" : nil
    case .newCards: summary.newCardsLeft > 0 ? nil : "The deck has no more new cards"
    case .heldBackSiblings: summary.heldBackSiblings > 0 ? nil : "No siblings were held back"
    case .asMuchAgain: summary.continuation != nil ? nil : "Nothing is left of this session"
    case .learningCards: summary.learningLater > 0 ? nil : "No learning cards come up later"
    }
  }

  public func extended(by wanted: SessionExtension) {
    if let reason = reasonAgainst(wanted) {
      message = Notice(reason)
      return
    }
    attempt { _ = try interactor.extend(wanted) }
  }

  /// Brings the last card back.
  public func undoPressed() {
    attempt { _ = try interactor.undo() }
  }

  public func redoPressed() {
    message = nil
    do { message = Notice(try interactor.redo()) } catch { message = Notice(error) }
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

  private func attempt(_ work: () throws -> Void) {
    message = nil
    do {
      try work()
      router.resumeStudy()
    } catch {
      message = Notice(error)
    }
  }
}
