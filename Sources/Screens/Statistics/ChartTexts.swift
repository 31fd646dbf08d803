import StudyDomain
import TerminalUI

/// The words, rows and bars of each chart.
struct ChartTexts {
  let statistics: Statistics
  let width: Int

  typealias Part = (summary: [Span], content: ChartPicture.Content)

  // MARK: Days

  /// Values by day up to today, from as far back as the period goes; at least a month of them.
  private func daily<Day>(
    _ days: [Day], day: KeyPath<Day, StudyDay>, _ value: (Day) -> Double
  ) -> BarChart {
    let known = Dictionary(
      days.map { ($0[keyPath: day], value($0)) }, uniquingKeysWith: { $0 + $1 })
    let oldest = days.map { $0[keyPath: day] }.min() ?? statistics.today
    let span = statistics.period.days ?? max(30, statistics.today - oldest + 1)
    // A year that was studied for a week only is no flat line.
    let count = min(span, max(30, statistics.today - oldest + 1))
    let shown = (0..<count).map { statistics.today + ($0 - count + 1) }
    return BarChart(
      shown.map { known[$0] ?? 0 }, labels: dayLabels(shown, endsToday: true), anchor: .last)
  }

  private func dayLabels(_ days: [StudyDay], endsToday: Bool) -> [String] {
    days.map { day in
      if day == statistics.today { return "today" }
      let month = Self.month(day.date.month)
      return days.count > 370 ? "\(month) \(day.date.year)" : "\(day.date.day) \(month)"
    }
  }

  /// What a column stands for when it is more than a day.
  private func columns(_ chart: BarChart) -> [Span] {
    let each = chart.valuesPerBar(width: width)
    return each > 1 ? [Span("a column is \(each) days", .dim)] : []
  }

  func forecast() -> Part {
    let due = statistics.due
    let last = due.days.lastIndex { $0 > 0 } ?? 0
    let days = Array((due.days + Array(repeating: 0, count: 30)).prefix(max(30, last + 1)))
    let chart = BarChart(
      days.map(Double.init),
      labels: dayLabels(days.indices.map { statistics.today + $0 }, endsToday: false), role: .due)
    var summary = [
      Span("\(due.backlog) late", due.backlog > 0 ? .learning : .dim),
      Span("\(due.days.first ?? 0) today", .due), Span("\(due.tomorrow) tomorrow"),
      Span("\(due.total) in \(counted(days.count, "day", "days"))", .dim),
      Span(Self.tenths(Double(due.total) / Double(max(1, days.count))) + " a day", .dim),
    ]
    if due.later > 0 { summary.append(Span("\(due.later) later", .dim)) }
    return (summary + columns(chart), .bars([("", chart)]))
  }

  func answers() -> Part {
    let days = statistics.daysInPeriod
    let chart = daily(days, day: \.day) { Double($0.answers) }
    let total = days.reduce(0) { $0 + $1.answers }
    let studied = days.count { $0.answers > 0 }
    func sum(_ kind: KeyPath<Statistics.DayAnswers, Int>) -> Int {
      days.reduce(0) { $0 + $1[keyPath: kind] }
    }
    var summary = [
      Span(counted(total, "answer", "answers"), .text, .bold),
      Span("\(studied) of \(counted(statistics.spannedDays, "day", "days"))"),
      Span(Self.tenths(studied > 0 ? Double(total) / Double(studied) : 0) + " a day studied"),
    ]
    let kinds: [(String, Int)] = [
      ("learning", sum(\.learning)), ("young", sum(\.young)), ("mature", sum(\.mature)),
      ("relearning", sum(\.relearning)), ("ahead", sum(\.ahead)), ("practice", sum(\.practice)),
    ]
    summary += kinds.filter { $0.1 > 0 }.map { Span("\($0.1) \($0.0)", .dim) }
    return (summary + columns(chart), .bars([("", chart)]))
  }

  func time() -> Part {
    let days = statistics.daysInPeriod
    let chart = daily(days, day: \.day) { Double($0.milliseconds) / 60_000 }
    let milliseconds = days.reduce(0) { $0 + $1.milliseconds }
    let answers = days.reduce(0) { $0 + $1.answers }
    let studied = days.count { $0.answers > 0 }
    var summary = [Span(minutesText(seconds: milliseconds / 1000), .text, .bold)]
    if studied > 0 {
      summary += [
        Span(minutesText(seconds: milliseconds / 1000 / studied) + " a day studied"),
        Span(Self.tenths(Double(milliseconds) / 1000 / Double(answers)) + " s an answer"),
      ]
    }
    return (summary + columns(chart), .bars([("minutes", chart)]))
  }

  func introduced() -> Part {
    let days = statistics.introducedInPeriod
    let chart = daily(days, day: \.day) { Double($0.cards) }
    let total = days.reduce(0) { $0 + $1.cards }
    let summary = [
      Span(counted(total, "card", "cards") + " answered for the first time", .text, .bold),
      Span(
        Self.tenths(Double(total) / Double(max(1, statistics.spannedDays))) + " a day", .dim),
    ]
    return (summary + columns(chart), .bars([("", chart)]))
  }

  func hours() -> Part {
    let total = statistics.hours.reduce(0) { $0 + $1.answers }
    let labels = (0..<24).map(String.init)
    let answers = BarChart(
      statistics.hours.map { Double($0.answers) }, labels: labels, joining: .sum)
    let right = BarChart(
      statistics.hours.map { 100 * Double($0.passed) / Double(max(1, $0.answers)) },
      labels: labels, joining: .average, role: .success, top: 100)
    var summary = [Span(counted(total, "answer", "answers"), .text, .bold)]
    let counts = statistics.hours.map(\.answers)
    if total > 0, let most = counts.indices.max(by: { counts[$0] < counts[$1] }) {
      let passed = statistics.hours.reduce(0) { $0 + $1.passed }
      summary += [
        Span("most from \(most) to \(most + 1) o'clock"),
        Span(Self.percent(passed, of: total) + " right", .dim),
      ]
    }
    return (summary, .bars([("answers by hour of the day", answers), ("% right", right)]))
  }

  // MARK: Cards

  enum Scale { case days, percent }

  /// Bars by value; of days the highest twentieth is said in words, or a single card would make
  /// all others one bar.
  func histogram(_ histogram: Statistics.Histogram, unit: String, _ scale: Scale) -> Part {
    guard let average = histogram.average, let median = histogram.median else {
      return ([Span("No card has one yet", .dim)], .bars([]))
    }
    var summary = [
      Span("average \(Self.tenths(average)) \(unit)", .text, .bold),
      Span("median \(Self.tenths(median)) \(unit)"),
      Span(counted(histogram.total, "card", "cards"), .dim),
    ]
    switch scale {
    case .percent:
      var bars = Array(repeating: 0.0, count: 20)
      for bin in histogram.bins { bars[min(19, bin.value / 5)] += Double(bin.count) }
      let chart = BarChart(bars, labels: (0..<20).map { "\($0 * 5)" })
      return (summary, .bars([("", chart)]))
    case .days:
      let limit = Self.limit(of: histogram)
      var bars = Array(repeating: 0.0, count: limit + 1)
      var above = 0
      for bin in histogram.bins {
        if bin.value <= limit { bars[bin.value] += Double(bin.count) } else { above += bin.count }
      }
      let chart = BarChart(bars, labels: (0...limit).map { "\($0)" })
      let each = chart.valuesPerBar(width: width)
      if each > 1 { summary.append(Span("a column is \(each) days", .dim)) }
      if above > 0 {
        let highest = histogram.bins.last?.value ?? 0
        summary.append(Span("\(above) above \(limit) d, up to \(highest)", .dim))
      }
      return (summary, .bars([("days", chart)]))
    }
  }

  /// The value that nineteen of twenty cards do not pass, at least 20.
  private static func limit(of histogram: Statistics.Histogram) -> Int {
    let enough = (histogram.total * 19 + 19) / 20
    var counted = 0
    for bin in histogram.bins {
      counted += bin.count
      if counted >= enough { return max(20, bin.value) }
    }
    return 20
  }

  // MARK: Words

  static func month(_ number: Int) -> String {
    let names = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    return names[number - 1]
  }

  /// With one digit after the point, which is left out when it is 0.
  static func tenths(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
  }

  static func percent(_ part: Int, of whole: Int) -> String {
    whole > 0 ? tenths(Double(part) / Double(whole) * 100) + " %" : "–"
  }
}
