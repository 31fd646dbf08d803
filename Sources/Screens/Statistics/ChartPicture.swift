import Interaction
import StudyDomain
import TerminalUI

/// One chart: a few numbers in words, and below them bars, rows or a calendar.
struct ChartPicture {
  /// Phrases, packed side by side in as many rows as they take.
  private let summary: [Span]
  private let content: Content
  private let body: Rect

  enum Content {
    /// Charts one above the other, each with its title; an empty title takes no row.
    case bars([(title: String, chart: BarChart)])
    case rows([[Span]])
    case calendar(CalendarYears)
  }

  /// `size` is where it will be drawn; only its width and height count.
  init(_ statistics: Statistics, _ chart: StatisticsChart, size body: Rect) {
    self.body = body
    let texts = ChartTexts(statistics: statistics, width: body.width)
    switch chart {
    case .overview: (summary, content) = ([], .rows(texts.overview()))
    case .calendar:
      let years = CalendarYears(statistics)
      (summary, content) = ([], .calendar(years))
    case .forecast: (summary, content) = texts.forecast()
    case .answers: (summary, content) = texts.answers()
    case .time: (summary, content) = texts.time()
    case .retention: (summary, content) = ([], .rows(texts.retention()))
    case .buttons: (summary, content) = ([], .rows(texts.buttons()))
    case .hours: (summary, content) = texts.hours()
    case .intervals:
      (summary, content) = texts.histogram(statistics.intervals, unit: "d", .days)
    case .stability:
      (summary, content) = texts.histogram(statistics.stability, unit: "d", .days)
    case .difficulty:
      (summary, content) = texts.histogram(statistics.difficulty, unit: "%", .percent)
    case .retrievability:
      (summary, content) = texts.histogram(statistics.retrievability, unit: "%", .percent)
    case .introduced: (summary, content) = texts.introduced()
    }
  }

  // MARK: Scrolling

  var contentHeight: Int {
    switch content {
    case .bars: 0
    case .rows(let rows): rows.count
    case .calendar(let years): years.count
    }
  }

  /// On the calendar a year is a window.
  var windowHeight: Int {
    if case .calendar = content { 1 } else { body.height }
  }

  // MARK: Drawing

  func draw(on canvas: inout Canvas, in rect: Rect, scroll: ScrollState) {
    switch content {
    case .rows(let rows):
      for (row, spans) in rows.dropFirst(scroll.offset).prefix(rect.height).enumerated() {
        canvas.draw(spans, x: rect.x, y: rect.y + row, width: rect.width)
      }
      ScrollMark.draw(scroll, on: &canvas, in: rect)
    case .calendar(let years):
      years.draw(on: &canvas, in: rect, year: scroll.offset)
      ScrollMark.draw(scroll, on: &canvas, in: rect)
    case .bars(let charts): drawBars(charts, on: &canvas, in: rect)
    }
  }

  private func drawBars(
    _ charts: [(title: String, chart: BarChart)], on canvas: inout Canvas, in rect: Rect
  ) {
    var rest = Self.drawSummary(summary, on: &canvas, in: rect)
    // Where two charts would be too low the first one says most.
    let shown = rest.height >= charts.count * 5 ? charts : Array(charts.prefix(1))
    guard !shown.isEmpty else { return }
    let each = rest.height / shown.count
    for (title, chart) in shown {
      var part = Rect(x: rest.x, y: rest.y, width: rest.width, height: min(each, 22))
      rest = Rect(x: rest.x, y: rest.y + each, width: rest.width, height: rest.height - each)
      if !title.isEmpty, part.height >= 4 {
        canvas.draw([Span(title, .dim)], x: part.x, y: part.y, width: part.width)
        part = part.dropping(rows: 1)
      }
      chart.draw(on: &canvas, in: part)
    }
  }

  /// Draws phrases in at most a third of the rows; returns what is left below them.
  static func drawSummary(_ summary: [Span], on canvas: inout Canvas, in rect: Rect) -> Rect {
    let rows = packed(summary, width: rect.width).prefix(max(1, rect.height / 3))
    for (row, spans) in rows.enumerated() where row < rect.height {
      canvas.draw(spans, x: rect.x, y: rect.y + row, width: rect.width)
    }
    return rect.dropping(rows: rows.count + (rect.height >= 12 && !rows.isEmpty ? 1 : 0))
  }

  /// Spans beside each other, in as many rows as it takes.
  static func packed(_ spans: [Span], width: Int) -> [[Span]] {
    var rows: [[Span]] = []
    for span in spans {
      if let last = rows.last, last.width + 3 + span.width <= width {
        rows[rows.count - 1] += [Span("   "), span]
      } else {
        rows.append([span])
      }
    }
    return rows
  }
}

extension Rect {
  /// What is left below so many rows.
  fileprivate func dropping(rows: Int) -> Rect {
    Rect(x: x, y: y + rows, width: width, height: height - rows)
  }
}
