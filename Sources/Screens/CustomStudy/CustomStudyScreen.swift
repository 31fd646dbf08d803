import Interaction
import StudyDomain
public import TerminalUI

/// Draws the page of custom sessions: which cards, how, how many.
@MainActor public final class CustomStudyScreen: Screen {
  private let viewModel: CustomStudyViewModel
  private let keys: KeyTable

  public init(viewModel: CustomStudyViewModel, keys: KeyCatalogue = .standard) {
    self.viewModel = viewModel
    self.keys = keys.table(for: .customStudy)
  }

  public var name: ScreenName { .customStudy }
  public var inputContext: InputContext { viewModel.isTyping ? .textField : .commands }

  // MARK: Keys

  public func handle(_ key: Key, now: Moment) -> Bool {
    if viewModel.isTyping { return handleInField(key) }
    guard let action = keys.action(for: key) else { return false }
    if let movement = action.movement {
      viewModel.moved(movement)
      return true
    }
    switch action {
    case .openCustomRow: viewModel.openPressed()
    case .beginCustom: viewModel.begin()
    case .customCards: viewModel.scopePressed()
    case .nextCustomValue: viewModel.valuePressed(by: 1)
    case .previousCustomValue: viewModel.valuePressed(by: -1)
    case .back: viewModel.backPressed()
    default: return false
    }
    return true
  }

  private func handleInField(_ key: Key) -> Bool {
    switch key {
    case .enter: viewModel.openPressed()
    case .escape: viewModel.fieldLeft()
    case .down: viewModel.moved(.down)
    case .up: viewModel.moved(.up)
    case .pageDown: viewModel.moved(.pageDown)
    case .pageUp: viewModel.moved(.pageUp)
    default:
      guard let edit = key.edit else { return false }
      viewModel.edited(edit)
    }
    return true
  }

  public func whyOff(_ action: Action) -> String? {
    switch action {
    case .nextCustomValue, .previousCustomValue:
      viewModel.selectedRow?.hasValues ?? false ? nil : "There are no values to choose here"
    case .undo, .redo: "Nothing was done here that could be undone"
    default: nil
    }
  }

  public func paste(_ text: String) {
    if viewModel.isTyping { viewModel.edited(.insert(text)) }
  }

  // MARK: Picture

  public func draw(on canvas: inout Canvas) {
    TransferPicture(
      title: "Custom session", place: viewModel.isTyping ? [Span("  which cards", .dim)] : [],
      message: viewModel.message, footer: { self.footer }
    ).draw(on: &canvas) { canvas, body in
      if viewModel.isTyping {
        drawScope(on: &canvas, in: body)
      } else {
        drawForm(on: &canvas, in: body)
      }
    }
  }

  private func drawForm(on canvas: inout Canvas, in body: Rect) {
    guard body.height > 0 else { return }
    viewModel.fit(windowHeight: body.height)
    let selection = viewModel.selection
    let isWide = body.width >= 60
    Table(
      columns: isWide
        ? [.init("", width: 12), .init("", width: 30), .init("", width: nil)]
        : [.init("", width: 8), .init("", width: nil)],
      rows: viewModel.rows.dropFirst(selection.top).prefix(body.height).map { row in
        [
          [Span((isWide ? "  " : "") + row.title, row == .start ? .accent : .text)], value(of: row),
          [Span(explanation(of: row), .dim)],
        ].prefix(isWide ? 3 : 2).map { $0 }
      }, selectedRow: selection.index - selection.top
    ).draw(on: &canvas, in: body, showsTitles: false)
    ScrollMark.draw(
      above: selection.hasMoreAbove, below: selection.hasMoreBelow, on: &canvas,
      in: Rect(x: body.maxX - 1, y: body.y, width: min(1, body.width), height: body.height))
  }

  private func drawScope(on canvas: inout Canvas, in body: Rect) {
    guard body.height > 0, let field = viewModel.field else { return }
    FieldView.draw(
      field, prompt: "Cards  ", on: &canvas, x: body.x, y: body.y, width: body.width)
    let gap = body.height >= 8 ? 2 : 1
    let rect = Rect(x: body.x, y: body.y + gap, width: body.width, height: body.height - gap)
    guard rect.height > 0 else { return }
    viewModel.fitList(windowHeight: rect.height)
    let selection = viewModel.listSelection
    let names = ["all cards"] + viewModel.deckMatches
    Table(
      columns: [.init("", width: nil)],
      rows: names.dropFirst(selection.top).prefix(rect.height).map { [[Span("  " + $0)]] },
      selectedRow: viewModel.isInList ? selection.index - selection.top : nil
    ).draw(on: &canvas, in: rect, showsTitles: false)
    ScrollMark.draw(
      above: selection.hasMoreAbove, below: selection.hasMoreBelow, on: &canvas,
      in: Rect(x: rect.maxX - 1, y: rect.y, width: min(1, rect.width), height: rect.height))
  }

  private var footer: Footer {
    guard viewModel.isTyping else {
      let label = viewModel.selectedRow == .start ? "study" : "choose"
      return keys.footer(
        without: { self.whyOff($0) != nil }, labels: [.openCustomRow: label])
    }
    return Footer([
      .init(key: Key.enter.name, label: "take", priority: 4),
      .init(key: "↑ ↓", label: "choose a deck", priority: 1),
      .init(key: Key.escape.name, label: "leave the field", priority: 3),
    ])
  }

  // MARK: Words

  private func value(of row: CustomStudyRow) -> [Span] {
    let form = viewModel.form
    switch row {
    case .start:
      guard let count = viewModel.count else { return [Span("nothing", .dim)] }
      return [Span(counted(count, "card", "cards"), count > 0 ? .accent : .dim, .bold)]
    case .scope: return [Span(form.scope.isEmpty ? "all cards" : form.scope, .accent)]
    case .choice: return choice(form.choice.title(days: form.days))
    case .days: return choice(counted(form.days, "day", "days"))
    case .mode: return choice(form.mode.title)
    case .order: return choice(form.order.title)
    case .limit: return choice(form.limit.map { counted($0, "card", "cards") } ?? "no limit")
    case .minutes:
      return choice(form.minutes.map { counted($0, "minute", "minutes") } ?? "no limit")
    }
  }

  private func choice(_ value: String) -> [Span] { [Span("‹ \(value) ›", .accent)] }

  private func explanation(of row: CustomStudyRow) -> String {
    switch row {
    case .start: "begins the session"
    case .choice: ""
    case .scope: "a deck, or any query"
    case .days: viewModel.form.choice == .soon ? "so far ahead" : "so far back, today included"
    case .mode: viewModel.form.mode.explanation
    case .order: ""
    case .limit: "then it asks whether to go on"
    case .minutes: "the same, by the clock"
    }
  }
}

extension CustomStudyRow {
  fileprivate var title: String {
    switch self {
    case .start: "Study"
    case .scope: "of"
    case .choice: "which"
    case .days: "days"
    case .mode: "answers"
    case .order: "order"
    case .limit: "at most"
    case .minutes: "for"
    }
  }

  fileprivate var hasValues: Bool { self != .start && self != .scope }
}

extension CustomStudyForm.Choice {
  fileprivate func title(days: Int) -> String {
    switch self {
    case .all: "all cards"
    case .forgotten: days == 1 ? "forgotten today" : "forgotten lately"
    case .soon: days == 1 ? "due by tomorrow" : "due soon"
    case .new: "new cards, to look at"
    case .weak: "likely forgotten by now"
    case .leeches: "leeches"
    case .marked: "marked"
    case .flagged: "flagged"
    case .due: "what is due"
    }
  }
}

extension CustomStudyForm.Order {
  fileprivate var title: String {
    switch self {
    case .listed: "as in the decks"
    case .random: "shuffled"
    case .due: "due first"
    case .weakest: "least remembered first"
    case .hardest: "hardest first"
    case .shortest: "shortest interval first"
    case .newest: "latest first"
    }
  }
}

extension CustomStudy.Mode {
  fileprivate var title: String {
    switch self {
    case .normal: "as usual"
    case .ahead: "count, ahead of time"
    case .cram: "practice only"
    }
  }

  fileprivate var explanation: String {
    switch self {
    case .normal: "only what is due, within the limits"
    case .ahead: "schedules move from where they are"
    case .cram: "schedules and limits stay as they are"
    }
  }
}
