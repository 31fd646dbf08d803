public import StudyDomain

/// Why a deck was not made, renamed, moved or deleted; every file is as it was.
public enum DeckFileError: Error, Hashable, Sendable {
  case noDeck(DeckName)
  case badName(String)
  case deckExists(DeckName)
  /// There is something already where the deck's file or folder would be.
  case fileExists(path: String)
  /// A deck cannot go below itself.
  case belowItself(DeckName)
  /// Decks lie below, and no folder can be called so.
  case notAFolder(String)
  /// The name can only stand at the top, and the file cannot go there.
  case needsItsFolder(DeckName, path: String)
  /// Cards of the file name the deck by a tag.
  case namedByTag(DeckName, path: String)
  case conflict(path: String)
}
