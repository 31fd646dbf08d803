public import StudyDomain

/// Counts answers and cards into statistics, in one pass over each.
public struct StatisticsCount {
  private let today: StudyDay
  private let period: StatisticsPeriod
  private var statistics: Statistics
  /// By days before today, as far back as the array goes.
  private var near: [Statistics.DayAnswers]
  private var far: [Int: Statistics.DayAnswers] = [:]
  private var introduced: [Int: Int] = [:]

  /// A century of days is an array; what is older goes into a dictionary.
  private static let nearestDays = 36_525

  /// `includes` says by the number of a card whether its answers count; nil counts all.
  public static func statistics(
    answers: [AnswerSample], includes: [Bool]?, cards: [CardSample], today: StudyDay,
    period: StatisticsPeriod
  ) -> Statistics {
    var count = StatisticsCount(today: today, period: period, oldest: oldestDay(answers, today))
    if let includes {
      for answer in answers where includes[Int(answer.card)] { count.add(answer) }
    } else {
      for answer in answers { count.add(answer) }
    }
    count.add(cards)
    return count.result()
  }

  private static func oldestDay(_ answers: [AnswerSample], _ today: StudyDay) -> Int {
    answers.reduce(today.number) { min($0, Int($1.day)) }
  }

  private init(today: StudyDay, period: StatisticsPeriod, oldest: Int) {
    self.today = today
    self.period = period
    statistics = Statistics(today: today, period: period)
    statistics.retention = Statistics.Retention.Span.allCases.map { Statistics.Retention($0) }
    let days = min(today.number - oldest + 1, Self.nearestDays)
    near = (0..<days).map { Statistics.DayAnswers(day: today + -$0) }
  }

  // MARK: Answers

  private mutating func add(_ answer: AnswerSample) {
    let age = today.number - Int(answer.day)
    guard age >= 0 else { return }
    if near.indices.contains(age) {
      near[age].add(answer)
    } else {
      far[age, default: Statistics.DayAnswers(day: today + -age)].add(answer)
    }
    if answer.isFirst { introduced[age, default: 0] += 1 }
    guard answer.mode != .practice else { return }
    if age == 0 { statistics.answersToday.add(answer) }
    addRetention(answer, age)
    guard period.days.map({ age < $0 }) ?? true else { return }
    let hour = Int(answer.hour) % 24
    statistics.hours[hour].answers += 1
    if answer.grade != .again { statistics.hours[hour].passed += 1 }
    statistics.buttons.add(answer)
  }

  private mutating func addRetention(_ answer: AnswerSample, _ age: Int) {
    guard answer.phase == .review || answer.previousDays >= 1 else { return }
    for index in statistics.retention.indices where statistics.retention[index].span.holds(age) {
      statistics.retention[index].add(answer)
    }
  }

  // MARK: Cards

  private mutating func add(_ cards: [CardSample]) {
    var intervals = Tally()
    var stability = Tally()
    var difficulty = Tally()
    var retrievability = Tally()
    for card in cards {
      statistics.cards.add(card)
      if card.phase == .review {
        intervals.add(Double(card.intervalDays), as: card.intervalDays)
      }
      if let memory = card.memory {
        stability.add(memory.stability, as: Int(memory.stability.rounded()))
        let percent = (memory.difficulty - 1) / 9 * 100
        difficulty.add(percent, as: Self.percentBin(percent))
      }
      if let recall = card.retrievability {
        retrievability.add(recall * 100, as: Self.percentBin(recall * 100))
      }
    }
    statistics.intervals = intervals.histogram
    statistics.stability = stability.histogram
    statistics.difficulty = difficulty.histogram
    statistics.retrievability = retrievability.histogram
    addDue(cards)
  }

  /// A hundred per cent stands with the ninety-nine.
  private static func percentBin(_ percent: Double) -> Int {
    min(99, max(0, Int(percent)))
  }

  private mutating func addDue(_ cards: [CardSample]) {
    let due = cards.compactMap(\.dueDay)
    let longest = min(Self.nearestDays, (due.max() ?? -1) + 1)
    statistics.due.days = Array(repeating: 0, count: max(0, period.days ?? longest))
    for day in due {
      if day < 0 {
        statistics.due.backlog += 1
      } else if day < statistics.due.days.count {
        statistics.due.days[day] += 1
      } else {
        statistics.due.later += 1
      }
    }
  }

  // MARK: Result

  private func result() -> Statistics {
    var result = statistics
    let old = far.sorted { $0.key > $1.key }.map(\.value)
    result.days = old + near.reversed().filter { $0.answers > 0 || $0.practice > 0 }
    result.introduced = introduced.sorted { $0.key > $1.key }.map {
      Statistics.DayCards(day: today + -$0.key, cards: $0.value)
    }
    return result
  }
}

/// Numbers on their way into a histogram.
private struct Tally {
  private var values: [Double] = []
  private var counts: [Int: Int] = [:]

  mutating func add(_ value: Double, as whole: Int) {
    values.append(value)
    counts[whole, default: 0] += 1
  }

  var histogram: Statistics.Histogram {
    var histogram = Statistics.Histogram()
    histogram.bins = counts.sorted { $0.key < $1.key }.map { .init(value: $0.key, count: $0.value) }
    guard !values.isEmpty else { return histogram }
    histogram.average = values.reduce(0, +) / Double(values.count)
    let sorted = values.sorted()
    let middle = sorted.count / 2
    histogram.median =
      sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    return histogram
  }
}

extension CardSample {
  /// The day from today on which it is asked; nil when it is on none.
  fileprivate var dueDay: Int? {
    guard phase != .new, !isSuspended, let dueIn else { return nil }
    return isBuried ? max(1, dueIn) : dueIn
  }
}

extension Statistics.CardStates {
  fileprivate mutating func add(_ card: CardSample) {
    if card.isSuspended {
      suspended += 1
    } else if card.isBuried {
      buried += 1
    } else {
      switch card.phase {
      case .new: new += 1
      case .learning: learning += 1
      case .relearning: relearning += 1
      case .review where card.intervalDays < Statistics.matureDays: young += 1
      case .review: mature += 1
      }
    }
  }
}

extension Statistics.DayAnswers {
  fileprivate mutating func add(_ answer: AnswerSample) {
    guard answer.mode != .practice else {
      practice += 1
      practiceMilliseconds += Int(answer.milliseconds)
      return
    }
    milliseconds += Int(answer.milliseconds)
    if answer.mode == .ahead {
      ahead += 1
      return
    }
    switch answer.phase {
    case .new, .learning: learning += 1
    case .relearning: relearning += 1
    case .review: if answer.isMature { mature += 1 } else { young += 1 }
    }
  }
}

extension Statistics.TodayAnswers {
  fileprivate mutating func add(_ answer: AnswerSample) {
    let isPassed = answer.grade != .again
    answers += 1
    milliseconds += Int(answer.milliseconds)
    if isPassed { passed += 1 }
    if answer.isMature {
      mature += 1
      if isPassed { maturePassed += 1 }
    }
    if answer.mode == .ahead {
      ahead += 1
      return
    }
    switch answer.phase {
    case .new, .learning: learning += 1
    case .relearning: relearning += 1
    case .review: reviews += 1
    }
  }
}

extension Statistics.Retention {
  fileprivate mutating func add(_ answer: AnswerSample) {
    switch (answer.isMature, answer.grade != .again) {
    case (false, true): youngPassed += 1
    case (false, false): youngFailed += 1
    case (true, true): maturePassed += 1
    case (true, false): matureFailed += 1
    }
  }
}

extension Statistics.Retention.Span {
  /// `age` are days before today.
  fileprivate func holds(_ age: Int) -> Bool {
    switch self {
    case .today: age == 0
    case .yesterday: age == 1
    case .week: age < 7
    case .month: age < 30
    case .year: age < 365
    case .all: true
    }
  }
}

extension Statistics.Buttons {
  fileprivate mutating func add(_ answer: AnswerSample) {
    switch answer.phase {
    case .new, .learning, .relearning: learning[answer.grade] += 1
    case .review where answer.isMature: mature[answer.grade] += 1
    case .review: young[answer.grade] += 1
    }
  }
}
