import Interaction
import StudyDomain
import TerminalUI

// What Home asks before it changes a deck.
extension HomeScreen {
  func handleInPrompt(_ key: Key) -> Bool {
    guard case .trash? = viewModel.prompt else { return handleInPromptField(key) }
    switch key {
    case .enter, .character("y"), .character("D"): viewModel.promptEntered()
    case .escape, .character("n"), .character("q"): viewModel.promptLeft()
    default: return true
    }
    return true
  }

  private func handleInPromptField(_ key: Key) -> Bool {
    switch key {
    case .enter: viewModel.promptEntered()
    case .escape: viewModel.promptLeft()
    case .down: viewModel.promptMoved(.down)
    case .up: viewModel.promptMoved(.up)
    case .pageDown: viewModel.promptMoved(.pageDown)
    case .pageUp: viewModel.promptMoved(.pageUp)
    default:
      guard let edit = key.edit else { return false }
      viewModel.promptEdited(edit)
    }
    return true
  }

  /// The decks that one may go below, in place of the tree; false when that is not asked.
  func drawMoveTargets(on canvas: inout Canvas, in body: Rect) -> Bool {
    guard case .move? = viewModel.prompt else { return false }
    viewModel.fitPrompt(windowHeight: body.height)
    guard case .move(_, _, let list)? = viewModel.prompt else { return true }
    let targets = viewModel.moveTargets
    guard !targets.isEmpty else {
      canvas.draw(
        [Span("No deck is called so", .dim)], x: body.x, y: body.y + body.height / 2,
        width: body.width, align: .center)
      return true
    }
    let selection = list.selection
    let rows = targets.dropFirst(selection.top).prefix(max(0, body.height)).map { deck in
      [
        [
          deck.map { Span($0.parts.joined(separator: " › ")) }
            ?? Span("(top of the collection)", .dim)
        ]
      ]
    }
    Table(
      columns: [.init("", width: nil)], rows: rows,
      selectedRow: selection.index - selection.top
    ).draw(on: &canvas, in: body, showsTitles: false)
    ScrollMark.draw(
      above: selection.hasMoreAbove, below: selection.hasMoreBelow, on: &canvas,
      in: Rect(x: body.maxX - 1, y: body.y, width: min(1, body.width), height: body.height))
    return true
  }

  /// A question in place of the tree, where it has no rows of its own; false when none is asked.
  func drawQuestion(on canvas: inout Canvas, in frame: Frame) -> Bool {
    let rows = promptRows(width: frame.body.width)
    guard !rows.isEmpty, frame.status.height == 0 else { return false }
    for (row, spans) in rows.enumerated() where row < frame.body.height {
      canvas.draw(spans, x: frame.body.x, y: frame.body.y + row, width: frame.body.width)
    }
    return true
  }

  /// What is asked, where words are needed for it.
  func promptRows(width: Int) -> [[Span]] {
    guard case .trash(let deck, let contents)? = viewModel.prompt else { return [] }
    let others = counted(contents.decks - 1, "deck", "decks")
    let below = contents.decks > 1 ? " and \(others) below" : ""
    let question =
      "Delete \(deck.text)\(below): \(counted(contents.cards, "card", "cards")) with"
      + " \(counted(contents.reviews, "review", "reviews"))?"
    let comfort = "The files go to .deckle/trash; the history stays and comes back with the cards."
    return TextWrap.rows(question, width: max(1, width)).map { [Span($0, .warning, .bold)] }
      + TextWrap.rows(comfort, width: max(1, width)).map { [Span($0, .dim)] }
  }

  /// The field or the choice of what is asked, in place of the footer.
  func drawPrompt(_ prompt: DeckPrompt, on canvas: inout Canvas, in rect: Rect) {
    guard rect.height > 0 else { return }
    guard let field = prompt.field else {
      Footer([
        .init(key: Key.enter.name, label: "delete", priority: 1),
        .init(key: Key.escape.name, label: "keep", priority: 2),
      ]).draw(on: &canvas, in: rect)
      return
    }
    let (long, short, label) = words(for: prompt)
    let isWide = rect.width >= 50
    let hint = Footer([
      .init(key: Key.enter.name, label: label, priority: 1),
      .init(key: Key.escape.name, label: "leave", priority: 2),
    ])
    let hintWidth = isWide ? 24 : 0
    // What was wrong with it must be seen where there is no row for it.
    if rect.y < 9, let message = viewModel.message {
      canvas.fill(Rect(x: rect.x, y: 0, width: rect.width, height: 1), style: .plain)
      canvas.draw(message.spans, x: rect.x, y: 0, width: rect.width)
    }
    FieldView.draw(
      field, prompt: isWide ? long : short, on: &canvas, x: rect.x, y: rect.y,
      width: rect.width - hintWidth)
    hint.draw(
      on: &canvas, in: Rect(x: rect.maxX - hintWidth, y: rect.y, width: hintWidth, height: 1))
  }

  private func words(for prompt: DeckPrompt) -> (long: String, short: String, enter: String) {
    switch prompt {
    case .create: ("New deck: ", "New: ", "make it")
    case .rename: ("Rename to: ", "To: ", "rename")
    case .move(let deck, _, _): ("Move \(deck.last) below: ", "Below: ", "move")
    case .more: ("More today (20, or 50r for reviews): ", "More: ", "allow")
    case .trash: ("", "", "")
    }
  }
}
