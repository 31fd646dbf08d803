public import StudyDomain

/// What Goals may ask for.
@MainActor public protocol GoalsInteractor: UndoInteractor {
  /// Goals and days of a deck, or for nil of the collection; so many weeks, the first from its
  /// Monday on, the last one up to today.
  func progress(of deck: DeckName?, weeks: Int) -> StudyProgress
  /// Sets a goal, or takes it away with nil; the sentence says what now holds.
  func setGoal(_ kind: GoalKind, to amount: Int?, of deck: DeckName?) throws -> String
  /// The decks with goals of their own.
  var decksWithGoals: [DeckName] { get }
}
