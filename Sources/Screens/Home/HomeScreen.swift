import Interaction
import StudyDomain
public import TerminalUI

/// Draws Home: the tree of decks with today's counts.
@MainActor public final class HomeScreen: Screen {
  private let viewModel: HomeViewModel
  private let keys: KeyTable

  public init(viewModel: HomeViewModel, keys: KeyCatalogue = .standard) {
    self.viewModel = viewModel
    self.keys = keys.table(for: .home)
  }

  public var name: ScreenName { .home }
  public var inputContext: InputContext { viewModel.isTyping ? .textField : .commands }

  // MARK: Keys

  public func handle(_ key: Key, now: Moment) -> Bool {
    if viewModel.isTyping { return handleInFilter(key) }
    if key == .escape, viewModel.filter != nil {
      viewModel.filterLeft()
      return true
    }
    guard let action = keys.action(for: key) else { return false }
    if let movement = action.movement {
      viewModel.moved(movement)
      return true
    }
    switch action {
    case .study: viewModel.studyPressed()
    case .toggleFold: viewModel.toggleFoldPressed()
    case .fold: viewModel.foldPressed()
    case .unfold: viewModel.unfoldPressed()
    case .pin: viewModel.pinPressed()
    case .addToday: viewModel.addTodayPressed()
    case .filter: viewModel.filterPressed()
    case .problems: viewModel.problemsPressed()
    case .reload: viewModel.reloadPressed()
    case .quit: viewModel.quitPressed()
    case .undo: viewModel.undoPressed()
    case .redo: viewModel.redoPressed()
    default: return false
    }
    return true
  }

  private func handleInFilter(_ key: Key) -> Bool {
    switch key {
    case .enter: viewModel.filterEntered()
    case .escape: viewModel.filterLeft()
    case .down: viewModel.moved(.down)
    case .up: viewModel.moved(.up)
    default:
      guard let edit = key.edit else { return false }
      viewModel.filterEdited(edit)
    }
    return true
  }

  public func paste(_ text: String) {
    if viewModel.isTyping { viewModel.filterEdited(.insert(text)) }
  }

  // MARK: Picture

  public func draw(on canvas: inout Canvas) {
    let home = viewModel.home
    let width = Frame(canvas.size).body.width
    let status = statusRows(of: home, width: width)
    let frame = Frame(canvas.size, statusHeight: status.count)
    frame.drawRules(on: &canvas)
    Header(
      left: [Span("deckle", .title, .bold)],
      right: [Span("\(home.day.shortText), until \(home.dayEnds)", .dim)]
    ).draw(on: &canvas, in: frame.header)
    switch home.content {
    case .loading:
      drawMiddle([[Span("Reading the decks …", .dim)]], on: &canvas, in: frame.body)
    case .failed(let failure):
      drawMiddle(
        Notice(failure).rows(width: width - 4) + [
          [],
          [
            Span(keys.keyName(of: .reload) ?? "", .key, .bold),
            Span(" reads the collection again", .dim),
          ],
        ], on: &canvas, in: frame.body)
    case .ready: drawDecks(on: &canvas, in: frame.body, showsTitles: !frame.rules.isEmpty)
    }
    for (row, spans) in status.enumerated() where row < frame.status.height {
      canvas.draw(spans, x: frame.status.x, y: frame.status.y + row, width: frame.status.width)
    }
    drawFooter(of: home, on: &canvas, in: frame.footer)
  }

  private func drawDecks(on canvas: inout Canvas, in body: Rect, showsTitles: Bool) {
    let listHeight = body.height - (showsTitles ? 1 : 0)
    viewModel.fit(windowHeight: listHeight)
    let rows = viewModel.rows
    guard !rows.isEmpty else {
      let text =
        viewModel.filter == nil
        ? "No deck has a card yet" : "No deck is called so; Esc shows all"
      drawMiddle([[Span(text, .dim)]], on: &canvas, in: body)
      return
    }
    let selection = viewModel.selection
    Table(
      columns: [
        .init("    Deck", width: nil), .init("New", width: 6, align: .right, priority: 3),
        .init("Learn", width: 8, align: .right, priority: 2),
        .init("Due", width: 8, align: .right, priority: 4),
        .init("", width: 1, priority: 0),
      ],
      rows: rows.map { cells(of: $0, isFiltered: viewModel.filter != nil) },
      selectedRow: selection.index
    ).draw(on: &canvas, in: body, showsTitles: showsTitles, top: selection.top)
    ScrollMark.draw(
      above: selection.hasMoreAbove, below: selection.hasMoreBelow, on: &canvas,
      in: Rect(
        x: body.maxX - 1, y: body.maxY - listHeight, width: min(1, body.width), height: listHeight))
  }

  private func cells(of row: DeckRow, isFiltered: Bool) -> [[Span]] {
    let indent = isFiltered ? "" : String(repeating: "  ", count: row.depth)
    let fold = row.hasChildren && !isFiltered ? (row.isFolded ? "▸ " : "▾ ") : "  "
    let name = isFiltered ? row.name.parts.joined(separator: " › ") : row.name.last
    func count(_ count: Int, _ role: Style.Role) -> [Span] {
      [Span(String(max(0, count)), count > 0 ? role : .dim)]
    }
    return [
      [
        Span(row.isPinned ? "★ " : "  ", .accent), Span(indent + fold, .dim),
        Span(name, .text, row.counts.isEmpty ? [] : .bold),
      ],
      count(row.counts.new, .new), count(row.counts.learning, .learning),
      count(row.counts.due, .due), [],
    ]
  }

  private func drawMiddle(_ rows: [[Span]], on canvas: inout Canvas, in body: Rect) {
    let top = body.y + max(0, (body.height - rows.count) / 2)
    for (row, spans) in rows.enumerated() where top + row < body.maxY {
      canvas.draw(spans, x: body.x, y: top + row, width: body.width, align: .center)
    }
  }

  private func statusRows(of home: HomeOverview, width: Int) -> [[Span]] {
    var rows: [[Span]] = []
    if let message = viewModel.message {
      rows += message.rows(width: width)
    } else if !viewModel.isTyping {
      rows += home.notices.prefix(3).map(\.spans)
      if home.problemCount > 0 {
        let many = counted(home.problemCount, "problem", "problems")
        rows.append([
          Span("! \(many)", .warning), Span("  \(keys.keyName(of: .problems) ?? "") shows", .dim),
        ])
      }
    }
    if case .ready(_, let today) = home.content { rows.append(todayRow(today, width: width)) }
    return rows
  }

  private func todayRow(_ today: TodaySummary, width: Int) -> [Span] {
    let reviews = today.reviewsDone + today.reviewsLeft
    let new = today.newDone + today.newLeft
    guard reviews + new > 0 else { return [Span("Nothing is due today", .dim)] }
    var spans = [Span("Today  ", .dim), Span("\(today.reviewsDone) of \(reviews) reviews ")]
    if width >= 70 {
      spans += ProgressBar.spans(done: today.reviewsDone, total: reviews, width: width / 3)
    }
    spans.append(Span("  \(today.newDone) of \(new) new"))
    if today.seconds > 0 { spans.append(Span("  " + minutesText(seconds: today.seconds), .dim)) }
    return spans
  }

  private func drawFooter(of home: HomeOverview, on canvas: inout Canvas, in rect: Rect) {
    if viewModel.isTyping, let filter = viewModel.filter {
      guard rect.height > 0 else { return }
      FieldView.draw(filter, prompt: "/ ", on: &canvas, x: rect.x, y: rect.y, width: rect.width)
      return
    }
    let row = viewModel.selectedRow
    let isFailed = if case .failed = home.content { true } else { false }
    keys.footer(
      without: { action in
        switch action {
        case .study, .pin, .addToday, .filter, .undo: row == nil
        case .toggleFold: !(row?.hasChildren ?? false)
        case .problems: home.problemCount == 0
        case .reload: !isFailed
        default: false
        }
      },
      labels: [.toggleFold: row?.isFolded ?? false ? "unfold" : "fold"]
    ).draw(on: &canvas, in: rect)
  }
}
