import History
import StudyDomain

extension HistoryFiles {
  /// Takes a change in; bad lines of it are told by their place in the file.
  @MainActor func append(_ change: Change, to history: History) -> AppendReport {
    var before = 0
    if history.badLines.contains(where: { $0.file == change.name }) {
      // The last of them may have been a line that was still being written.
      before = lineCount(of: change.name, before: change.start)
      history.forgetBadLines(ofFile: change.name, after: before)
    }
    let report = change.bytes.withUnsafeBytes { history.append($0, file: change.name) }
    if report.addedBadLines > 0, change.start > 0 {
      if before == 0 { before = lineCount(of: change.name, before: change.start) }
      history.moveBadLines(last: report.addedBadLines, by: before)
    }
    return report
  }
}

/// A history read from disk, or opened from the cache of the last start.
@MainActor struct LoadedHistory {
  var history: History
  var files: HistoryFiles
  /// What the states were folded with; nil until they are folded.
  var foldedFingerprint: UInt64?
  /// False when the states are those of other living texts.
  var hasLiving = true
  /// When the cache was written that this was opened from.
  var cachedAt: Int64?
  /// Bytes of history that the cache does not hold yet.
  var uncachedBytes: Int

  /// Takes over what was read ahead, and reads what has been appended since.
  static func load(_ prefetch: HistoryPrefetch, library: DeckLibrary) -> LoadedHistory {
    switch prefetch.take() {
    case .cache(let found):
      if let loaded = LoadedHistory(found, library) { return loaded }
      return load(HistoryPrefetch(folder: found.folder, cache: nil), library: library)
    case .files(let reader, let files):
      return LoadedHistory(reader, files, living: library.snapshot.livingKeys)
    }
  }

  /// Nil when the cache is damaged.
  private init?(_ found: HistoryCache.Found, _ library: DeckLibrary) {
    let snapshot = library.snapshot
    let rules = DeckRules(library: library, options: found.origin.options)
    guard let history = found.open(rules: rules.book(for: snapshot)) else { return nil }
    self.history = history
    files = HistoryFiles(folder: found.folder, known: found.origin.files)
    foldedFingerprint = found.fingerprint
    hasLiving = found.origin.livingHash == snapshot.livingHash
    cachedAt = found.origin.writtenNanoseconds
    uncachedBytes = 0
    for change in files.changes() {
      _ = files.append(change, to: history)
      uncachedBytes += change.bytes.count
    }
  }

  private init(_ reader: HistoryReader, _ files: HistoryFiles, living: [CardKey]) {
    history = History(reader, living: living)
    self.files = files
    uncachedBytes = .max
    for change in self.files.changes() {
      _ = self.files.append(change, to: history)
    }
  }
}
