import AppCore
import StudyDomain

// What the commands print with `--json`; the names are those of the papers.

struct DueJSON: Encodable {
  var new: Int
  var learning: Int
  var due: Int
  var reviews_today: Int
  var new_today: Int
  var cards_today: Int
  var answers_today: Int
  var seconds_today: Int
  var goal: GoalsJSON

  init(_ report: DueReport) {
    new = report.new
    learning = report.learning
    due = report.due
    reviews_today = report.reviewsToday
    new_today = report.newToday
    cards_today = report.cardsToday
    answers_today = report.answersToday
    seconds_today = report.secondsToday
    goal = GoalsJSON(report.goal.goals)
  }
}

struct DeckJSON: Encodable {
  var name: String
  var new: Int
  var learning: Int
  var due: Int
  var cards: Int

  init(_ report: DeckReport) {
    name = report.name.text
    new = report.new
    learning = report.learning
    due = report.due
    cards = report.cards
  }
}

struct ProblemJSON: Encodable {
  var severity: String
  var file: String
  @Nullable var line: Int?
  var message: String
  var next_step: String

  init(_ problem: Problem) {
    severity = problem.severity == .error ? "error" : "warning"
    file = problem.path
    line = problem.line
    message = problem.message
    next_step = problem.nextStep
  }
}

struct OrphanJSON: Encodable {
  var id: String
  var deck: String
  var text: String
  var reviews: Int
  var forgotten: Bool

  init(_ report: OrphanReport) {
    forgotten = report.isForgotten
    id = report.key
    deck = report.deck
    text = report.text
    reviews = report.reviews
  }
}

struct ActionJSON: Encodable {
  var name: String
  var time: String
  var summary: String
  var subject: String
  var undone: Bool
  /// Only an undo of an import leaves anything.
  var left: [String]

  init(_ report: ActionReport) {
    name = report.name
    time = report.time
    summary = report.summary
    subject = report.subject
    undone = report.isUndone
    left = report.left
  }
}

struct EventJSON: Encodable {
  var name: String
  var time: String
  var day: String
  var what: String
  @Nullable var grade: String?
  @Nullable var interval: String?
  @Nullable var elapsed_days: Int?
  var recomputed: Bool
  @Nullable var stability: Double?
  @Nullable var difficulty: Double?

  init(_ report: EventReport) {
    name = report.name
    time = report.time
    day = report.day.isoDate
    what = report.what
    grade = report.grade?.word
    interval = report.interval?.historyForm
    elapsed_days = report.elapsedDays
    recomputed = report.isRecomputed
    stability = report.memory?.stability
    difficulty = report.memory?.difficulty
  }

}
