public import StudyDomain

/// What the import may ask for.
@MainActor public protocol TransferInteractor: TransferChoices {
  /// Works out what an import would do; nothing is written. `text` is for text in columns.
  ///
  /// Stops with `CancellationError` when its task is cancelled.
  func prepareImport(
    _ path: String, into deck: String?, text: TextOptions,
    progress: @escaping @MainActor @Sendable (TransferProgress) -> Void
  ) async throws -> TransferOutlook
  /// Notes of the import that was prepared, in the order of its file.
  func importNotes(_ kind: TransferKind, _ range: Range<Int>) -> [TransferReport.Note]
  /// All that is said of one of them, by its place; nil when there is none.
  func importNoteTexts(_ kind: TransferKind, _ place: Int) -> TransferNoteTexts?
  /// Does what was prepared; a task that is cancelled in time leaves nothing behind.
  func performImport(
    progress: @escaping @MainActor @Sendable (TransferProgress) -> Void
  ) async throws -> TransferReport
  /// Takes an import back, texts and history.
  func undoImport(
    _ name: String, progress: @escaping @MainActor @Sendable (TransferProgress) -> Void
  ) async throws -> TransferUndoReport
}

/// What an import would do.
public struct TransferOutlook: Sendable {
  public var report: TransferReport
  /// How a text in columns is taken; nil for other files.
  public var columns: TextColumns?

  public init(report: TransferReport, columns: TextColumns? = nil) {
    self.report = report
    self.columns = columns
  }
}

/// A note of an import: what the file has, and what is here.
public struct TransferNoteTexts: Hashable, Sendable {
  /// What becomes of it, or why not.
  public var reason: String
  /// As it would be written; else what the file says of it.
  public var new: String
  /// What it takes the place of; nil where nothing is replaced.
  public var old: String?
  /// The file in which that stands, below the collection.
  public var path: String?

  public init(reason: String, new: String, old: String? = nil, path: String? = nil) {
    self.reason = reason
    self.new = new
    self.old = old
    self.path = path
  }
}
