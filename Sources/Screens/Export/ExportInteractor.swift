public import StudyDomain

/// What the export may ask for.
@MainActor public protocol ExportInteractor: TransferChoices {
  /// How much a query names; stops at the first that is no query.
  func exportSize(of query: String) throws -> ExportSize
  /// A file for what a query names, in the home folder.
  func exportPath(for query: String, _ format: ExportRequest.Format) -> String
  /// Whether a file of that name is there.
  func isTaken(_ path: String) -> Bool
  /// Writes what a query names; the request's own query does not count.
  ///
  /// Stops with `CancellationError` when its task is cancelled in time.
  func export(
    _ request: ExportRequest, query: String,
    progress: @escaping @MainActor @Sendable (TransferProgress) -> Void
  ) async throws -> ExportReport
}

/// How much an export takes.
public struct ExportSize: Hashable, Sendable {
  public var notes: Int
  /// Those that are named; their notes go with all their cards.
  public var cards: Int

  public init(notes: Int, cards: Int) {
    self.notes = notes
    self.cards = cards
  }
}
