public import StudyDomain

/// What Problems may ask for.
@MainActor public protocol ProblemsInteractor {
  /// Errors first, then by place.
  var problems: [Problem] { get }
  /// Opens the editor at the problem's line and comes back when it ends.
  func openEditor(at problem: Problem) async throws
}
