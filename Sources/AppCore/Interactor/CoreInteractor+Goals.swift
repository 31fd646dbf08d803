import Managers
public import Screens
public import StudyDomain

extension CoreInteractor: GoalsInteractor {
  public func progress(of deck: DeckName?, weeks: Int) -> StudyProgress {
    // What was read so draws anew when the streak is known better.
    _ = (container.history.revision, container.progress.revision)
    return progress(
      of: deck, days: (weeks - 1) * 7 + container.clock.today.weekday + 1, isWhole: true)
  }

  private func progress(of deck: DeckName?, days: Int, isWhole: Bool) -> StudyProgress {
    StudyProgress(
      day: container.clock.today, goals: container.goals.goals(of: deck),
      today: container.progress.today(of: deck),
      streak: container.progress.streak(isWhole: isWhole),
      days: container.progress.last(days, of: deck))
  }

  /// What Home shows of it.
  var studyProgress: StudyProgress { progress(of: nil, days: 7, isWhole: false) }

  public var decksWithGoals: [DeckName] { container.goals.decksWithGoals }

  public func setGoal(_ kind: GoalKind, to amount: Int?, of deck: DeckName?) throws -> String {
    try attempt {
      let isChanged = try container.goals.set(kind, to: amount, of: deck)
      if isChanged { container.session.actionWritten() }
      return Self.words(kind, amount, of: deck)
    }
  }

  /// "Goal: 30 answers a day", or that there is none.
  static func words(_ kind: GoalKind, _ amount: Int?, of deck: DeckName?) -> String {
    let place = deck.map { " of \($0.text)" } ?? ""
    guard let amount else { return "No goal for \(kind.rawValue)\(place)" }
    return "Goal\(place): \(kind.words(amount)) a day"
  }
}
