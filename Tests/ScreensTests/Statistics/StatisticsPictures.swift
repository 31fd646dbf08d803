import StudyDomain
import TerminalUI
import Testing

@testable import Screens

struct FakeStatisticsInteractor: StatisticsInteractor {
  var onStatistics: @MainActor (Query?, StatisticsPeriod) -> Statistics = { query, period in
    query == nil ? Sample.statistics(period) : Statistics(today: Sample.day, period: period)
  }
  var onLetGo: @MainActor () -> Void = {}

  func statistics(_ query: Query?, period: StatisticsPeriod) -> Statistics {
    onStatistics(query, period)
  }
  func letStatisticsGo() { onLetGo() }
}

extension Sample {
  static let day = StudyDay(20_788)

  /// A learner of a year and a half, the same in every run.
  static func statistics(_ period: StatisticsPeriod = .year) -> Statistics {
    var made = Statistics(today: day, period: period)
    var number: UInt64 = 3
    func next(_ limit: Int) -> Int {
      number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(number >> 33) % limit
    }
    for age in (0..<540).reversed() where age == 0 || next(5) > 0 {
      var answers = Statistics.DayAnswers(day: day + -age)
      answers.learning = next(20)
      answers.young = next(30)
      answers.mature = next(60 - age / 10)
      answers.relearning = next(6)
      answers.practice = age % 50 == 0 ? 10 : 0
      answers.milliseconds = answers.answers * (4000 + next(4000))
      made.days.append(answers)
      made.introduced.append(.init(day: day + -age, cards: next(12)))
    }
    made.cards.new = 312
    made.cards.learning = 9
    made.cards.relearning = 4
    made.cards.young = 407
    made.cards.mature = 1893
    made.cards.suspended = 22
    made.answersToday.answers = 84
    made.answersToday.passed = 77
    made.answersToday.mature = 40
    made.answersToday.maturePassed = 38
    made.answersToday.learning = 14
    made.answersToday.reviews = 66
    made.answersToday.relearning = 4
    made.answersToday.milliseconds = 615_000
    made.due.backlog = 12
    made.due.days = (0..<(period.days ?? 400)).map { max(0, 60 - $0 / 4) * (50 + next(50)) / 100 }
    made.due.later = 31
    made.retention = Statistics.Retention.Span.allCases.enumerated().map { place, span in
      var row = Statistics.Retention(span)
      row.youngPassed = 20 * (place + 1) * (place + 1)
      row.youngFailed = 3 * (place + 1) * place
      row.maturePassed = 40 * (place + 1) * (place + 1)
      row.matureFailed = 2 * (place + 1) * place
      return row
    }
    func histogram(_ range: Range<Int>, _ count: (Int) -> Int) -> Statistics.Histogram {
      var histogram = Statistics.Histogram()
      histogram.bins = range.map { .init(value: $0, count: count($0)) }.filter { $0.count > 0 }
      histogram.average = 61.27
      histogram.median = 44
      return histogram
    }
    made.intervals = histogram(1..<400) { max(0, 40 - $0 / 4) * next(4) / 2 + ($0 == 399 ? 1 : 0) }
    made.stability = histogram(0..<380) { max(0, 36 - $0 / 5) * next(4) / 2 }
    made.difficulty = histogram(0..<100) { ($0 < 50 ? $0 : 100 - $0) + next(9) }
    made.retrievability = histogram(60..<100) { ($0 - 58) * 2 + next(5) }
    made.buttons.learning = grades(310, 22, 1204, 108)
    made.buttons.young = grades(402, 211, 3120, 330)
    made.buttons.mature = grades(290, 305, 6240, 512)
    for hour in 0..<24 {
      made.hours[hour].answers = hour < 6 ? 0 : (24 - abs(hour - 19)) * (40 + next(40))
      made.hours[hour].passed = made.hours[hour].answers * (80 + next(16)) / 100
    }
    return made
  }

  private static func grades(_ again: Int, _ hard: Int, _ good: Int, _ easy: Int)
    -> Statistics.GradeCounts
  {
    var counts = Statistics.GradeCounts()
    (counts.again, counts.hard, counts.good, counts.easy) = (again, hard, good, easy)
    return counts
  }
}

@MainActor private func statistics(
  _ chart: StatisticsChart, _ keys: [Key] = [], query: String? = nil
) -> any Screen {
  let model = StatisticsViewModel(
    interactor: FakeStatisticsInteractor(), router: FakeDismissing(), query: query)
  model.chartPressed(chart.rawValue)
  let screen = StatisticsScreen(viewModel: model)
  for key in keys {
    var canvas = Canvas(size: Size(width: 80, height: 24))
    screen.draw(on: &canvas)
    _ = screen.handle(key, now: noon)
  }
  return screen
}

let statisticsPictures: [ScreenPicture] =
  StatisticsChart.allCases.map { chart in
    ScreenPicture(name: "Statistics/\(chart)", title: "Statistics, \(chart.title)") {
      statistics(chart)
    }
  } + [
    ScreenPicture(name: "Statistics/empty", title: "Statistics, nothing there") {
      statistics(.forecast, query: "deck:\"A long name of a deck: 日本語 — grammar\"")
    },
    ScreenPicture(name: "Statistics/empty-overview", title: "Statistics, nothing there") {
      statistics(.overview, query: "is:leech")
    },
    ScreenPicture(name: "Statistics/answers-month", title: "Statistics, answers of a month") {
      statistics(.answers, [.character("p"), .character("p")])
    },
    ScreenPicture(name: "Statistics/earlier-year", title: "Statistics, the year before") {
      statistics(.calendar, [.character("j")])
    },
    ScreenPicture(name: "Statistics/query-error", title: "Statistics, a query with a slip") {
      let typed = "deck:geo (is:due".map { Key.character($0) }
      return statistics(.forecast, [.character("/")] + typed + [.enter])
    },
  ]
