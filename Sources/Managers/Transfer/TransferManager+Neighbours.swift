import FileStorage
public import StudyDomain

extension TransferManager {
  /// Imports what is told only by looking into it, such as a folder or a Markdown file; nil for
  /// files of other kinds.
  func importForeign(
    _ path: String, into parent: DeckName?, isDryRun: Bool
  ) throws -> TransferReport? {
    switch try TransferFormat.neighbour(at: path) {
    case .neighbours: try importNeighbours(path, into: parent, isDryRun: isDryRun)
    case .crowdAnki: try importCrowdAnki(path, into: parent, isDryRun: isDryRun)
    default: nil
    }
  }

  /// Imports a deck of CrowdAnki; see `importNeighbours` for errors.
  func importCrowdAnki(
    _ path: String, into parent: DeckName?, isDryRun: Bool
  ) throws -> TransferReport {
    try importSource(path, into: parent, isDryRun: isDryRun) { _, now in
      try ImportSource(crowdAnki: path, now: now)
    }
  }

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
