/// What a set of cards and their answers come to.
///
/// `Documentation/STATISTICS.md` says what each number counts. Answers of days after today, which
/// a clock that ran ahead has written, count once their day has come.
public struct Statistics: Hashable, Sendable {
  /// The interval from which on a card is mature.
  public static let matureDays = 21

  public var today: StudyDay
  public var period: StatisticsPeriod
  public var cards = CardStates()
  public var answersToday = TodayAnswers()
  /// Every day with an answer, whatever the period, the oldest first.
  public var days: [DayAnswers] = []
  public var due = DueForecast()
  /// Today, yesterday, week, month, year, all.
  public var retention: [Retention] = []
  /// Days of cards in review.
  public var intervals = Histogram()
  /// Days, rounded.
  public var stability = Histogram()
  /// Per cent of the way from the easiest card to the hardest, rounded down.
  public var difficulty = Histogram()
  /// Per cent, rounded down.
  public var retrievability = Histogram()
  public var buttons = Buttons()
  /// By hour of the day, 24 of them.
  public var hours = Array(repeating: HourAnswers(), count: 24)
  /// Every day on which cards were answered for the first time, whatever the period.
  public var introduced: [DayCards] = []

  public init(today: StudyDay, period: StatisticsPeriod) {
    self.today = today
    self.period = period
  }

  /// Cards by where they stand; suspended and buried ones are in their own numbers only.
  public struct CardStates: Hashable, Sendable {
    public var new = 0
    public var learning = 0
    public var relearning = 0
    public var young = 0
    public var mature = 0
    public var suspended = 0
    public var buried = 0

    public init() {}

    public var total: Int { new + learning + relearning + young + mature + suspended + buried }
  }

  /// Answers of today, practice aside.
  public struct TodayAnswers: Hashable, Sendable {
    public var answers = 0
    public var passed = 0
    public var mature = 0
    public var maturePassed = 0
    public var learning = 0
    public var relearning = 0
    public var reviews = 0
    public var ahead = 0
    public var milliseconds = 0

    public init() {}
  }

  /// Answers of one study day by kind.
  public struct DayAnswers: Hashable, Sendable {
    public var day: StudyDay
    public var learning = 0
    public var relearning = 0
    /// Reviews after an interval of less than 21 days.
    public var young = 0
    public var mature = 0
    /// Reviews before their day.
    public var ahead = 0
    /// Answers that leave the schedule alone.
    public var practice = 0
    /// Of all but practice.
    public var milliseconds = 0
    public var practiceMilliseconds = 0

    public init(day: StudyDay) {
      self.day = day
    }

    /// All but practice.
    public var answers: Int { learning + relearning + young + mature + ahead }
  }

  /// Cards by the day on which they are due; suspended and new ones are due on none.
  public struct DueForecast: Hashable, Sendable {
    /// Due before today.
    public var backlog = 0
    /// From today on, as many days as the period has.
    public var days: [Int] = []
    /// Due after these days.
    public var later = 0

    public init() {}

    public var total: Int { days.reduce(0, +) }
    public var tomorrow: Int { days.count > 1 ? days[1] : 0 }
  }

  /// How many answers after at least a day were right.
  public struct Retention: Hashable, Sendable {
    public var span: Span
    public var youngPassed = 0
    public var youngFailed = 0
    public var maturePassed = 0
    public var matureFailed = 0

    public init(_ span: Span) {
      self.span = span
    }

    public enum Span: String, CaseIterable, Sendable {
      case today, yesterday, week, month, year, all
    }

    public var young: Double? { Self.share(youngPassed, youngFailed) }
    public var mature: Double? { Self.share(maturePassed, matureFailed) }
    public var total: Double? {
      Self.share(youngPassed + maturePassed, youngFailed + matureFailed)
    }
    public var answers: Int { youngPassed + youngFailed + maturePassed + matureFailed }

    private static func share(_ passed: Int, _ failed: Int) -> Double? {
      passed + failed == 0 ? nil : Double(passed) / Double(passed + failed)
    }
  }

  /// How many cards have each whole number.
  public struct Histogram: Hashable, Sendable {
    /// Lowest value first; values that no card has are left out.
    public var bins: [Bin] = []
    /// Of the numbers before they were made whole; nil without cards.
    public var average: Double?
    public var median: Double?

    public init() {}

    public var total: Int { bins.reduce(0) { $0 + $1.count } }

    public struct Bin: Hashable, Sendable {
      public var value: Int
      public var count: Int

      public init(value: Int, count: Int) {
        self.value = value
        self.count = count
      }
    }
  }

  /// How often each grade was given in the period, practice aside.
  public struct Buttons: Hashable, Sendable {
    public var learning = GradeCounts()
    public var young = GradeCounts()
    public var mature = GradeCounts()

    public init() {}
  }

  /// A count for each grade.
  public struct GradeCounts: Hashable, Sendable {
    public var again = 0
    public var hard = 0
    public var good = 0
    public var easy = 0

    public init() {}

    public var total: Int { again + hard + good + easy }
    public var passed: Int { hard + good + easy }

    public subscript(grade: Grade) -> Int {
      get {
        switch grade {
        case .again: again
        case .hard: hard
        case .good: good
        case .easy: easy
        }
      }
      set {
        switch grade {
        case .again: again = newValue
        case .hard: hard = newValue
        case .good: good = newValue
        case .easy: easy = newValue
        }
      }
    }
  }

  /// Answers of the period that were given in one hour of the day, practice aside.
  public struct HourAnswers: Hashable, Sendable {
    public var answers = 0
    public var passed = 0

    public init() {}
  }

  /// Cards that were answered for the first time on a day.
  public struct DayCards: Hashable, Sendable {
    public var day: StudyDay
    public var cards: Int

    public init(day: StudyDay, cards: Int) {
      self.day = day
      self.cards = cards
    }
  }
}

extension Statistics {
  /// The days of the period with an answer.
  public var daysInPeriod: [DayAnswers] {
    days.filter { period.holds($0.day, today: today) }
  }

  public var introducedInPeriod: [DayCards] {
    introduced.filter { period.holds($0.day, today: today) }
  }

  /// How many days the period spans: from the first answer on when it is everything.
  public var spannedDays: Int {
    period.days ?? days.first.map { today - $0.day + 1 } ?? 0
  }
}
