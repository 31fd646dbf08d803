public import StudyDomain

/// Today against the goals of a deck or of the collection, with the days before.
public struct StudyProgress: Hashable, Sendable {
  public var day: StudyDay
  public var goals: DailyGoals
  public var today: DayProgress
  /// Of the whole collection.
  public var streak: Streak
  /// The last days, today last.
  public var days: [DayProgress]

  public init(
    day: StudyDay = StudyDay(0), goals: DailyGoals = DailyGoals(),
    today: DayProgress = DayProgress(),
    streak: Streak = Streak(), days: [DayProgress] = []
  ) {
    self.day = day
    self.goals = goals
    self.today = today
    self.streak = streak
    self.days = days
  }
}
