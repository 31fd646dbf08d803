import Interaction
public import TerminalUI

/// Draws the menu: one group of actions, each with a number.
@MainActor public final class MenuScreen: Screen {
  private let viewModel: MenuViewModel
  private let keys: KeyTable
  /// The screen below.
  private let place: ScreenName

  public init(viewModel: MenuViewModel, over place: ScreenName, keys: KeyCatalogue = .standard) {
    self.viewModel = viewModel
    self.place = place
    self.keys = keys.table(for: .menu)
  }

  public var name: ScreenName { .menu }

  public func handle(_ key: Key, now: Moment) -> Bool {
    guard let action = keys.action(for: key) else { return false }
    if let movement = action.movement {
      viewModel.moved(movement)
      return true
    }
    switch action {
    case .performMenuRow: viewModel.enterPressed(at: now)
    case .chooseMenuRow:
      if let digit = key.digit { viewModel.numberPressed(digit, at: now) }
    case .nextMenuGroup: viewModel.groupMoved(by: 1)
    case .previousMenuGroup: viewModel.groupMoved(by: -1)
    case .back, .menu: viewModel.backPressed()
    default: return false
    }
    return true
  }

  public func whyOff(_ action: Action) -> String? {
    action == .undo || action == .redo ? "Close the menu first" : nil
  }

  // MARK: Picture

  public func draw(on canvas: inout Canvas) {
    let frame = Frame(canvas.size).keepingMessageRow()
    frame.drawRules(on: &canvas)
    Header(left: titles, right: []).draw(on: &canvas, in: frame.header)
    let rows = viewModel.rows
    viewModel.fit(windowHeight: frame.body.height)
    let selection = viewModel.selection
    let shown = rows.dropFirst(selection.top).prefix(max(0, frame.body.height))
    CommandTable(
      entries: Array(shown), selectedRow: selection.index - selection.top, isNumbered: true
    ).draw(on: &canvas, in: frame.body)
    ScrollMark.draw(
      above: selection.hasMoreAbove, below: selection.hasMoreBelow, on: &canvas,
      in: Rect(
        x: frame.body.maxX - 1, y: frame.body.y, width: min(1, frame.body.width),
        height: frame.body.height))
    if frame.status.height > 0 {
      let spans = viewModel.message?.spans ?? viewModel.selected.map(CommandTable.details) ?? []
      canvas.draw(spans, x: frame.status.x, y: frame.status.y, width: frame.status.width)
    } else if let message = viewModel.message, frame.footer.height > 0 {
      canvas.draw(message.spans, x: frame.footer.x, y: frame.footer.y, width: frame.footer.width)
      return
    }
    keys.footer(without: { whyOff($0) != nil }).draw(on: &canvas, in: frame.footer)
  }

  /// The groups, the one that is shown in brackets.
  private var titles: [Span] {
    viewModel.groups.flatMap { group in
      let title =
        switch group {
        case .screen: place.title
        case .everywhere: "Everywhere"
        case .movement: "Move"
        }
      return group == viewModel.group
        ? [Span("[\(title)]", .title, .bold), Span(" ")] : [Span(" \(title) ", .dim), Span(" ")]
    }
  }
}

extension Key {
  /// The digit that the key is, on any layout.
  var digit: Int? {
    for case .character(let character) in aliases {
      if let digit = Int(String(character)), character.isASCII { return digit }
    }
    return nil
  }
}
