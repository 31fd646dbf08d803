/// What can go wrong between deckle and its files.
public enum FileStorageError: Error, Equatable, Sendable {
  /// A system call failed; `operation` is a verb for the message, `code` an `errno`.
  case system(operation: String, path: String, code: Int32)
  /// Somebody else saved the file since it was read; nothing was replaced.
  case changedMeanwhile(path: String)
  /// A symbolic link leads out of the collection; nothing was written.
  case outsideCollection(path: String, target: String)
  /// The history on disk lacks own lines, and whether to restore them was not decided yet.
  case missingLinesUndecided(count: Int)
  /// The zone's name or file can't be used; UTC counts instead.
  case unusableZone(name: String, reason: String)
}
