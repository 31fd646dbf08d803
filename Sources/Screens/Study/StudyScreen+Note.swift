import Interaction
import TerminalUI

// What Study asks about the whole note.
extension StudyScreen {
  /// Takes the key that answers a question.
  func answer(_ question: StudyViewModel.Question, _ key: Key) -> Bool {
    switch question {
    case .delete:
      viewModel.deletionAnswered(key.aliases.contains(.character("y")))
    case .tags:
      switch key {
      case .enter: viewModel.tagsEntered()
      case .escape: viewModel.questionLeft()
      default: if let edit = key.edit { viewModel.tagsEdited(edit) }
      }
    }
    return true
  }

  /// The tags under edit, in the row for messages.
  func drawTags(_ field: TextField, on canvas: inout Canvas, in frame: Frame) {
    let place =
      frame.status.height > 0
      ? frame.status : frame.header.height > 0 ? frame.header : frame.body
    canvas.fill(
      Rect(x: place.x, y: place.y, width: place.width, height: 1), style: .plain)
    FieldView.draw(
      field, prompt: "Tags: ", on: &canvas, x: place.x, y: place.y, width: place.width)
  }
}
