public import FileStorage

// What is done when the folder holds an older revision of our own files.
extension HistoryStore {
  /// The events of ours that the folder lacks, while nobody has decided about them.
  public var missing: AppendLog.MissingLines? { log.opened?.missing }

  /// Appends what is missing again and takes it in; returns how many events.
  @discardableResult
  public func restoreMissing() throws(FileStorageError) -> Int {
    guard let log = log.opened else { return 0 }
    let count = try log.restore()
    restoredLines += count
    decided()
    return count
  }

  /// Takes the older revision as it is: this machine goes on in a new file under a new name.
  public func acceptOlderRevision() throws(FileStorageError) {
    try log.opened?.acceptOlderRevision()
    decided()
  }

  private func decided() {
    let before = revision
    readChangedFiles()
    if revision == before { revision += 1 }
  }
}
