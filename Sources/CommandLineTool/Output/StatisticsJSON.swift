import StudyDomain

/// Statistics as `stats --json` prints them; `Documentation/STATISTICS.md` defines each number.
struct StatisticsJSON: Encodable {
  var today: String
  var period: String
  var cards: CardsJSON
  var answers_today: TodayJSON
  /// The days of the period with answers.
  var days: [DayJSON]
  /// Answers by day of the last year, for a heat map.
  var heat_map: [String: Int]
  var due: DueDaysJSON
  var retention: [String: RetentionJSON]
  var intervals: HistogramJSON
  var stability: HistogramJSON
  var difficulty: HistogramJSON
  var retrievability: HistogramJSON
  var buttons: ButtonsJSON
  var hours: [HourJSON]
  var introduced: [String: Int]

  init(_ statistics: Statistics) {
    today = statistics.today.isoDate
    period = statistics.period.rawValue
    cards = CardsJSON(statistics.cards)
    answers_today = TodayJSON(statistics.answersToday)
    days = statistics.daysInPeriod.map { DayJSON($0) }
    heat_map = statistics.days.filter {
      StatisticsPeriod.year.holds($0.day, today: statistics.today) && $0.answers > 0
    }.reduce(into: [:]) { $0[$1.day.isoDate] = $1.answers }
    due = DueDaysJSON(statistics.due)
    retention = statistics.retention.reduce(into: [:]) {
      $0[$1.span.rawValue] = RetentionJSON($1)
    }
    intervals = HistogramJSON(statistics.intervals)
    stability = HistogramJSON(statistics.stability)
    difficulty = HistogramJSON(statistics.difficulty)
    retrievability = HistogramJSON(statistics.retrievability)
    buttons = ButtonsJSON(
      learning: GradesJSON(statistics.buttons.learning),
      young: GradesJSON(statistics.buttons.young),
      mature: GradesJSON(statistics.buttons.mature))
    hours = statistics.hours.map { HourJSON(answers: $0.answers, passed: $0.passed) }
    introduced = statistics.introducedInPeriod.reduce(into: [:]) {
      $0[$1.day.isoDate] = $1.cards
    }
  }

  struct CardsJSON: Encodable {
    var new, learning, relearning, young, mature, suspended, buried, total: Int

    init(_ cards: Statistics.CardStates) {
      new = cards.new
      learning = cards.learning
      relearning = cards.relearning
      young = cards.young
      mature = cards.mature
      suspended = cards.suspended
      buried = cards.buried
      total = cards.total
    }
  }

  struct TodayJSON: Encodable {
    var answers, passed, mature, mature_passed, learning, relearning, reviews, ahead: Int
    var seconds: Double

    init(_ today: Statistics.TodayAnswers) {
      answers = today.answers
      passed = today.passed
      mature = today.mature
      mature_passed = today.maturePassed
      learning = today.learning
      relearning = today.relearning
      reviews = today.reviews
      ahead = today.ahead
      seconds = Double(today.milliseconds) / 1000
    }
  }

  struct DayJSON: Encodable {
    var day: String
    var learning, relearning, young, mature, ahead, practice: Int
    var seconds, practice_seconds: Double

    init(_ answers: Statistics.DayAnswers) {
      day = answers.day.isoDate
      learning = answers.learning
      relearning = answers.relearning
      young = answers.young
      mature = answers.mature
      ahead = answers.ahead
      practice = answers.practice
      seconds = Double(answers.milliseconds) / 1000
      practice_seconds = Double(answers.practiceMilliseconds) / 1000
    }
  }

  struct DueDaysJSON: Encodable {
    var backlog: Int
    /// By day from today on.
    var days: [Int]
    var later: Int

    init(_ due: Statistics.DueForecast) {
      backlog = due.backlog
      days = due.days
      later = due.later
    }
  }

  struct RetentionJSON: Encodable {
    var young_passed, young_failed, mature_passed, mature_failed: Int
    @Nullable var young: Double?
    @Nullable var mature: Double?
    @Nullable var total: Double?

    init(_ retention: Statistics.Retention) {
      young_passed = retention.youngPassed
      young_failed = retention.youngFailed
      mature_passed = retention.maturePassed
      mature_failed = retention.matureFailed
      young = retention.young
      mature = retention.mature
      total = retention.total
    }
  }

  struct HistogramJSON: Encodable {
    /// Cards by value.
    var cards: [String: Int]
    @Nullable var average: Double?
    @Nullable var median: Double?

    init(_ histogram: Statistics.Histogram) {
      cards = histogram.bins.reduce(into: [:]) { $0[String($1.value)] = $1.count }
      average = histogram.average
      median = histogram.median
    }
  }

  struct GradesJSON: Encodable {
    var again, hard, good, easy: Int

    init(_ counts: Statistics.GradeCounts) {
      again = counts.again
      hard = counts.hard
      good = counts.good
      easy = counts.easy
    }
  }

  struct ButtonsJSON: Encodable {
    var learning, young, mature: GradesJSON
  }

  struct HourJSON: Encodable {
    var answers, passed: Int
  }
}
