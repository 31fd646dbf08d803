import Interaction
public import TerminalUI

/// Draws the palette: a field, and below it the actions that it finds.
@MainActor public final class PaletteScreen: Screen {
  private let viewModel: PaletteViewModel
  /// The screen below.
  private let place: ScreenName

  public init(viewModel: PaletteViewModel, over place: ScreenName) {
    self.viewModel = viewModel
    self.place = place
  }

  public var name: ScreenName { .palette }
  public var inputContext: InputContext { .textField }

  public func handle(_ key: Key, now: Moment) -> Bool {
    switch key {
    case .enter: viewModel.entered(at: now)
    case .escape, .control("g"): viewModel.backPressed()
    case .down, .control("n"), .tab: viewModel.moved(.down)
    case .up, .control("p"), .backTab: viewModel.moved(.up)
    case .pageDown: viewModel.moved(.pageDown)
    case .pageUp: viewModel.moved(.pageUp)
    // As vim leaves its command line.
    case .backspace where viewModel.field.text.isEmpty: viewModel.backPressed()
    default:
      guard let edit = key.edit else { return false }
      viewModel.edited(edit, latin: Key.latinText)
    }
    return true
  }

  public func paste(_ text: String) {
    viewModel.edited(.insert(text), latin: Key.latinText)
  }

  // MARK: Picture

  public func draw(on canvas: inout Canvas) {
    let frame = Frame(canvas.size).keepingMessageRow()
    frame.drawRules(on: &canvas)
    let matches = viewModel.matches
    Header(
      left: [Span("Commands", .title, .bold), Span("  " + place.title, .dim)],
      right: [Span(counted(matches.count, "action", "actions"), .dim)]
    ).draw(on: &canvas, in: frame.header)
    viewModel.fit(windowHeight: frame.body.height)
    let selection = viewModel.selection
    if matches.isEmpty {
      canvas.draw(
        [Span("No action is called so", .dim)], x: frame.body.x,
        y: frame.body.y + frame.body.height / 2, width: frame.body.width, align: .center)
    }
    let shown = matches.dropFirst(selection.top).prefix(max(0, frame.body.height))
    CommandTable(entries: Array(shown), selectedRow: selection.index - selection.top)
      .draw(on: &canvas, in: frame.body)
    ScrollMark.draw(
      above: selection.hasMoreAbove, below: selection.hasMoreBelow, on: &canvas,
      in: Rect(
        x: frame.body.maxX - 1, y: frame.body.y, width: min(1, frame.body.width),
        height: frame.body.height))
    if frame.status.height > 0 {
      canvas.draw(statusSpans, x: frame.status.x, y: frame.status.y, width: frame.status.width)
    }
    drawField(on: &canvas, in: frame)
  }

  private var statusSpans: [Span] {
    if let message = viewModel.message { return message.spans }
    return viewModel.selected.map(CommandTable.details) ?? []
  }

  private func drawField(on canvas: inout Canvas, in frame: Frame) {
    let rect = frame.footer
    guard rect.height > 0 else { return }
    // Without a row for messages the field's row says it; the next key brings the field back.
    if frame.status.height == 0, let message = viewModel.message {
      canvas.draw(message.spans, x: rect.x, y: rect.y, width: rect.width)
      return
    }
    let hint = Footer([
      .init(key: Key.enter.name, label: "do it", priority: 1),
      .init(key: Key.escape.name, label: "back", priority: 2),
    ])
    let hintWidth = rect.width >= 40 ? 22 : 0
    FieldView.draw(
      viewModel.field, prompt: ": ", on: &canvas, x: rect.x, y: rect.y,
      width: rect.width - hintWidth)
    hint.draw(
      on: &canvas, in: Rect(x: rect.maxX - hintWidth, y: rect.y, width: hintWidth, height: 1))
  }
}

extension Key {
  /// A text as the keys of a Latin layout write it.
  static func latinText(_ text: String) -> String {
    String(
      text.map { character in
        if case .character(let latin) = Key.character(character).aliases.last {
          latin
        } else {
          character
        }
      })
  }
}
