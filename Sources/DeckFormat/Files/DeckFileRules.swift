public import StudyDomain

/// Which files of a collection are decks, by name and by its ignore files.
public struct DeckFileRules: Sendable {
  /// What a file of the collection is to us.
  public enum Kind: Hashable, Sendable {
    case deck
    /// A copy that a synchroniser or a merge left: shown on the Problems screen.
    case conflictCopy
    case other
  }

  public init() {}

  /// Adds the text of a `.gitignore` or `.deckleignore` that lies in `folder` ("" at the top).
  ///
  /// Ignore files may be added in any order of folders; within one folder the later one wins.
  public mutating func addIgnoreFile(_ text: String, in folder: String) {
    preconditionFailure("not yet")
  }

  /// Classifies a file by its path below the collection, parts separated by `/`.
  public func kind(of path: String) -> Kind {
    preconditionFailure("not yet")
  }

  /// False for a folder in which no deck can be: hidden, or ignored as a whole.
  public func mayHoldDecks(folder path: String) -> Bool {
    preconditionFailure("not yet")
  }

  /// `Biology/Cells.md` is `Biology::Cells`; `override` is the front matter's name.
  public static func deckName(path: String, override: String? = nil) -> DeckName {
    preconditionFailure("not yet")
  }
}
