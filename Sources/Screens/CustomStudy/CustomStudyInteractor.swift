public import StudyDomain

/// What the page of custom sessions may ask for.
@MainActor public protocol CustomStudyInteractor {
  /// How many cards a query finds that can be asked; only what is due now where `isDue`.
  func cardCount(of query: Query, isDue: Bool) -> Int
  /// All decks.
  var deckNames: [String] { get }
}

/// Where the page may go.
@MainActor public protocol CustomStudyRouter: Dismissing {
  /// Puts the session in the place of the page.
  func begin(_ custom: CustomStudy)
}
