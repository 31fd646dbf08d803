import StudyDomain
import TerminalUI

/// The heat map of a year and those before it, the latest first.
struct CalendarYears {
  private let statistics: Statistics
  private let counts: [StudyDay: Int]
  static let weeks = 53

  init(_ statistics: Statistics) {
    self.statistics = statistics
    counts = statistics.days.reduce(into: [:]) { $0[$1.day] = $1.answers }
  }

  /// How many there are: as far back as there are answers, at most a century.
  var count: Int {
    guard let first = statistics.days.first else { return 1 }
    return min(100, max(1, (statistics.today - first.day) / (Self.weeks * 7) + 1))
  }

  /// The Monday with which the year that is so many back begins.
  private func start(_ year: Int) -> StudyDay {
    let monday = statistics.today + -statistics.today.weekday
    return monday + -7 * (Self.weeks - 1 + year * Self.weeks)
  }

  func draw(on canvas: inout Canvas, in rect: Rect, year: Int) {
    let start = start(year)
    let days = (0..<Self.weeks * 7).map { start + $0 }
    let values = days.map { $0 > statistics.today ? nil : counts[$0] ?? 0 }
    let map = HeatMap(days: values, weekLabels: labels(start))
    let known = values.compactMap(\.self)
    let studied = known.count { $0 > 0 }
    let total = known.reduce(0, +)
    var summary = [
      Span(counted(total, "answer", "answers"), .text, .bold),
      Span("\(studied) of \(known.count) days"),
      Span(ChartTexts.tenths(Double(total) / Double(max(1, studied))) + " a day studied"),
    ]
    if let best = known.max(), best > 0 { summary.append(Span("most \(best)", .dim)) }
    if year > 0 || count > 1 {
      let last = min(days[days.count - 1], statistics.today)
      summary.append(Span("\(start.isoDate) to \(last.isoDate)", .dim))
    }
    let rest = ChartPicture.drawSummary(summary, on: &canvas, in: rect)
    guard rest.height >= HeatMap.height else {
      // Weeks as bars say in two rows what the days would take seven for.
      weekBars(values, start).draw(on: &canvas, in: rest)
      return
    }
    map.draw(on: &canvas, in: rest)
    guard rest.height >= HeatMap.height + 2 else { return }
    canvas.draw(
      legend(map, width: rest.width), x: rest.x, y: rest.y + HeatMap.height + 1, width: rest.width)
    drawWeekdays(values, on: &canvas, in: rest)
  }

  /// Answers by weekday below the map, where there is room.
  private func drawWeekdays(_ values: [Int?], on canvas: inout Canvas, in rest: Rect) {
    let top = HeatMap.height + 3
    guard rest.height >= top + 5 else { return }
    let sums = (0..<7).map { weekday in
      values.enumerated().reduce(0) { $0 + ($1.offset % 7 == weekday ? $1.element ?? 0 : 0) }
    }
    let most = max(1, sums.max() ?? 1)
    for (weekday, sum) in sums.enumerated() where top + weekday < rest.height {
      let name = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][weekday]
      let count = String(sum)
      let bar = ProgressBar.spans(done: sum, total: most, width: max(0, min(40, rest.width - 14)))
      canvas.draw(
        [
          Span(name, .dim),
          Span(String(repeating: " ", count: max(1, 8 - count.count)) + count + "  "),
        ] + bar, x: rest.x, y: rest.y + top + weekday, width: rest.width)
    }
  }

  private func weekBars(_ values: [Int?], _ start: StudyDay) -> BarChart {
    let weeks = (0..<Self.weeks).map { week in
      values[week * 7..<week * 7 + 7].reduce(0.0) { $0 + Double($1 ?? 0) }
    }
    return BarChart(weeks, labels: labels(start), anchor: .last)
  }

  /// The month that begins in a week; the first week bears its own.
  private func labels(_ start: StudyDay) -> [String] {
    var labels = (0..<Self.weeks).map { week -> String in
      let days = (0..<7).map { (start + (week * 7 + $0)).date }
      return days.first { $0.day == 1 }.map { ChartTexts.month($0.month) } ?? ""
    }
    if labels[0].isEmpty, labels[1...3].allSatisfy(\.isEmpty) {
      labels[0] = ChartTexts.month(start.date.month)
    }
    return labels
  }

  /// "· 0  ░ 1–12  ▒ 13–30  ▓ 31–60  █ 61+".
  private func legend(_ map: HeatMap, width: Int) -> [Span] {
    let steps = map.steps(width: width)
    var spans = [Span("\(HeatMap.glyphs[0]) 0", .dim)]
    var from = 1
    for (index, glyph) in HeatMap.glyphs.dropFirst().enumerated() {
      let isLast = index == steps.count
      let to = isLast ? from : steps[index]
      // Few different counts: some steps are not in use.
      guard isLast || to >= from else { continue }
      spans.append(Span("  "))
      spans.append(Span(String(glyph), .accent))
      spans.append(Span(isLast ? " \(from)+" : to == from ? " \(from)" : " \(from)–\(to)", .dim))
      from = max(from, to + 1)
    }
    let weeks = map.weeksPerColumn(width: width)
    if weeks > 1 { spans.append(Span("  a column is \(weeks) weeks", .dim)) }
    return spans
  }
}
