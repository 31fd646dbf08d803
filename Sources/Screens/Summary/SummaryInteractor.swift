/// What Summary may ask for.
@MainActor public protocol SummaryInteractor: UndoInteractor {
  var summary: StudySummary { get }
  /// Puts more cards into the session; the sentence says how many.
  func extend(_ extension: SessionExtension) throws -> String?
}

/// What can follow a finished session.
public enum SessionExtension: Hashable, Sendable {
  /// The cards failed in this session, once more; grades count as cramming.
  case failedCards
  case newCards(Int)
  case heldBackSiblings
  /// The learning cards that are not due yet.
  case learningCards
  /// As many minutes or cards again as the session began with.
  case asMuchAgain
}

/// Where Summary may go.
@MainActor public protocol SummaryRouter: Dismissing {
  /// Puts Study in the place of the summary: there are cards again.
  func resumeStudy()
}
