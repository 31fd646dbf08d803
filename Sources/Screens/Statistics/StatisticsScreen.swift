import Interaction
import StudyDomain
public import TerminalUI

/// Draws Statistics: one chart at a time.
@MainActor public final class StatisticsScreen: Screen {
  private let viewModel: StatisticsViewModel
  private let keys: KeyTable

  public init(viewModel: StatisticsViewModel, keys: KeyCatalogue = .standard) {
    self.viewModel = viewModel
    self.keys = keys.table(for: .statistics)
  }

  public var name: ScreenName { .statistics }
  public var inputContext: InputContext { viewModel.isTyping ? .textField : .commands }
  public var subject: Subject { Subject(deck: viewModel.deck) }

  // MARK: Keys

  public func handle(_ key: Key, now: Moment) -> Bool {
    if viewModel.isTyping { return handleInField(key) }
    guard let action = keys.action(for: key) else { return false }
    if let movement = action.movement {
      viewModel.scrolled(movement)
      return true
    }
    switch action {
    case .nextChart: viewModel.chartPressed(1)
    case .previousChart: viewModel.chartPressed(-1)
    case .statisticsPeriod: viewModel.periodPressed()
    case .statisticsQuery: viewModel.queryPressed()
    case .statisticsAll: viewModel.allPressed()
    case .back: viewModel.backPressed()
    default: return false
    }
    return true
  }

  public func whyOff(_ action: Action) -> String? {
    switch action {
    case .statisticsAll where viewModel.queryText.isEmpty: "Everything is counted already"
    case .undo, .redo: "Nothing is changed here; on Home and in Study it takes things back"
    default: nil
    }
  }

  private func handleInField(_ key: Key) -> Bool {
    switch key {
    case .enter: viewModel.queryEntered()
    case .escape: viewModel.queryLeft()
    default:
      guard let edit = key.edit else { return false }
      viewModel.queryEdited(edit)
    }
    return true
  }

  public func paste(_ text: String) {
    if viewModel.isTyping { viewModel.queryEdited(.insert(text)) }
  }

  // MARK: Picture

  public func draw(on canvas: inout Canvas) {
    let statistics = viewModel.statistics
    let width = Frame(canvas.size).body.width
    let status = statusRows(width: width)
    let frame = Frame(canvas.size, statusHeight: min(status.count, canvas.size.height / 3))
    frame.drawRules(on: &canvas)
    drawHeader(on: &canvas, in: frame.header)
    let picture = ChartPicture(statistics, viewModel.chart, size: frame.body)
    viewModel.fit(
      contentHeight: picture.contentHeight, windowHeight: picture.windowHeight)
    picture.draw(on: &canvas, in: frame.body, scroll: viewModel.scroll)
    for (row, spans) in status.prefix(frame.status.height).enumerated() {
      canvas.draw(spans, x: frame.status.x, y: frame.status.y + row, width: frame.status.width)
    }
    if frame.status.height == 0, let message = statusRows(width: 1000).first {
      // Where there is no row for messages it takes the last one of the chart.
      let row = Rect(x: frame.body.x, y: frame.body.maxY - 1, width: frame.body.width, height: 1)
      canvas.fill(row, style: .plain)
      canvas.draw(message, x: row.x, y: row.y, width: row.width)
    }
    drawFooter(on: &canvas, in: frame.footer)
  }

  private func drawHeader(on canvas: inout Canvas, in rect: Rect) {
    let scope = viewModel.queryText.isEmpty ? "all decks" : viewModel.queryText
    let place = "\(viewModel.chart.rawValue + 1)/\(StatisticsChart.allCases.count)"
    Header(
      left: [Span(viewModel.chart.title, .title, .bold), Span("  " + scope, .dim)],
      right: [
        Span(rect.width >= 40 ? viewModel.period.words : viewModel.period.shortWord, .accent),
        Span((rect.width >= 40 ? "  " : " ") + place, .dim),
      ]
    ).draw(on: &canvas, in: rect)
  }

  private func statusRows(width: Int) -> [[Span]] {
    if let error = viewModel.error, viewModel.isTyping {
      // Points down at the place in the field, which begins after its prompt.
      let pointer = String(repeating: " ", count: min(width, error.column) + 1) + "▼"
      return TextWrap.rows("column \(error.column): \(error.message)", width: width)
        .map { [Span($0, .warning)] } + [[Span(pointer, .warning)]]
    }
    return viewModel.message?.rows(width: width) ?? []
  }

  private func drawFooter(on canvas: inout Canvas, in rect: Rect) {
    guard let field = viewModel.field else {
      keys.footer(without: { whyOff($0) != nil }).draw(on: &canvas, in: rect)
      return
    }
    guard rect.height > 0 else { return }
    let hint = Footer([
      .init(key: Key.enter.name, label: "count", priority: 2),
      .init(key: Key.escape.name, label: "leave", priority: 1),
    ])
    let hintWidth = rect.width >= 40 ? 24 : 0
    FieldView.draw(
      field, prompt: "/ ", on: &canvas, x: rect.x, y: rect.y, width: rect.width - hintWidth)
    hint.draw(
      on: &canvas, in: Rect(x: rect.maxX - hintWidth, y: rect.y, width: hintWidth, height: 1))
  }
}

extension StatisticsPeriod {
  fileprivate var shortWord: String {
    switch self {
    case .month: "1m"
    case .year: "1y"
    case .all: "all"
    }
  }

  var words: String {
    switch self {
    case .month: "month"
    case .year: "year"
    case .all: "all time"
    }
  }
}
