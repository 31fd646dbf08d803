public import StudyDomain

/// What the form of a note may ask for.
@MainActor public protocol EditInteractor: UndoInteractor {
  /// The note as it is now, or a blank one, with the text that was not saved last time.
  func form(for target: EditTarget) throws -> EditForm
  /// What can be chosen for a note of a deck.
  func choices(inDeck deck: DeckName) -> EditChoices
  /// The cards that a draft would make; cheap enough for every key.
  func preview(_ draft: NoteDraft, of target: EditTarget) -> NotePreview
  /// Where the same front stands already, in a sentence; searches all texts.
  func duplicate(of draft: NoteDraft, target: EditTarget) -> String?
  /// Writes the note; the sentence says what was done.
  func save(_ draft: NoteDraft, to target: EditTarget) throws -> String
  /// Keeps a draft across crashes; nil forgets it.
  func keep(_ draft: NoteDraft?, for target: EditTarget)
}

/// The note that a form is for.
public enum EditTarget: Hashable, Sendable {
  /// A new one, in the deck at hand.
  case new(DeckName?)
  /// The one of a card.
  case card(CardKey)
}

/// What a form begins with.
public struct EditForm: Hashable, Sendable {
  /// The note as it is; for a new one what stays from the last.
  public var note: NoteDraft
  /// A text that was never saved.
  public var kept: NoteDraft?
  /// The note's target now: an edit outside may have given its card another key.
  public var target: EditTarget

  public init(note: NoteDraft, kept: NoteDraft? = nil, target: EditTarget) {
    self.note = note
    self.kept = kept
    self.target = target
  }
}

/// What a form offers.
public struct EditChoices: Hashable, Sendable {
  public var decks: [String]
  public var kinds: [NoteKindChoice]
  /// Of all notes, sorted.
  public var tags: [String]

  public init(decks: [String] = [], kinds: [NoteKindChoice] = [], tags: [String] = []) {
    self.decks = decks
    self.kinds = kinds
    self.tags = tags
  }
}
