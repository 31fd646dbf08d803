import Interaction
import StudyDomain
public import TerminalUI

/// Draws the import: the file, what it would do, the work, and what came of it.
@MainActor public final class TransferScreen: Screen {
  let viewModel: TransferViewModel
  let keys: KeyTable

  public init(viewModel: TransferViewModel, keys: KeyCatalogue = .standard) {
    self.viewModel = viewModel
    self.keys = keys.table(for: .transfer)
  }

  public var name: ScreenName { .transfer }
  public var inputContext: InputContext { viewModel.isTyping ? .textField : .commands }

  // MARK: Keys

  public func handle(_ key: Key, now: Moment) -> Bool {
    if viewModel.isTyping { return handleInField(key) }
    let action = keys.action(for: key)
    if case .working = viewModel.page {
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
    case .openTransferRow: viewModel.openPressed()
    case .transferDeck: viewModel.deckPressed()
    case .transferColumns: viewModel.columnsPressed()
    case .nextValue: viewModel.valuePressed(by: 1)
    case .previousValue: viewModel.valuePressed(by: -1)
    case .transferPath:
      viewModel.typePressed()
    case .undo: viewModel.undoPressed()
    case .back: viewModel.backPressed()
    default: return false
    }
    return true
  }

  public func whyOff(_ action: Action) -> String? {
    let page = viewModel.page
    if case .working = page { return nil }
    switch action {
    case .transferDeck: return page == .preview ? nil : "Choose a file first"
    case .transferPath: return page == .choosing ? nil : "A file is chosen already"
    case .transferColumns:
      if page != .preview { return "Choose a file first" }
      return viewModel.columns == nil ? "This file has no columns" : nil
    case .nextValue, .previousValue:
      return page == .columns ? nil : "There are no values to choose here"
    case .undo, .redo:
      return page == .result && viewModel.report?.action != nil
        ? nil : "Nothing was imported that could be taken back"
    default: return nil
    }
  }

  private func handleInField(_ key: Key) -> Bool {
    switch key {
    case .enter: viewModel.isTypingDeck ? viewModel.deckEntered() : viewModel.pathEntered()
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
      title: "Import", place: place, message: viewModel.message, footer: { self.footer }
    )
    .draw(on: &canvas) { drawBody(on: &$0, in: $1) }
  }

  /// Beside the title: the file, and the list that is open.
  private var place: [Span] {
    guard viewModel.page != .choosing else { return [] }
    let name = viewModel.path.text.split(separator: "/").last.map(String.init) ?? ""
    var spans = [Span("  " + name, .accent)]
    if case .list(let list) = viewModel.page { spans.append(Span("  " + list.title, .dim)) }
    if case .note(let kind) = viewModel.page { spans.append(Span("  " + kind.title, .dim)) }
    if viewModel.page == .columns { spans.append(Span("  columns", .dim)) }
    return spans
  }

  private func drawBody(on canvas: inout Canvas, in body: Rect) {
    switch viewModel.page {
    case .choosing: drawChoosing(on: &canvas, in: body)
    case .working(let work): drawWork(work, on: &canvas, in: body)
    case .preview: drawPreview(on: &canvas, in: body)
    case .columns: drawColumns(on: &canvas, in: body)
    case .list(let list): drawList(list, on: &canvas, in: body)
    case .note: drawNote(on: &canvas, in: body)
    case .result: drawResult(resultRows(width: body.width), on: &canvas, in: body)
    case .undone: drawResult(undoneRows(width: body.width), on: &canvas, in: body)
    }
  }

  private var footer: Footer {
    if viewModel.isTyping {
      return Footer([
        .init(key: Key.enter.name, label: viewModel.isTypingDeck ? "take" : "open", priority: 4),
        .init(key: Key.tab.name, label: "complete", priority: 2),
        .init(key: "↑ ↓", label: "choose", priority: 1),
        .init(key: Key.escape.name, label: "leave the field", priority: 3),
      ])
    }
    if case .working(let work) = viewModel.page {
      guard work != .undoing, !viewModel.isCancelling else { return Footer([]) }
      return Footer([.init(key: Key.escape.name, label: "cancel", priority: 1)])
    }
    return keys.footer(
      without: { action in
        // Where Enter does nothing the footer has no room for it; the key says so.
        action == .openTransferRow ? self.hidesOpen : self.whyOff(action) != nil
      }, labels: [.openTransferRow: openLabel, .undo: "take it back"])
  }

  private var hidesOpen: Bool {
    switch viewModel.page {
    case .list(.notes): false
    case .list, .note, .columns: true
    default: false
    }
  }

  private var openLabel: String {
    switch viewModel.page {
    case .preview: viewModel.selectedRow?.subject == .start ? "import" : "list"
    case .list: "whole note"
    case .result, .undone: "done"
    default: "open"
    }
  }
}

extension TransferList {
  var title: String {
    switch self {
    case .notes(let kind): kind.title
    case .decks: "decks"
    case .missingMedia: "missing media"
    case .remarks: "remarks"
    }
  }

  /// What becomes of them, in a few words.
  var explanation: String {
    switch self {
    case .notes(.new): "notes that are added"
    case .notes(.updated): "get what the file says"
    case .notes(.unchanged): "here already"
    case .notes(.conflicting): "other here, not written over"
    case .notes(.skipped): "left out"
    case .decks: "that get notes"
    case .missingMedia: "named by notes, not in the file"
    case .remarks: "how odd things in the file are read"
    }
  }
}

extension TransferKind {
  var title: String {
    switch self {
    case .new: "new"
    case .updated: "updated"
    case .unchanged: "unchanged"
    case .conflicting: "conflicting"
    case .skipped: "skipped"
    }
  }
}
