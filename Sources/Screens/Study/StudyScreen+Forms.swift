import Interaction
import StudyDomain
import TerminalUI

/// Keys and picture of answers that are typed, ticked or put in order.
extension StudyScreen {
  public func paste(_ text: String) {
    if viewModel.isTypingTags { return viewModel.tagsEdited(.insert(text)) }
    guard viewModel.isTyping, let now = viewModel.pasteMoment else { return }
    viewModel.typed(.insert(text), at: now)
  }

  /// False for keys that do what they do without a form.
  func handleInForm(_ key: Key, now: Moment) -> Bool {
    if viewModel.isTyping { return handleTyping(key, now: now) }
    if let number = digit(of: key), number > 0 {
      viewModel.numberPressed(number)
      return true
    }
    let action = formKeys.action(for: key)
    if let movement = action?.movement, viewModel.takesMovements {
      viewModel.movedInForm(movement)
      return true
    }
    switch action {
    case .tick: viewModel.tickPressed(at: now)
    case .checkForm: viewModel.checkPressed(at: now)
    case .leaveForm: viewModel.formLeft()
    case .itemDown where viewModel.isOrdering: viewModel.itemMoved(by: 1)
    case .itemUp where viewModel.isOrdering: viewModel.itemMoved(by: -1)
    default: return false
    }
    return true
  }

  /// In a field nothing but the field's own keys acts.
  private func handleTyping(_ key: Key, now: Moment) -> Bool {
    switch key {
    case .enter: viewModel.checkPressed(at: now)
    case .escape: viewModel.formLeft()
    case .up: viewModel.scrolled(.up)
    case .down: viewModel.scrolled(.down)
    case .pageUp: viewModel.scrolled(.pageUp)
    case .pageDown: viewModel.scrolled(.pageDown)
    default:
      guard let edit = key.edit else { return false }
      viewModel.typed(edit, at: now)
    }
    return true
  }

  // MARK: Picture

  /// The body without its last row, and that row, where something is typed.
  func inputRow(of body: Rect) -> (body: Rect, input: Rect?) {
    guard case .typed = viewModel.form, body.height > 1 else { return (body, nil) }
    var rest = body
    rest.height -= 1
    return (rest, Rect(x: body.x, y: rest.maxY, width: body.width, height: 1))
  }

  func drawInput(on canvas: inout Canvas, in input: Rect?) {
    guard case .typed(let form) = viewModel.form, viewModel.isAnswering, let input else { return }
    FieldView.draw(
      form.field, prompt: "› ", on: &canvas, x: input.x, y: input.y, width: input.width)
  }

  var formFooter: Footer {
    let isTyping = viewModel.isTyping
    return formKeys.footer(
      without: { action in
        switch action {
        case .checkForm, .leaveForm: false
        case .tick: isTyping
        case .itemDown: !self.viewModel.isOrdering
        case .help: isTyping
        default: true
        }
      }, labels: viewModel.tickLabel.map { [.tick: $0] } ?? [:])
  }
}
