import Interaction
import StudyDomain
public import TerminalUI

/// Draws Home: the tree of decks with today's counts.
@MainActor public final class HomeScreen: Screen {
  let viewModel: HomeViewModel
  let keys: KeyTable

  public init(viewModel: HomeViewModel, keys: KeyCatalogue = .standard) {
    self.viewModel = viewModel
    self.keys = keys.table(for: .home)
  }

  public var name: ScreenName { .home }
  public var inputContext: InputContext {
    viewModel.isTyping || viewModel.prompt != nil ? .textField : .commands
  }
  public var subject: Subject { Subject(deck: viewModel.selectedRow?.name) }

  // MARK: Keys

  public func handle(_ key: Key, now: Moment) -> Bool {
    if viewModel.isTyping { return handleInFilter(key) }
    if viewModel.prompt != nil { return handleInPrompt(key) }
    if key == .escape, viewModel.filter != nil {
      viewModel.filterCleared()
      return true
    }
    guard let action = keys.action(for: key) else { return false }
    if let movement = action.movement {
      viewModel.moved(movement)
      return true
    }
    switch action {
    case .study: viewModel.studyPressed()
    case .customStudy: viewModel.customStudyPressed()
    case .toggleFold: viewModel.toggleFoldPressed()
    case .fold: viewModel.foldPressed()
    case .unfold: viewModel.unfoldPressed()
    case .pin: viewModel.pinPressed()
    case .addToday: viewModel.addTodayPressed()
    case .createDeck: viewModel.createPressed()
    case .renameDeck: viewModel.renamePressed()
    case .moveDeck: viewModel.movePressed()
    case .trashDeck: viewModel.trashPressed()
    case .filter: viewModel.filterPressed()
    case .problems: viewModel.problemsPressed()
    case .importFile: viewModel.importPressed()
    case .exportCollection: viewModel.exportPressed()
    case .reload: viewModel.reloadPressed()
    case .quit: viewModel.quitPressed()
    case .undo: viewModel.undoPressed()
    case .redo: viewModel.redoPressed()
    default: return false
    }
    return true
  }

  public func whyOff(_ action: Action) -> String? {
    viewModel.whyOff(action)
  }

  private func handleInFilter(_ key: Key) -> Bool {
    switch key {
    case .enter: viewModel.filterEntered()
    case .escape: viewModel.filterCleared()
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
    if viewModel.prompt != nil { viewModel.promptEdited(.insert(text)) }
  }

  // MARK: Picture

  public func draw(on canvas: inout Canvas) {
    let home = viewModel.home
    let width = Frame(canvas.size).body.width
    let status = statusRows(of: home, width: width)
    let frame = Frame(canvas.size, statusHeight: status.count)
    frame.drawRules(on: &canvas)
    drawHeader(of: home, on: &canvas, in: frame)
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
    case .ready:
      if !drawMoveTargets(on: &canvas, in: frame.body), !drawQuestion(on: &canvas, in: frame) {
        drawDecks(on: &canvas, in: frame)
      }
    }
    for (row, spans) in status.enumerated() where row < frame.status.height {
      canvas.draw(spans, x: frame.status.x, y: frame.status.y + row, width: frame.status.width)
    }
    drawFooter(of: home, on: &canvas, in: frame.footer)
  }

  private func drawHeader(of home: HomeOverview, on canvas: inout Canvas, in frame: Frame) {
    var left = [Span("deckle", .title, .bold)]
    if !viewModel.isTyping, let filter = viewModel.filter {
      left.append(Span(" /" + filter.text, .accent, .bold))
    }
    let day = [Span("\(home.day.shortText), until \(home.dayEnds)", .dim)]
    let streak = ProgressSpans.streak(home.progress, width: frame.header.width)
    Header(
      left: left, middle: streak.isEmpty ? [] : day,
      right: titlesAreInHeader(frame) ? [] : streak.isEmpty ? day : streak
    )
    .draw(on: &canvas, in: frame.header)
  }

  /// Where the table has no row for its titles they take the place of the date.
  private func titlesAreInHeader(_ frame: Frame) -> Bool {
    frame.rules.isEmpty && frame.header.height > 0 && !viewModel.rows.isEmpty
  }

  private func drawDecks(on canvas: inout Canvas, in frame: Frame) {
    let body = frame.body
    let listHeight = body.height - (frame.rules.isEmpty ? 0 : 1)
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
    let isNarrow = body.width < Self.narrowestCounts
    let shown = rows.dropFirst(max(0, selection.top)).prefix(max(0, listHeight))
    let table = Table(
      columns: [.init(frame.rules.isEmpty ? "" : "    Deck", width: nil)]
        + (isNarrow ? Self.totalColumn : Self.countColumns),
      rows: shown.map {
        cells(of: $0, isFiltered: viewModel.filter != nil, isNarrow: isNarrow)
      },
      selectedRow: selection.index - shown.startIndex)
    let titles = titlesAreInHeader(frame) ? 1 : 0
    table.draw(
      on: &canvas,
      in: Rect(x: body.x, y: body.y - titles, width: body.width, height: body.height + titles),
      showsTitles: titles == 1 || !frame.rules.isEmpty)
    ScrollMark.draw(
      above: selection.hasMoreAbove, below: selection.hasMoreBelow, on: &canvas,
      in: Rect(
        x: body.maxX - 1, y: body.maxY - listHeight, width: min(1, body.width), height: listHeight))
  }

  /// Columns that three counts need beside a name.
  private static let narrowestCounts = 32

  private static let countColumns: [Table.Column] = [
    .init("New", width: 6, align: .right), .init("Learn", width: 8, align: .right),
    .init("Due", width: 8, align: .right), .init("", width: 1),
  ]

  /// Instead of the three: all that waits today, with room for the mark of more rows.
  private static let totalColumn: [Table.Column] = [
    .init("Today", width: 6, align: .right), .init("", width: 1),
  ]

  private func cells(of row: DeckRow, isFiltered: Bool, isNarrow: Bool) -> [[Span]] {
    let indent = isFiltered ? "" : String(repeating: "  ", count: row.depth)
    let fold = row.hasChildren && !isFiltered ? (row.isFolded ? "▸ " : "▾ ") : "  "
    let name = isFiltered ? row.name.parts.joined(separator: " › ") : row.name.last
    func count(_ count: Int, _ role: Style.Role) -> [Span] {
      [Span(String(max(0, count)), count > 0 ? role : .dim)]
    }
    let counts = [
      count(row.counts.new, .new), count(row.counts.learning, .learning),
      count(row.counts.due, .due),
    ]
    return [
      [
        Span(row.isPinned ? "★ " : "  ", .accent), Span(indent + fold, .dim),
        Span(name, .text, row.counts.isEmpty ? [] : .bold),
      ]
    ] + (isNarrow ? [count(row.counts.total, .due)] : counts)
  }

  private func drawMiddle(_ rows: [[Span]], on canvas: inout Canvas, in body: Rect) {
    let top = body.y + max(0, (body.height - rows.count) / 2)
    for (row, spans) in rows.enumerated() where top + row < body.maxY {
      canvas.draw(spans, x: body.x, y: top + row, width: body.width, align: .center)
    }
  }

  private func statusRows(of home: HomeOverview, width: Int) -> [[Span]] {
    var rows = promptRows(width: width)
    guard rows.isEmpty else { return rows }
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
    if case .ready(let decks, let today) = home.content, !decks.isEmpty {
      rows += ProgressSpans.goals(home.progress, width: width)
      rows.append(todayRow(today, width: width))
    }
    return rows
  }

  private func todayRow(_ today: TodaySummary, width: Int) -> [Span] {
    let reviews = today.reviewsDone + today.reviewsLeft
    let new = today.newDone + today.newLeft
    // What there is none of is not spoken of.
    var parts: [String] = []
    if reviews > 0 {
      parts.append("\(today.reviewsDone) of \(counted(reviews, "review", "reviews"))")
    }
    if new > 0 { parts.append("\(today.newDone) of \(new) new") }
    let studied = Self.studied(today)
    guard !parts.isEmpty || studied != nil else {
      return [Span("Nothing is due today", .dim)]
    }
    let head = [Span("Today  ", .dim)] + parts.prefix(1).map { Span($0) }
    var tail = parts.dropFirst().map { Span("  " + $0) }
    if let studied {
      let gap = parts.isEmpty ? "" : "  "
      // As much as there is room for beside the bar.
      let forms = studied.map { gap + $0 }
      let room = width - head.width - tail.width - (width >= 70 && !parts.isEmpty ? 10 : 0)
      let fitting = forms.first { PortableText.width(of: $0) <= room }
      tail.append(Span(fitting ?? forms[forms.count - 1], .dim))
    }
    let room = width - head.width - tail.width - 1
    guard room >= 6, width >= 70, !parts.isEmpty else { return head + tail }
    let bar = ProgressBar.spans(
      done: reviews > 0 ? today.reviewsDone : today.newDone, total: reviews > 0 ? reviews : new,
      width: min(room, width / 3))
    return head + [Span(" ")] + bar + tail
  }

  /// What was done today, the fullest words first; nil when nothing was.
  private static func studied(_ today: TodaySummary) -> [String]? {
    guard today.answers > 0 else { return nil }
    let minutes = minutesText(seconds: today.seconds)
    let cards = counted(today.cards, "card", "cards")
    let answers = counted(today.answers, "answer", "answers")
    return [
      "studied \(cards), \(answers) in \(minutes)", "\(cards), \(answers), \(minutes)",
      "\(cards), \(minutes)", minutes,
    ]
  }

  private func drawFooter(of home: HomeOverview, on canvas: inout Canvas, in rect: Rect) {
    if let prompt = viewModel.prompt { return drawPrompt(prompt, on: &canvas, in: rect) }
    if viewModel.isTyping, let filter = viewModel.filter {
      guard rect.height > 0 else { return }
      let hint = Footer([
        .init(key: Key.enter.name, label: "keep", priority: 1),
        .init(key: Key.escape.name, label: "clear", priority: 2),
      ])
      let hintWidth = rect.width >= 40 ? 22 : 0
      FieldView.draw(
        filter, prompt: "/ ", on: &canvas, x: rect.x, y: rect.y, width: rect.width - hintWidth)
      hint.draw(
        on: &canvas, in: Rect(x: rect.maxX - hintWidth, y: rect.y, width: hintWidth, height: 1))
      return
    }
    var rect = rect
    if viewModel.filter != nil, rect.height > 0 {
      let clear = Footer([.init(key: Key.escape.name, label: "clear filter", priority: 1)])
      clear.draw(on: &canvas, in: rect)
      let used = min(rect.width, 16 + (rect.width >= 60 ? 3 : 2))
      rect = Rect(x: rect.x + used, y: rect.y, width: rect.width - used, height: 1)
    }
    let row = viewModel.selectedRow
    let isFailed = if case .failed = home.content { true } else { false }
    keys.footer(
      without: { action in
        switch action {
        case .undo: row == nil
        case .reload: !isFailed
        default: self.whyOff(action) != nil
        }
      },
      labels: [.toggleFold: row?.isFolded ?? false ? "unfold" : "fold"],
      priorities: [.browse: 45]
    ).draw(on: &canvas, in: rect)
  }
}
