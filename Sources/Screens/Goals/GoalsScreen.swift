import Interaction
import StudyDomain
public import TerminalUI

/// Draws Goals: each goal with today's progress, the streak, and the last weeks day by day.
@MainActor public final class GoalsScreen: Screen {
  private let viewModel: GoalsViewModel
  private let keys: KeyTable

  public init(viewModel: GoalsViewModel, keys: KeyCatalogue = .standard) {
    self.viewModel = viewModel
    self.keys = keys.table(for: .goals)
  }

  public var name: ScreenName { .goals }
  public var inputContext: InputContext { viewModel.field == nil ? .commands : .textField }
  public var subject: Subject { Subject(deck: viewModel.deck) }

  // MARK: Keys

  public func handle(_ key: Key, now: Moment) -> Bool {
    if viewModel.field != nil { return handleInField(key) }
    guard let action = keys.action(for: key) else { return false }
    if let movement = action.movement {
      viewModel.moved(movement)
      return true
    }
    switch action {
    case .typeGoal: viewModel.typePressed()
    case .raiseGoal: viewModel.stepped(1)
    case .lowerGoal: viewModel.stepped(-1)
    case .clearGoal: viewModel.clearPressed()
    case .nextGoalDeck: viewModel.deckPressed()
    case .undo: viewModel.undoPressed()
    case .redo: viewModel.redoPressed()
    case .back: viewModel.backPressed()
    default: return false
    }
    return true
  }

  private func handleInField(_ key: Key) -> Bool {
    switch key {
    case .enter: viewModel.entered()
    case .escape: viewModel.fieldLeft()
    default:
      guard let edit = key.edit else { return false }
      viewModel.edited(edit)
    }
    return true
  }

  public func paste(_ text: String) {
    viewModel.edited(.insert(text))
  }

  public func whyOff(_ action: Action) -> String? {
    switch action {
    case .lowerGoal, .clearGoal: viewModel.whyNoGoal
    case .nextGoalDeck: viewModel.whyNoDeck
    default: nil
    }
  }

  // MARK: Picture

  public func draw(on canvas: inout Canvas) {
    let frame = Frame(canvas.size).keepingMessageRow()
    frame.drawRules(on: &canvas)
    let progress = viewModel.progress
    let place = viewModel.deck.map { $0.parts.joined(separator: " › ") } ?? "all decks"
    Header(
      left: [Span("Goals", .title, .bold), Span("  " + place, .dim)],
      right: [Span(progress.day.shortText, .dim)]
    ).draw(on: &canvas, in: frame.header)
    let body = frame.body
    var y = body.y + (body.height >= 12 ? 1 : 0)
    let kinds = GoalKind.allCases
    Table(
      columns: [
        .init("", width: body.width >= 40 ? 14 : 9), .init("", width: body.width >= 40 ? 22 : nil),
      ] + (body.width >= 40 ? [.init("", width: nil)] : []),
      rows: kinds.map { row(of: $0, progress, width: body.width) },
      selectedRow: kinds.firstIndex(of: viewModel.selectedKind)
    ).draw(
      on: &canvas,
      in: Rect(x: body.x, y: y, width: body.width, height: min(kinds.count, body.maxY - y)),
      showsTitles: false)
    y += kinds.count + (body.height >= 12 ? 1 : 0)
    for spans in streakRows(progress) + weekRows(progress) where y < body.maxY {
      canvas.draw(spans, x: body.x, y: y, width: body.width)
      y += 1
    }
    drawEnd(on: &canvas, in: frame)
  }

  private func row(of kind: GoalKind, _ progress: StudyProgress, width: Int) -> [[Span]] {
    let title =
      switch kind {
      case .reviews: width >= 40 ? "Answers" : "Answers"
      case .new: width >= 40 ? "New cards" : "New"
      case .minutes: "Minutes"
      }
    let done = progress.today[kind]
    guard let goal = progress.goals[kind] else {
      return [[Span(title)], [Span("\(done)"), Span("  no goal", .dim)], []]
    }
    let isMet = done >= goal
    let amount = [Span("\(done) of \(goal)", .text, .bold), Span(isMet ? " ✓" : "", .success)]
    let bar = ProgressBar.spans(done: done, total: goal, width: max(0, min(40, width - 38)))
    return [[Span(title)], amount, bar]
  }

  private func streakRows(_ progress: StudyProgress) -> [[Span]] {
    let streak = progress.streak
    let now =
      streak.current == 0
      ? [Span("No streak yet: an answer begins one", .dim)]
      : [
        Span("Streak  "), Span(counted(streak.current, "day", "days"), .accent, .bold),
        Span(streak.includesToday ? "" : "  today is still to come", .dim),
      ]
    let longest = [Span("Longest ", .dim), Span(counted(streak.longest, "day", "days"), .dim)]
    return streak.longest > 0 ? [now, longest, []] : [now, []]
  }

  /// A row a week, the newest last: the answers of each day.
  private func weekRows(_ progress: StudyProgress) -> [[Span]] {
    let days = progress.days
    guard days.contains(where: \.isStudied) else { return [] }
    let first = progress.day + (1 - days.count)
    var rows = [[Span("          Mon  Tue  Wed  Thu  Fri  Sat  Sun", .dim)]]
    for start in stride(from: 0, to: days.count, by: 7) {
      let week = days[start..<min(start + 7, days.count)]
      let monday = (first + start).shortText.dropFirst(4)
      var row = [Span(" " + monday + String(repeating: " ", count: max(0, 8 - monday.count)), .dim)]
      for day in week { row += cell(of: day, progress) }
      let minutes = week.reduce(0) { $0 + $1.seconds }
      if minutes > 0 {
        let rest = String(repeating: "     ", count: 7 - week.count)
        row.append(Span("\(rest)  \(minutesText(seconds: minutes))", .dim))
      }
      rows.append(row)
    }
    return rows
  }

  /// Five columns: the count, with a mark where the day's goals were met.
  private func cell(of day: DayProgress, _ progress: StudyProgress) -> [Span] {
    let isMet = progress.goals.areMet(by: day)
    let count = day.reviews + day.cram
    let text = count == 0 ? "·" : count > 999 ? "999" : "\(count)"
    return [
      Span(String(repeating: " ", count: 4 - text.count) + text, count == 0 ? .dim : .text),
      Span(isMet ? "✓" : " ", .success),
    ]
  }

  private func drawEnd(on canvas: inout Canvas, in frame: Frame) {
    let rect = frame.footer
    if let message = viewModel.message {
      let place = frame.status.height > 0 ? frame.status : rect
      canvas.draw(message.spans, x: place.x, y: place.y, width: place.width)
      if frame.status.height == 0 { return }
    }
    guard let field = viewModel.field else {
      keys.footer(without: { whyOff($0) != nil }).draw(on: &canvas, in: rect)
      return
    }
    guard rect.height > 0 else { return }
    let unit =
      switch viewModel.selectedKind {
      case .reviews: "Answers a day: "
      case .new: "New a day: "
      case .minutes: "Minutes a day: "
      }
    FieldView.draw(field, prompt: unit, on: &canvas, x: rect.x, y: rect.y, width: rect.width)
  }
}
