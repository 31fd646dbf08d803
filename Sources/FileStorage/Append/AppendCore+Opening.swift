import Glibc
import StudyDomain

extension AppendCore {
  mutating func open() throws(FileStorageError) {
    try files.makeFolders(journalFolder, mode: 0o700)
    try takeLock()
    defer { releaseLock() }
    try openState(keepsOthers: false)
    others = []
    if hasNotedAgreement { return }
    let comparison = try compare()
    let missing = comparison.missing
    if comparison.hasStrangers {
      if try bringIn(missing) { try become(.strangeLines) }
      return
    }
    if missing.isEmpty { return }
    if isSilent(missing) {
      if try bringIn(missing) { opening = .completed(lines: missing.count) }
    } else {
      opening = .missingLines(count: missing.count)
      self.missing = try describe(missing)
    }
  }

  /// Appends lines of the journal to the files; false when they have to wait.
  ///
  /// So it is on a full or read-only disk; they count all the same.
  private mutating func bringIn(
    _ lines: [ArraySlice<UInt8>]
  ) throws(FileStorageError) -> Bool {
    do throws(FileStorageError) {
      try appendMissing(lines)
      clearPending()
      return true
    } catch {
      guard let first = lines.first else { throw error }
      notePending(from: HistoryLine.sequence(first))
      waiting = AppendLog.Waiting(lines: Array(lines.joined(separator: [10])) + [10], reason: error)
      return false
    }
  }

  /// Appends what an older revision of the files lacks, as a start that asks nobody does; returns
  /// how many lines came into the files.
  mutating func restoreUnasked() throws(FileStorageError) -> Int {
    try takeLock()
    defer { releaseLock() }
    try refresh()
    let lines = try compare().missing
    var count = 0
    if !lines.isEmpty, try bringIn(lines) { count = lines.count }
    opening = .complete
    return count
  }

  private func describe(
    _ lines: [ArraySlice<UInt8>]
  ) throws(FileStorageError) -> AppendLog.MissingLines {
    let times = lines.map { HistoryLine.time($0) }
    let own = try ownFiles()
    let names = Set(lines.map { Self.year(of: $0) }).sorted().map { year in
      let prefix = "\(writer)-\(year)"
      return own.last { $0 == prefix + ".tsv" || $0.hasPrefix(prefix + "-") } ?? prefix + ".tsv"
    }
    return AppendLog.MissingLines(
      count: lines.count, first: Timestamp(milliseconds: times.min() ?? 0),
      last: Timestamp(milliseconds: times.max() ?? 0), files: names)
  }

  /// Looks again whether lines are missing: another program may have restored them.
  mutating func stillMisses() throws(FileStorageError) -> Bool {
    let lines = try compare().missing
    guard lines.isEmpty else { return true }
    opening = .complete
    return false
  }

  /// Lines that never reached the file need no question: the last action of a killed program, and
  /// whatever a full disk kept out.
  private func isSilent(_ missing: [ArraySlice<UInt8>]) -> Bool {
    if let pendingFrom, missing.allSatisfy({ HistoryLine.sequence($0) >= pendingFrom }) {
      return true
    }
    guard let first = missing.first else { return true }
    // All of them lie at the journal's end and make one action.
    let group = HistoryLine.group(first)
    let isLast = HistoryLine.sequence(first) + missing.count == nextSequence
    return isLast
      && (missing.count == 1 || group != 0 && missing.allSatisfy { HistoryLine.group($0) == group })
  }

  /// Reads or mints the writer and opens its journal, whose lines are news unless they are known.
  mutating func openState(keepsOthers: Bool = true) throws(FileStorageError) {
    var reason = WriterIdentity.Reason.firstStart
    if let status = try files.status(ofPath: recordPath) {
      let bytes = try files.contents(of: recordPath)
      if let found = WriterIdentity(record: bytes) {
        guard let mismatch = found.mismatch(with: places.writer) else {
          writer = found.writer
          record = status
          return try openJournal(keepsOthers: keepsOthers)
        }
        reason = mismatch
      }
    }
    try become(reason)
  }

  /// Begins a new writer.
  mutating func become(_ reason: WriterIdentity.Reason) throws(FileStorageError) {
    var names: [String] = []
    // A folder that can't be listed holds nothing that the new id could collide with.
    _ = files.list(places.history, &names)
    var candidate = mint()
    while !WriterIdentity.isValid(candidate) || names.contains(where: { $0.hasPrefix(candidate) }) {
      candidate = mint()
    }
    let identity = WriterIdentity(writer: candidate, place: places.writer)
    let temporary = recordPath + ".new"
    let descriptor = try files.opening(temporary, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
    do {
      defer { _ = files.close(descriptor) }
      try files.writing(identity.record, to: descriptor, path: temporary)
      try files.checked("write", temporary) { files.sync(descriptor) }
    }
    try files.checked("write", recordPath) { files.rename(temporary, recordPath) }
    record = try files.status(ofPath: recordPath) ?? FileStatus()
    closeTarget()
    retire(journal)
    journal = -1
    writer = candidate
    mintedBecause = reason
    opening = .complete
    pendingFrom = nil
    agreed = [:]
    try openJournal()
  }

  private mutating func openJournal(keepsOthers: Bool = true) throws(FileStorageError) {
    retire(journal)
    journal = try files.opening(journalPath, O_RDWR | O_APPEND | O_CREAT, mode: 0o600)
    journalSize = 0
    syncedJournal = 0
    nextSequence = 1
    groupFloor = 0
    pendingFrom = readPending()
    hasNotedAgreement = false
    if pendingFrom == nil, try readSummary() {
      syncedJournal = journalSize
      return
    }
    try readJournalTail(keepsOthers: keepsOthers)
    syncedJournal = journalSize
  }

  /// Begins anew in mid-session, after the state folder changed under us.
  mutating func reopenState() throws(FileStorageError) {
    let before = writer
    let known = others
    closeTarget()
    agreed = [:]
    try files.makeFolders(journalFolder, mode: 0o700)
    retire(lock)
    lock = -1
    try takeLock()
    try openState()
    // A journal that we know already brings no news; a new writer's does.
    if writer == before { others = known }
  }

  mutating func acceptOlderRevision() throws(FileStorageError) {
    try takeLock()
    defer { releaseLock() }
    try refresh()
    guard try stillMisses() else { return }
    try become(.olderRevisionAccepted)
    others = []
  }

  // MARK: - Lines that wait

  private var pendingPath: String { "\(journalFolder)/\(writer).pending" }

  /// Remembers, also for the next program, that lines from a number on never reached the file.
  mutating func notePending(from sequence: Int) {
    if let pendingFrom, pendingFrom <= sequence { return }
    pendingFrom = sequence
    let descriptor = files.open(pendingPath, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard descriptor >= 0 else { return }
    // On a full disk this may fail too; then the next start asks instead of knowing.
    try? files.writing(Array("\(sequence)\n".utf8), to: Int32(descriptor), path: pendingPath)
    _ = files.close(Int32(descriptor))
  }

  mutating func clearPending() {
    guard pendingFrom != nil else { return }
    pendingFrom = nil
    _ = files.remove(pendingPath)
  }

  func readPending() -> Int? {
    // Usually there is none.
    guard let bytes = try? files.contents(of: pendingPath) else { return nil }
    return Int(String(decoding: bytes.prefix { $0 != HistoryLine.lineFeed }, as: UTF8.self))
  }
}
