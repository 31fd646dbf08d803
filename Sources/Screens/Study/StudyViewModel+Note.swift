public import Interaction
import StudyDomain

// What is done to the whole note of the card on screen: its form, its tags, deleting it.
extension StudyViewModel {
  /// What the next keys answer.
  public enum Question: Hashable, Sendable {
    /// Whether to delete the note.
    case delete(cards: Int)
    /// Which tags it has.
    case tags(TextField)
  }

  /// True while letters are text.
  public var isTypingTags: Bool { if case .tags? = question { true } else { false } }

  public func editNotePressed() {
    guard let card, !leavePrevious() else { return }
    router.edit(card.key)
  }

  public func deletePressed() {
    guard let card, !leavePrevious() else { return }
    message = nil
    question = .delete(cards: card.noteCards)
  }

  /// Any answer but yes changes nothing.
  public func deletionAnswered(_ isYes: Bool) {
    question = nil
    if isYes { performed(.deleteNote) } else { message = Notice("nothing was deleted") }
  }

  public func tagsPressed() {
    guard let card, !leavePrevious() else { return }
    message = nil
    let tags = card.tags.joined(separator: " ")
    question = .tags(TextField(tags.isEmpty ? "" : tags + " "))
  }

  public func tagsEdited(_ edit: TextField.Edit) {
    guard case .tags(var field)? = question else { return }
    field.apply(edit)
    question = .tags(field)
  }

  /// Takes the tags as they are typed.
  public func tagsEntered() {
    guard case .tags(let field)? = question, let card else { return question = nil }
    question = nil
    let words = field.text.split { $0.isWhitespace || $0 == "," }
      .map { String($0.drop { $0 == "#" }) }.filter { !$0.isEmpty }
    let adding = words.filter { !card.tags.contains($0) }
    let removing = card.tags.filter { !words.contains($0) }
    guard !adding.isEmpty || !removing.isEmpty else {
      message = Notice("the tags are the same")
      return
    }
    performed(.changeTags(adding: adding, removing: removing))
  }

  public func questionLeft() {
    question = nil
  }
}
