import Glibc

/// The state behind `AppendLog` and the rules of the append path; used under its mutex only.
struct AppendCore: Sendable {
  let places: AppendLog.Places
  let files: FileSystem
  let mint: @Sendable () -> String

  var writer = ""
  var opening = AppendLog.Opening.complete
  /// What the files lacked when `opening` became `missingLines`.
  var missing: AppendLog.MissingLines?
  /// Lines that the files could not take at the start.
  var waiting: AppendLog.Waiting?
  var mintedBecause: WriterIdentity.Reason?
  /// The state folder's record of the writer when we last read it.
  var record = FileStatus()

  var lock: Int32 = -1
  var journal: Int32 = -1
  /// Bytes of the journal that are folded into the numbers below.
  var journalSize = 0
  var nextSequence = 1
  var groupFloor: Int64 = 0
  /// Lines of others that nobody took yet.
  var others: [UInt8] = []

  var target: Target?
  /// What our files looked like when they last agreed with the journal.
  var agreed: [String: FileStatus] = [:]
  /// The first number of the lines that are only in the journal.
  var pendingFrom: Int?

  /// Bytes of the journal that are known to be durable here and in the files.
  var syncedJournal = 0
  var hasUnsynced = false
  var hasNewFile = false
  /// Whether the summary in the state folder tells of the present journal and files.
  var hasNotedAgreement = false
  var isSyncing = false
  /// Descriptors to close when the sync in progress is over.
  var retired: [Int32] = []

  /// The history file that lines are appended to.
  struct Target: Sendable {
    let year: Int
    let name: String
    let descriptor: Int32
    var status: FileStatus
    var endsWithLineFeed: Bool

    /// Whether nobody but deckle has written the file since; one rewritten in its place at the same
    /// size is told by its time, which is unknown (zero) after other programs of ours appended.
    func isAsWritten(_ now: FileStatus) -> Bool {
      now.size == status.size
        && (status.modifiedNanoseconds == 0
          || now.modifiedNanoseconds == status.modifiedNanoseconds)
    }
  }

  init(places: AppendLog.Places, files: FileSystem, mint: @escaping @Sendable () -> String) {
    self.places = places
    self.files = files
    self.mint = mint
  }

  /// So much of a journal is read at a time.
  static let pieceBytes = 1 << 20

  var journalFolder: String { places.state + "/journal" }
  var journalPath: String { "\(journalFolder)/\(writer).tsv" }
  var recordPath: String { places.state + "/writer" }
  var lockPath: String { places.state + "/lock" }

  // MARK: - Appending

  mutating func append(
    year: Int, _ build: (AppendLog.Turn) throws -> [UInt8]
  ) throws -> AppendLog.Appended {
    try takeLock()
    defer { releaseLock() }
    var failure = try beginAction(year: year)
    let lines = try build(turn)
    others = []
    guard !lines.isEmpty else {
      return AppendLog.Appended(writer: writer, lines: [], pending: nil)
    }
    precondition(lines.last == HistoryLine.lineFeed, "an action is made of whole lines")
    let first = nextSequence
    try writeJournal(lines)
    if failure == nil {
      do {
        try writeTarget(lines)
      } catch {
        failure = error
      }
    }
    if failure != nil { notePending(from: first) }
    return AppendLog.Appended(writer: writer, lines: lines, pending: failure)
  }

  /// Under the lock: learns what others did and finds the file; gives the reason why there is none.
  mutating func beginAction(year: Int) throws(FileStorageError) -> FileStorageError? {
    try refresh()
    if case .missingLines(let count) = opening, try stillMisses() {
      throw FileStorageError.missingLinesUndecided(count: count)
    }
    do {
      try prepareTarget(year: year)
      return nil
    } catch {
      return error
    }
  }

  var turn: AppendLog.Turn {
    AppendLog.Turn(
      writer: writer, firstSequence: nextSequence, groupFloor: groupFloor, others: others)
  }

  mutating func takeOthers() throws(FileStorageError) -> [UInt8] {
    try takeLock()
    defer { releaseLock() }
    try refresh()
    defer { others = [] }
    return others
  }

  /// Learns what other programs of this machine did: another writer, more lines.
  mutating func refresh() throws(FileStorageError) {
    guard let status = try files.status(ofPath: recordPath), status == record else {
      // The state folder was removed or another program minted a new writer.
      try reopenState()
      return
    }
    try readJournalTail()
  }

  /// Folds in the journal's lines beyond those known, and cuts off a line that a dying program
  /// left without its end: its action was never acknowledged.
  ///
  /// They are news to `others`, unless these are known by other ways.
  mutating func readJournalTail(keepsOthers: Bool = true) throws(FileStorageError) {
    let size = try files.status(of: journal, path: journalPath).size
    guard size != journalSize else { return }
    guard size > journalSize else { return try reopenState() }
    let start = journalSize
    var room = Self.pieceBytes
    while journalSize < size {
      let end = min(size, journalSize + room)
      let tail = try files.reading(journal, journalSize..<end, path: journalPath)
      let whole = (tail.lastIndex(of: HistoryLine.lineFeed) ?? -1) + 1
      if keepsOthers { others += tail[..<whole] }
      fold(tail[..<whole])
      if end == size || tail.isEmpty {
        let sound = journalSize
        if whole < tail.count {
          try files.checked("repair", journalPath) { files.truncate(journal, sound) }
        }
        break
      }
      // A line longer than the piece.
      if whole == 0 { room *= 2 }
    }
    let whole = journalSize - start
    // The others' lines went into the same file, byte for byte, or the sizes will disagree.
    if var open = target {
      open.status.size += whole
      open.status.modifiedNanoseconds = 0
      target = open
      agreed[open.name] = open.status
    }
    if whole > 0 { hasNotedAgreement = false }
  }

  /// Counts lines of ours into the numbers.
  mutating func fold(_ lines: ArraySlice<UInt8>) {
    journalSize += lines.count
    HistoryLine.forEach(in: lines) { line in
      nextSequence = max(nextSequence, HistoryLine.sequence(line) + 1)
      groupFloor = max(groupFloor, HistoryLine.group(line))
    }
  }

  mutating func writeJournal(_ lines: [UInt8]) throws(FileStorageError) {
    let before = journalSize
    let bytes = before == 0 ? HistoryLine.header(writer: writer) + lines : lines
    do {
      try files.writing(bytes, to: journal, path: journalPath)
    } catch {
      // Half an action must not stay; if it can't be cut off now, the next program does it.
      _ = files.truncate(journal, before)
      throw error
    }
    fold(bytes[...])
    hasUnsynced = true
    hasNotedAgreement = false
  }

  mutating func writeTarget(_ lines: [UInt8]) throws(FileStorageError) {
    guard let open = target else { preconditionFailure("the file was prepared") }
    var bytes = lines
    if open.status.size == 0 {
      bytes = HistoryLine.header(writer: writer) + lines
    } else if !open.endsWithLineFeed {
      bytes = [HistoryLine.lineFeed] + lines
    }
    var written = 0
    defer {
      let isFed = written > 0 ? bytes[written - 1] == HistoryLine.lineFeed : open.endsWithLineFeed
      noteWritten(written, endsWithLineFeed: isFed)
    }
    try files.writing(bytes, to: open.descriptor, path: path(of: open.name), written: &written)
  }

  /// Remembers how the file looks after bytes of ours came into it.
  mutating func noteWritten(_ count: Int, endsWithLineFeed: Bool) {
    guard var open = target else { preconditionFailure("the file was prepared") }
    open.endsWithLineFeed = endsWithLineFeed
    open.status.size += count
    // With its times, so that a later look can tell our own write from anybody else's.
    if let now = try? files.status(of: open.descriptor, path: path(of: open.name)),
      now.size == open.status.size
    {
      open.status = now
    }
    target = open
    agreed[open.name] = open.status
    hasUnsynced = true
    hasNotedAgreement = false
  }

  func path(of name: String) -> String { "\(places.history)/\(name)" }

  // MARK: - The lock

  mutating func takeLock() throws(FileStorageError) {
    if lock < 0 { lock = try files.opening(lockPath, O_RDWR | O_CREAT, mode: 0o600) }
    let descriptor = lock
    try files.checked("lock", lockPath) { files.lock(descriptor, LOCK_EX) }
  }

  func releaseLock() {
    if lock >= 0 { _ = files.lock(lock, LOCK_UN) }
  }

  // MARK: - Descriptors

  mutating func retire(_ descriptor: Int32) {
    guard descriptor >= 0 else { return }
    if isSyncing { retired.append(descriptor) } else { _ = files.close(descriptor) }
  }

  mutating func closeTarget() {
    guard let open = target else { return }
    // Rare (a new year, a file swapped away): what it got must not be forgotten unsynced.
    if hasUnsynced { _ = files.syncData(open.descriptor) }
    retire(open.descriptor)
    target = nil
  }

  mutating func closeAll() {
    closeTarget()
    retire(journal)
    retire(lock)
    journal = -1
    lock = -1
  }
}
