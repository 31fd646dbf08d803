import StudyDomain

/// Statistics as lines of text, for pipes and braille displays: no bars, no columns by colour.
enum StatisticsText {
  static func text(of statistics: Statistics) -> String {
    let parts = [
      today(statistics), cards(statistics), answers(statistics), due(statistics),
      retention(statistics), buttons(statistics), hours(statistics), memory(statistics),
    ]
    return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private static func today(_ statistics: Statistics) -> [String] {
    let today = statistics.answersToday
    var lines = [
      "Today, \(statistics.today.isoDate)",
      row("answers", "\(today.answers) in \(minutes(today.milliseconds))"),
    ]
    guard today.answers > 0 else { return lines }
    lines += [
      row("right", "\(today.passed), \(share(today.passed, today.answers))"),
      row(
        "kinds",
        "\(today.learning) learning, \(today.reviews) review,"
          + " \(today.relearning) relearning, \(today.ahead) ahead"),
    ]
    if today.mature > 0 {
      lines.append(row("mature", "\(today.maturePassed) of \(today.mature) right"))
    }
    return lines
  }

  private static func cards(_ statistics: Statistics) -> [String] {
    let cards = statistics.cards
    return ["Cards, \(cards.total)"]
      + [
        ("new", cards.new), ("learning", cards.learning), ("relearning", cards.relearning),
        ("young", cards.young), ("mature", cards.mature), ("suspended", cards.suspended),
        ("buried", cards.buried),
      ].map { row($0.0, String($0.1)) }
  }

  private static func answers(_ statistics: Statistics) -> [String] {
    let days = statistics.daysInPeriod
    let total = days.reduce(0) { $0 + $1.answers }
    let studied = days.count { $0.answers > 0 }
    let milliseconds = days.reduce(0) { $0 + $1.milliseconds }
    let introduced = statistics.introducedInPeriod.reduce(0) { $0 + $1.cards }
    var lines = [
      "Answers, \(words(statistics.period))",
      row("answers", "\(total) on \(studied) of \(statistics.spannedDays) days"),
      row("time", minutes(milliseconds)),
      row("introduced", "\(introduced) cards"),
    ]
    if studied > 0 {
      lines.insert(row("a day", tenths(Double(total) / Double(studied)) + " when studied"), at: 2)
    }
    let practice = days.reduce(0) { $0 + $1.practice }
    if practice > 0 { lines.append(row("practice", "\(practice) answers beside")) }
    return lines
  }

  private static func due(_ statistics: Statistics) -> [String] {
    let due = statistics.due
    var lines = ["Due", row("late", String(due.backlog))]
    for (day, count) in due.days.prefix(7).enumerated() {
      let date = (statistics.today + day).isoDate
      lines.append(row(day == 0 ? "today" : date, String(count)))
    }
    let rest = due.days.dropFirst(7).reduce(0, +)
    lines.append(row("after that", "\(rest + due.later)"))
    return lines
  }

  private static func retention(_ statistics: Statistics) -> [String] {
    ["True retention"]
      + statistics.retention.map { row in
        self.row(
          row.span.rawValue,
          "young \(percent(row.young)), mature \(percent(row.mature)), "
            + "all \(percent(row.total)) of \(row.answers)")
      }
  }

  private static func buttons(_ statistics: Statistics) -> [String] {
    func line(_ name: String, _ counts: Statistics.GradeCounts) -> String {
      let grades = Grade.allCases.map { "\($0.word) \(counts[$0])" }.joined(separator: ", ")
      return row(name, "\(grades); right \(share(counts.passed, counts.total))")
    }
    return [
      "Buttons, \(words(statistics.period))", line("learning", statistics.buttons.learning),
      line("young", statistics.buttons.young), line("mature", statistics.buttons.mature),
    ]
  }

  private static func hours(_ statistics: Statistics) -> [String] {
    ["Hours, \(words(statistics.period))"]
      + statistics.hours.enumerated().filter { $0.element.answers > 0 }.map { hour, answers in
        row(
          (hour < 10 ? "0" : "") + "\(hour):00",
          "\(answers.answers), right \(share(answers.passed, answers.answers))")
      }
  }

  private static func memory(_ statistics: Statistics) -> [String] {
    func line(_ name: String, _ histogram: Statistics.Histogram, _ unit: String) -> String {
      guard let average = histogram.average, let median = histogram.median else {
        return row(name, "no card has one")
      }
      return row(
        name,
        "average \(tenths(average))\(unit), median \(tenths(median))\(unit), \(histogram.total) cards"
      )
    }
    return [
      "Memory", line("interval", statistics.intervals, " d"),
      line("stability", statistics.stability, " d"),
      line("difficulty", statistics.difficulty, " %"),
      line("retrievable", statistics.retrievability, " %"),
    ]
  }

  // MARK: Words

  private static func row(_ name: String, _ value: String) -> String {
    "  " + name + String(repeating: " ", count: max(1, 12 - name.count)) + value
  }

  private static func words(_ period: StatisticsPeriod) -> String {
    switch period {
    case .month: "last 30 days"
    case .year: "last 365 days"
    case .all: "all time"
    }
  }

  private static func minutes(_ milliseconds: Int) -> String {
    let minutes = (milliseconds + 59_999) / 60_000
    return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }

  private static func share(_ part: Int, _ whole: Int) -> String {
    percent(whole == 0 ? nil : Double(part) / Double(whole))
  }

  private static func percent(_ share: Double?) -> String {
    share.map { tenths($0 * 100) + " %" } ?? "-"
  }

  private static func tenths(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
  }
}
