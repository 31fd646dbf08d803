import StudyDomain

/// Why notes were not changed; nothing was written then.
public enum NoteChangeError: Error, Hashable, Sendable {
  /// A merge left its marks in the file.
  case conflict(path: String)
  /// Other cards of the file would be read differently.
  case wouldChangeOthers(path: String, line: Int)
  /// The block would not be read as the same cards in the other deck.
  case cannotMove(path: String, line: Int, deck: String)
  /// The tag comes from a heading or the head of the file, not from the note.
  case inheritedTag(String, path: String)
  case badTag(String, reason: String)
  case badDeckName(String)
  /// What was written is not read back as it was meant; `reason` says what stands in the way.
  case unreadable(reason: String)
  /// The cards of the note would be others than before: so many instead of so many.
  case otherCards(before: Int, after: Int)
}
