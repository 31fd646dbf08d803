import Interaction
import StudyDomain
public import TerminalUI

/// Draws the form of a note: its rows, and below or beside them the cards that it makes.
@MainActor public final class EditScreen: Screen {
  let viewModel: EditViewModel
  let keys: KeyTable
  /// Kept while the cards stay: laying them out is most of a frame's work.
  var picture: PreviewPicture?

  public init(viewModel: EditViewModel, keys: KeyCatalogue = .standard) {
    self.viewModel = viewModel
    self.keys = keys.table(for: .edit)
  }

  public var name: ScreenName { .edit }
  public var inputContext: InputContext { viewModel.isTyping ? .textField : .commands }

  public var subject: Subject {
    if case .card(let key) = viewModel.target {
      return Subject(deck: viewModel.draft.deck, card: key)
    }
    return Subject(deck: viewModel.draft.deck)
  }

  public var nextTick: Moment? {
    guard let look = viewModel.nextLook, let last = lastMoment else { return nil }
    return last.adding(milliseconds: max(1, look - last.uptimeMilliseconds))
  }

  private var lastMoment: Moment?

  public func painted(at now: Moment) {
    lastMoment = now
  }

  public func tick(_ now: Moment) {
    lastMoment = now
    viewModel.timePassed(now.uptimeMilliseconds)
  }

  // MARK: Keys

  public func handle(_ key: Key, now: Moment) -> Bool {
    lastMoment = now
    viewModel.keyPressed(at: now.uptimeMilliseconds)
    return viewModel.isTyping ? handleInField(key) : handleInForm(key)
  }

  private func handleInForm(_ key: Key) -> Bool {
    guard let action = keys.action(for: key) else { return false }
    if let movement = action.movement {
      viewModel.moved(movement)
      return true
    }
    switch action {
    case .openEditRow: viewModel.openPressed()
    case .saveNote: viewModel.savePressed()
    case .nextField: viewModel.nextPressed(by: 1)
    case .previousField: viewModel.nextPressed(by: -1)
    case .keepField: viewModel.stickyPressed()
    case .discardText: viewModel.discardPressed()
    case .clozeWord: viewModel.clozePressed()
    case .undo: viewModel.undoPressed()
    case .redo: viewModel.redoPressed()
    case .back: viewModel.backPressed()
    default: return false
    }
    return true
  }

  /// In a field letters are text: of the bindings only those with Ctrl and the like count.
  private func handleInField(_ key: Key) -> Bool {
    switch key {
    case .escape: viewModel.fieldLeft()
    case .enter: viewModel.enterPressed()
    case .character: typed(key)
    default:
      let own = keys.own.first { $0.keys.contains(key) }?.action
      switch own {
      case .saveNote: viewModel.savePressed()
      case .nextField: viewModel.nextPressed(by: 1)
      case .previousField: viewModel.nextPressed(by: -1)
      case .clozeWord: viewModel.clozePressed()
      default: typed(key)
      }
    }
    return true
  }

  private func typed(_ key: Key) {
    if case .field = viewModel.row {
      if let edit = key.areaEdit { viewModel.edited(edit) }
      return
    }
    if let movement = key.listMovement, viewModel.row != .tags || !viewModel.shownChoices.isEmpty {
      viewModel.listMoved(movement)
    } else if let edit = key.edit {
      viewModel.filterEdited(edit)
    }
  }

  public func paste(_ text: String) {
    guard viewModel.isTyping else { return }
    if case .field = viewModel.row {
      viewModel.edited(.insert(text))
    } else {
      viewModel.filterEdited(.insert(text))
    }
  }

  public func whyOff(_ action: Action) -> String? {
    switch action {
    case .keepField:
      viewModel.isNew ? nil : "Only a new card has a next one"
    case .discardText: viewModel.isChanged ? nil : "Nothing was changed"
    case .clozeWord:
      if case .field = viewModel.row { nil } else { "Stand on a field first" }
    default: nil
    }
  }

  // MARK: Picture

  public func draw(on canvas: inout Canvas) {
    let frame = Frame(canvas.size).keepingMessageRow()
    frame.drawRules(on: &canvas)
    header.draw(on: &canvas, in: frame.header)
    let places = EditLayout(viewModel, body: frame.body)
    drawForm(places, on: &canvas)
    if viewModel.shownChoices.isEmpty {
      drawPreview(on: &canvas, in: places.below)
    } else {
      drawChoices(on: &canvas, in: places.below)
    }
    drawStatus(on: &canvas, in: frame)
    footer.draw(on: &canvas, in: frame.footer)
  }

  private var header: Header {
    let title = viewModel.isNew ? "Add" : "Edit"
    let mark = viewModel.isChanged ? [Span(" ·", .accent, .bold), Span(" not saved", .dim)] : []
    let count = viewModel.preview.cards.count
    return Header(
      left: [
        Span(title, .title, .bold),
        Span("  " + viewModel.draft.deck.parts.joined(separator: " › "), .dim),
      ] + mark,
      right: count > 0 ? [Span(counted(count, "card", "cards"), .dim)] : [])
  }

  private func drawStatus(on canvas: inout Canvas, in frame: Frame) {
    let rows = statusRows(width: frame.body.width)
    guard let first = rows.first else { return }
    guard frame.status.height > 0 else {
      // Without a row of its own a message takes the header's place.
      guard viewModel.message != nil else { return }
      let place = frame.header.height > 0 ? frame.header : frame.body
      canvas.fill(Rect(x: place.x, y: place.y, width: place.width, height: 1), style: .plain)
      canvas.draw(first, x: place.x, y: place.y, width: place.width)
      return
    }
    for (row, spans) in rows.prefix(3).enumerated() {
      let y = frame.status.maxY - min(3, rows.count) + row
      canvas.fill(
        Rect(x: frame.column.x, y: y, width: frame.column.width, height: 1), style: .plain)
      canvas.draw(spans, x: frame.status.x, y: y, width: frame.status.width)
    }
  }

  private func statusRows(width: Int) -> [[Span]] {
    if let message = viewModel.message { return message.rows(width: width) }
    if let duplicate = viewModel.duplicate {
      return Notice(.warning, duplicate).rows(width: width)
    }
    if let problem = viewModel.preview.problem, viewModel.isChanged {
      return TextWrap.rows(problem, width: width).map { [Span($0, .dim)] }
    }
    return []
  }

  private var footer: Footer {
    guard viewModel.isTyping else {
      return keys.footer(without: { $0 == .addCard || $0 == .clozeWord || whyOff($0) != nil })
    }
    var items = [
      Footer.Item(key: keys.keyName(of: .saveNote) ?? "", label: "save", priority: 9),
      Footer.Item(key: keys.keyName(of: .nextField) ?? "", label: "next", priority: 8),
      Footer.Item(key: Key.escape.name, label: "leave the field", priority: 7),
    ]
    switch viewModel.row {
    case .field:
      items.append(.init(key: keys.keyName(of: .clozeWord) ?? "", label: "cloze", priority: 5))
    case .deck, .kind:
      items.insert(.init(key: Key.enter.name, label: "take", priority: 6), at: 0)
      items.append(.init(key: "↑ ↓", label: "choose", priority: 4))
    case .tags: break
    }
    return Footer(items)
  }
}

extension Key {
  /// What the key does in a text of several lines.
  fileprivate var areaEdit: TextArea.Edit? {
    switch self {
    case .character(let character): .insert(String(character))
    case .backspace, .control("h"): .deleteBack
    case .delete, .control("d"): .deleteForward
    case .control("w"): .deleteWordBack
    case .control("u"): .deleteToStart
    case .control("k"): .deleteToEnd
    case .control("y"): .yank
    case .left, .control("b"): .left
    case .right, .control("f"): .right
    case .up, .control("p"): .up
    case .down, .control("n"): .down
    case .home, .control("a"): .start
    case .end, .control("e"): .end
    case .pageUp: .pageUp
    case .pageDown: .pageDown
    default: nil
    }
  }

  /// The step in a list that the key is while its field is open.
  fileprivate var listMovement: Movement? {
    switch self {
    case .up, .control("p"): .up
    case .down, .control("n"): .down
    case .pageUp: .pageUp
    case .pageDown: .pageDown
    default: nil
    }
  }
}
