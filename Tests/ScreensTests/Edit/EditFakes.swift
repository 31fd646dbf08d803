import Screens
import StudyDomain
import Testing

/// An interactor of the form that keeps what it is given.
@MainActor final class FakeEdit: EditInteractor {
  var note = NoteDraft(
    deck: DeckName("Spanish"), kind: .basic,
    fields: [NoteDraft.Field("Front"), NoteDraft.Field("Back")])
  var kept: NoteDraft?
  var target: EditTarget?
  var offered = EditChoices(
    decks: ["Biology", "Spanish", "Spanish::Verbs"],
    kinds: [
      NoteKindChoice(.basic, fields: ["Front", "Back"]),
      NoteKindChoice(.bothWays, fields: ["Front", "Back"]),
      NoteKindChoice(.cloze, fields: ["Text", "Extra"]),
      NoteKindChoice(.typed("Vocabulary"), fields: ["Word", "Meaning", "Example"]),
    ], tags: ["food", "food::fruit", "irregular", "verbs"])
  var cards: @MainActor (NoteDraft) -> NotePreview = { draft in
    let front = draft.fields.first?.text ?? ""
    let back = draft.fields.count > 1 ? draft.fields[1].text : ""
    if front.isEmpty { return NotePreview(problem: "Front is empty") }
    return NotePreview(cards: [CardText(front: front, back: back)])
  }
  var same: String?
  var failure: ActionFailure?
  private(set) var saved: [NoteDraft] = []
  private(set) var searches = 0

  func form(for target: EditTarget) throws -> EditForm {
    if let failure { throw failure }
    return EditForm(note: note, kept: kept, target: self.target ?? target)
  }
  func choices(inDeck deck: DeckName) -> EditChoices { offered }
  func preview(_ draft: NoteDraft, of target: EditTarget) -> NotePreview { cards(draft) }
  func duplicate(of draft: NoteDraft, target: EditTarget) -> String? {
    searches += 1
    return same
  }
  func save(_ draft: NoteDraft, to target: EditTarget) throws -> String {
    if let failure { throw failure }
    saved.append(draft)
    return "added to \(draft.deck.text): 1 card"
  }
  func keep(_ draft: NoteDraft?, for target: EditTarget) { kept = draft }
  func undo() throws -> String { "undone: added 'la casa'" }
  func redo() throws -> String { "done again: added 'la casa'" }
}

/// A router that counts how often it was asked to close.
@MainActor final class FakeClosing: Dismissing {
  private(set) var count = 0
  func dismiss() { count += 1 }
}
