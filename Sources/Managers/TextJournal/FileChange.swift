/// What becomes of one file of the collection; paths are absolute.
///
/// A file below a renamed folder is written after the renaming, at its new place.
public enum FileChange: Hashable, Sendable {
  /// `before` is what the caller read; nil for a file that must not exist yet.
  case write(path: String, before: [UInt8]?, after: [UInt8])
  case remove(path: String, before: [UInt8])
  /// A file or a folder; nothing may stand at `to`.
  case rename(from: String, to: String)
}

/// What a change did to the files, so that it can be taken back.
public struct TextChange: Sendable {
  /// For people: "deleted 3 notes".
  public var summary: String
  var steps: [Step] = []
  /// The record by which it is taken back after the session.
  var record: String?

  /// One file's part.
  enum Step: Sendable {
    case wrote(path: String, patch: TextPatch)
    case made(path: String, contents: [UInt8])
    case removed(path: String, contents: [UInt8])
    case renamed(from: String, to: String)
  }
}

/// Why a change of files was not made or not taken back; nothing was written then.
public enum TextJournalError: Error, Hashable, Sendable {
  /// The file or folder lies outside the collection.
  case outside(path: String)
  /// There is something already where a file is to be.
  case exists(path: String)
  /// The text that was changed is no longer as it was left.
  case edited(path: String, line: Int)
  case gone(path: String)
}
