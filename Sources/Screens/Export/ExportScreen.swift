import Interaction
import StudyDomain
public import TerminalUI

/// Draws the export: the form, the work, and what came of it.
@MainActor public final class ExportScreen: Screen {
  let viewModel: ExportViewModel
  let keys: KeyTable

  public init(viewModel: ExportViewModel, keys: KeyCatalogue = .standard) {
    self.viewModel = viewModel
    self.keys = keys.table(for: .export)
  }

  public var name: ScreenName { .export }
  public var inputContext: InputContext { viewModel.isTyping ? .textField : .commands }

  // MARK: Keys

  public func handle(_ key: Key, now: Moment) -> Bool {
    if viewModel.isTyping { return handleInField(key) }
    let action = keys.action(for: key)
    if viewModel.page == .working {
      // Nothing else until the work is done: what is below it may change.
      if action == .back { viewModel.backPressed() }
      return true
    }
    guard let action else { return false }
    if let movement = action.movement {
      viewModel.moved(movement)
      return true
    }
    switch action {
    case .openExportRow: viewModel.openPressed()
    case .exportCards: viewModel.cardsPressed()
    case .exportPath: viewModel.filePressed()
    case .nextExportValue: viewModel.valuePressed(by: 1)
    case .previousExportValue: viewModel.valuePressed(by: -1)
    case .back: viewModel.backPressed()
    default: return false
    }
    return true
  }

  public func whyOff(_ action: Action) -> String? {
    guard viewModel.page != .working else { return nil }
    let isForm = viewModel.page == .form
    switch action {
    case .exportCards, .exportPath: return isForm ? nil : "The file is written"
    case .nextExportValue, .previousExportValue:
      return isForm && viewModel.selectedRow?.hasValues ?? false
        ? nil : "There are no values to choose here"
    case .undo, .redo: return "An export changes nothing that could be undone"
    default: return nil
    }
  }

  private func handleInField(_ key: Key) -> Bool {
    switch key {
    case .enter: viewModel.openPressed()
    case .tab: viewModel.tabPressed()
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

  public func paste(_ text: String) {
    if viewModel.isTyping { viewModel.edited(.insert(text)) }
  }

  // MARK: Picture

  public func draw(on canvas: inout Canvas) {
    TransferPicture(
      title: "Export", place: place, message: viewModel.message, footer: { self.footer }
    )
    .draw(on: &canvas) { drawBody(on: &$0, in: $1) }
  }

  /// Beside the title.
  private var place: [Span] {
    switch viewModel.page {
    case .form: []
    case .cards: [Span("  which cards", .dim)]
    case .file: [Span("  where to", .dim)]
    case .working, .result:
      [
        Span(
          "  " + (viewModel.request.path.split(separator: "/").last.map(String.init) ?? ""), .accent
        )
      ]
    }
  }

  private func drawBody(on canvas: inout Canvas, in body: Rect) {
    switch viewModel.page {
    case .form: drawForm(on: &canvas, in: body)
    case .cards:
      drawChoice(
        "Cards  ", [("all cards", "")] + viewModel.deckMatches.map { ($0, "") }, on: &canvas,
        in: body)
    case .file:
      drawChoice(
        "File  ", viewModel.files.map { ($0.path, $0.detail) }, on: &canvas, in: body)
    case .working: drawWork(on: &canvas, in: body)
    case .result: drawResult(on: &canvas, in: body)
    }
  }

  private var footer: Footer {
    if viewModel.isTyping {
      return Footer([
        .init(key: Key.enter.name, label: "take", priority: 4),
        .init(key: Key.tab.name, label: "complete", priority: 2),
        .init(key: "↑ ↓", label: "choose", priority: 1),
        .init(key: Key.escape.name, label: "leave the field", priority: 3),
      ])
    }
    if viewModel.page == .working {
      guard !viewModel.isCancelling else { return Footer([]) }
      return Footer([.init(key: Key.escape.name, label: "cancel", priority: 1)])
    }
    return keys.footer(
      without: { action in
        self.whyOff(action) != nil
      }, labels: [.openExportRow: openLabel])
  }

  private var openLabel: String {
    guard viewModel.page == .form else { return "done" }
    return switch viewModel.selectedRow {
    case .start: "export"
    case .cards, .file: "choose"
    default: "next value"
    }
  }
}

extension ExportRow {
  /// It goes through values.
  var hasValues: Bool {
    switch self {
    case .format, .option: true
    case .start, .cards, .file: false
    }
  }
}
