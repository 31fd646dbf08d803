import Glibc

/// The descriptors that one sync makes durable, without the log's mutex.
struct SyncTicket: Sendable {
  let files: FileSystem
  let journal: Int32
  let target: Int32
  /// The history folder where a file is new in it.
  let folder: String?
  let journalSize: Int
  let writer: String

  enum Outcome: Sendable {
    case durable
    case journalFailed(Int32)
    case fileFailed(Int32)
  }

  func perform() -> Outcome {
    // The journal first: the file should never be ahead of it, not even after a power cut.
    let first = repeating { files.syncData(journal) }
    if target >= 0 {
      let second = repeating { files.syncData(target) }
      if second < 0 { return .fileFailed(Int32(-second)) }
    }
    if first < 0 { return .journalFailed(Int32(-first)) }
    // Some network file systems can't sync a folder; the file itself is safe then.
    if let folder { try? files.syncingFolder(folder) }
    return .durable
  }

  private func repeating(_ call: () -> Int) -> Int {
    while true {
      let code = call()
      if code != -Int(EINTR) { return code }
    }
  }
}

extension AppendCore {
  /// What is to be made durable; nil when nothing is.
  mutating func beginSync() throws(FileStorageError) -> SyncTicket? {
    guard hasUnsynced else {
      // Only a shortcut for the next start.
      try? noteAgreement()
      return nil
    }
    hasUnsynced = false
    isSyncing = true
    defer { hasNewFile = false }
    return SyncTicket(
      files: files, journal: journal, target: target?.descriptor ?? -1,
      folder: hasNewFile ? places.history : nil, journalSize: journalSize, writer: writer)
  }

  mutating func endSync(
    _ ticket: SyncTicket, _ outcome: SyncTicket.Outcome
  ) throws(FileStorageError) {
    isSyncing = false
    let done = retired
    retired = []
    for descriptor in done { _ = files.close(descriptor) }
    switch outcome {
    case .durable:
      if ticket.writer == writer { syncedJournal = max(syncedJournal, ticket.journalSize) }
    case .journalFailed(let code):
      hasUnsynced = true
      throw .system(operation: "write to disk", path: journalPath, code: code)
    case .fileFailed(let code):
      hasUnsynced = true
      guard ticket.writer == writer, let failed = target else {
        throw .system(operation: "write to disk", path: places.history, code: code)
      }
      try moveOn(from: failed)
    }
  }

  /// After a failed sync nobody knows which pages of the file are lost, and a second sync would
  /// not tell: what isn't known to be durable is appended again to a new file.
  private mutating func moveOn(from failed: Target) throws(FileStorageError) {
    try takeLock()
    defer { releaseLock() }
    try refresh()
    let prefix = "\(writer)-\(failed.year)"
    var number = 2
    let names = try ownFiles()
    while names.contains("\(prefix)-\(number).tsv") { number += 1 }
    let lines = try files.reading(journal, syncedJournal..<journalSize, path: journalPath)
    retire(failed.descriptor)
    target = nil
    try openTarget(year: failed.year, name: "\(prefix)-\(number).tsv")
    let start = lines.first == UInt8(ascii: "#")
      ? (lines.firstIndex(of: HistoryLine.lineFeed) ?? -1) + 1 : 0
    if start < lines.count { try writeTarget(Array(lines[start...])) }
    guard let open = target else { return }
    try files.checked("write to disk", path(of: open.name)) { files.syncData(open.descriptor) }
    try? files.syncingFolder(places.history)
    syncedJournal = journalSize
    hasUnsynced = false
  }
}
