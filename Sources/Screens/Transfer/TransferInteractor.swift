public import StudyDomain

/// What the import may ask for.
@MainActor public protocol TransferInteractor {
  /// For an empty path the files that are likely meant, newest first; else what it may be completed
  /// to.
  func files(for path: String) -> [TransferFile]
  /// The decks that an import can go below.
  var deckNames: [String] { get }
  /// Works out what an import would do; nothing is written. `text` is for text in columns.
  ///
  /// Stops with `CancellationError` when its task is cancelled.
  func prepareImport(
    _ path: String, into deck: String?, text: TextOptions,
    progress: @escaping @MainActor @Sendable (TransferProgress) -> Void
  ) async throws -> TransferOutlook
  /// Notes of the import that was prepared, in the order of its file.
  func importNotes(_ kind: TransferKind, _ range: Range<Int>) -> [TransferReport.Note]
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

/// A file or folder to choose.
public struct TransferFile: Hashable, Sendable {
  /// As it is typed: below the home folder with `~/`, a folder with `/` at its end.
  public var path: String
  /// Size and date.
  public var detail: String

  public init(path: String, detail: String) {
    self.path = path
    self.detail = detail
  }

  public var isFolder: Bool { path.hasSuffix("/") }
}
