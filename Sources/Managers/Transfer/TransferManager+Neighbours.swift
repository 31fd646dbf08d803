import FileStorage
public import StudyDomain

extension TransferManager {
  /// Imports a file or folder of another program that writes text, its decks below `parent` if one
  /// is given; with `isDryRun` nothing is written.
  ///
  /// Throws `TransferError` or `FileStorageError`; where it is the former nothing has changed.
  @discardableResult
  public func importNeighbours(
    _ path: String, into parent: DeckName? = nil, isDryRun: Bool = false
  ) throws -> TransferReport {
    if let parent, parent.parts.contains(where: { Flattened.trimmed($0).isEmpty }) {
      throw TransferError.badDeckName(parent.text)
    }
    let files = try NeighbourFiles(path)
    if !isDryRun { try index.history.catchUp() }
    index.library.reloadNow()
    index.refresh()
    let plan = try NeighbourPlan(
      files, ledger: NeighbourLedger(collection: index.library.folder), index: index,
      parent: parent, report: TransferReport(file: path, isDryRun: isDryRun))
    return isDryRun ? plan.report : try NeighbourImport(index: index).perform(plan)
  }
}
