public import StudyDomain

/// Changes the bytes of a deck file, and of them only what it is asked to change.
///
/// Line ends of new text follow the file; a byte order mark, comments and all else stay as they are.
public enum DeckWriter {
  /// Puts a text in the place of a block; blank lines at its end are dropped.
  public static func replacing(
    _ range: Range<Int>, in file: [UInt8], with text: String
  ) -> [UInt8] {
    preconditionFailure("not yet")
  }

  /// Takes a block out, with its line end and the blank lines after it.
  public static func removing(_ range: Range<Int>, from file: [UInt8]) -> [UInt8] {
    preconditionFailure("not yet")
  }

  /// Adds a block at the end, after a blank line.
  public static func appending(_ text: String, to file: [UInt8]) -> [UInt8] {
    preconditionFailure("not yet")
  }

  /// Sets a key of the front matter on its line, adds it as the last one, or deletes it (nil).
  ///
  /// Front matter is begun where there is none, and stays, empty, when its last key goes.
  ///
  /// - Throws: `DeckFormatError.unreadableFrontMatter` when the key's place cannot be told.
  public static func setting(
    _ key: String, to value: OptionValue?, in file: [UInt8]
  ) throws(DeckFormatError) -> [UInt8] {
    preconditionFailure("not yet")
  }
}

/// What a change of a deck file can fail with.
public enum DeckFormatError: Error, Hashable, Sendable {
  /// The front matter cannot be read; the line counts from 1.
  case unreadableFrontMatter(line: Int, reason: String)
}
