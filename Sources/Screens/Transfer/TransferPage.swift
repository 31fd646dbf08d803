public import StudyDomain

/// What the import shows.
public enum TransferPage: Hashable, Sendable {
  /// A file is chosen.
  case choosing
  case working(TransferWork)
  /// What the import would do.
  case preview
  /// What the columns of a text become.
  case columns
  /// One of the preview's lists.
  case list(TransferList)
  /// A note of such a list, as a whole.
  case note(TransferKind)
  case result
  /// What was taken back.
  case undone
}

/// Work that takes its time.
public enum TransferWork: Hashable, Sendable {
  case reading, importing, undoing
}

/// A list of the preview.
public enum TransferList: Hashable, Sendable {
  case notes(TransferKind)
  case decks, missingMedia, remarks
}

/// A row of the preview.
public struct TransferRow: Hashable, Sendable {
  public var subject: Subject
  public var count: Int

  public enum Subject: Hashable, Sendable {
    /// Imports.
    case start
    case list(TransferList)
  }
}
