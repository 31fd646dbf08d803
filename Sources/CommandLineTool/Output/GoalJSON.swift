import AppCore
import StudyDomain

/// Goals as `goal --json` and `due --json` print them; null where there is none.
struct GoalsJSON: Encodable {
  @Nullable var reviews: Int?
  @Nullable var new: Int?
  @Nullable var minutes: Int?

  init(_ goals: DailyGoals) {
    reviews = goals[.reviews]
    new = goals[.new]
    minutes = goals[.minutes]
  }
}

/// What was done on a day.
struct DayJSON: Encodable {
  var reviews: Int
  var new: Int
  var cram: Int
  var seconds: Int

  init(_ day: DayProgress) {
    reviews = day.reviews
    new = day.new
    cram = day.cram
    seconds = day.seconds
  }
}

struct GoalJSON: Encodable {
  /// Null for the whole collection.
  @Nullable var deck: String?
  var goals: GoalsJSON
  var today: DayJSON
  var met: Bool
  /// The last seven days, today last.
  var week: [DayJSON]
  /// Of the whole collection; null for decks.
  @Nullable var streak: Int?
  @Nullable var longest_streak: Int?

  init(_ report: GoalReport) {
    deck = report.deck?.text
    goals = GoalsJSON(report.goals)
    today = DayJSON(report.today)
    met = report.isMet
    week = report.week.map { DayJSON($0) }
    streak = report.streak?.current
    longest_streak = report.streak?.longest
  }
}
