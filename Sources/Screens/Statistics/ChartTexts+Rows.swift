import StudyDomain
import TerminalUI

// The charts that are rows of text.
extension ChartTexts {
  func overview() -> [[Span]] {
    let today = statistics.answersToday
    var rows = [heading("Today")]
    if today.answers == 0 {
      rows.append([Span("No answer yet", .dim)])
    } else {
      var spans = [
        Span(counted(today.answers, "answer", "answers"), .text, .bold),
        Span("in \(minutesText(seconds: today.milliseconds / 1000))"),
        Span("\(Self.percent(today.passed, of: today.answers)) right"),
      ]
      let kinds: [(String, Int)] = [
        ("learning", today.learning), ("review", today.reviews),
        ("relearning", today.relearning), ("ahead", today.ahead),
      ]
      spans += kinds.filter { $0.1 > 0 }.map { Span("\($0.1) \($0.0)", .dim) }
      if today.mature > 0 {
        spans.append(Span("mature \(today.maturePassed) of \(today.mature) right", .dim))
      }
      rows += ChartPicture.packed(spans, width: width)
    }
    let due = statistics.due
    rows += ChartPicture.packed(
      [
        Span("Due: \(due.days.first ?? 0) today", .due), Span("\(due.tomorrow) tomorrow"),
        Span("\(due.backlog) late", due.backlog > 0 ? .learning : .dim),
      ], width: width)
    rows += gap + [heading(counted(statistics.cards.total, "card", "cards"))]
    rows += states().map { bar($0.0, $0.1, of: statistics.cards.total, $0.2) }
    return rows + gap + period()
  }

  private var gap: [[Span]] { width >= 40 ? [[]] : [] }

  private func heading(_ text: String) -> [Span] { [Span(text, .heading, .bold)] }

  private func states() -> [(String, Int, Style.Role)] {
    let cards = statistics.cards
    return [
      ("New", cards.new, .new), ("Learning", cards.learning, .learning),
      ("Relearning", cards.relearning, .learning), ("Young", cards.young, .due),
      ("Mature", cards.mature, .success), ("Suspended", cards.suspended, .dim),
      ("Buried", cards.buried, .dim),
    ]
  }

  private func period() -> [[Span]] {
    let days = statistics.daysInPeriod
    let total = days.reduce(0) { $0 + $1.answers }
    let studied = days.count { $0.answers > 0 }
    let span: Statistics.Retention.Span =
      switch statistics.period {
      case .month: .month
      case .year: .year
      case .all: .all
      }
    let retention = statistics.retention.first { $0.span == span }
    var spans = [
      Span(counted(total, "answer", "answers")),
      Span("on \(studied) of \(counted(statistics.spannedDays, "day", "days"))"),
      Span(
        minutesText(seconds: days.reduce(0) { $0 + $1.milliseconds } / 1000), .dim),
    ]
    if let share = retention?.total {
      spans.append(Span("true retention " + Self.tenths(share * 100) + " %", .text, .bold))
    }
    let title =
      switch statistics.period {
      case .month: "Last month"
      case .year: "Last year"
      case .all: "All time"
      }
    return [heading(title)] + ChartPicture.packed(spans, width: width)
  }

  /// "New        123  █████░░░░░  12 %".
  private func bar(_ name: String, _ count: Int, of total: Int, _ role: Style.Role) -> [Span] {
    let number = String(count)
    let share = Self.percent(count, of: total)
    let room = min(50, width - 12 - 8 - 10)
    var spans = [
      Span(name + String(repeating: " ", count: max(1, 12 - name.count)), role),
      Span(String(repeating: " ", count: max(0, 6 - number.count)) + number + "  "),
    ]
    if room >= 8 { spans += ProgressBar.spans(done: count, total: total, width: room) }
    if width >= 30 {
      spans.append(Span(String(repeating: " ", count: max(1, 9 - share.count)) + share, .dim))
    }
    return spans
  }

  // MARK: Retention

  func retention() -> [[Span]] {
    let isWide = width >= 40
    func cell(_ text: String, _ columns: Int) -> String {
      String(repeating: " ", count: max(0, columns - PortableText.width(of: text))) + text
    }
    func share(_ share: Double?, _ answers: Int) -> String {
      let percent = share.map { Self.tenths($0 * 100) + " %" } ?? "–"
      return isWide ? "\(percent) \(cell("\(answers)", 5))" : percent
    }
    let (name, column) = isWide ? (11, 16) : (6, 7)
    var rows: [[Span]] = [
      [
        Span(
          String(repeating: " ", count: name) + cell("young", column)
            + (isWide ? cell("mature", column) : "") + cell("all", column), .dim)
      ]
    ]
    for row in statistics.retention {
      let word = isWide ? Self.words(row.span) : String(Self.words(row.span).prefix(name - 1))
      var spans = [
        Span(word + String(repeating: " ", count: max(0, name - word.count))),
        Span(cell(share(row.young, row.youngPassed + row.youngFailed), column), .due),
      ]
      if isWide {
        spans.append(
          Span(cell(share(row.mature, row.maturePassed + row.matureFailed), column), .success))
      }
      spans.append(Span(cell(share(row.total, row.answers), column), .text, .bold))
      if width >= 78, let total = row.total {
        spans.append(Span("  "))
        spans += ProgressBar.spans(done: Int(total * 1000), total: 1000, width: min(20, width - 61))
      }
      rows.append(spans)
    }
    let said =
      "Answers after at least a day that were not Again; mature is an interval of"
      + " \(Statistics.matureDays) days or more."
    return rows + gap + TextWrap.rows(said, width: width).map { [Span($0, .dim)] }
  }

  private static func words(_ span: Statistics.Retention.Span) -> String {
    switch span {
    case .today: "Today"
    case .yesterday: "Yesterday"
    case .week: "Week"
    case .month: "Month"
    case .year: "Year"
    case .all: "All time"
    }
  }

  // MARK: Buttons

  func buttons() -> [[Span]] {
    let groups: [(String, Statistics.GradeCounts)] = [
      ("Learning", statistics.buttons.learning), ("Young", statistics.buttons.young),
      ("Mature", statistics.buttons.mature),
    ]
    return Array(
      groups.map { name, counts -> [[Span]] in
        let right = Self.percent(counts.passed, of: counts.total)
        let head = ChartPicture.packed(
          [
            Span(name, .heading, .bold), Span(counted(counts.total, "answer", "answers")),
            Span("\(right) right", .dim),
          ], width: width)
        return head
          + Grade.allCases.map {
            bar(GradeRow.name($0), counts[$0], of: counts.total, GradeRow.role(of: $0))
          }
      }.joined(separator: gap))
  }
}
