public import StudyDomain

extension TransferManager {
  /// Writes the notes of all cards that a query names to a file.
  ///
  /// The file appears as a whole or not at all. What a package of Anki took out is remembered in
  /// the collection's ledger, so that it is recognised when it comes back. Throws `TransferError`,
  /// `AnkiPackageError` or `FileStorageError`; with `TransferError.nothingToExport` when no card
  /// matches.
  public func export(_ request: ExportRequest) throws -> ExportReport {
    preconditionFailure("not yet")
  }
}
