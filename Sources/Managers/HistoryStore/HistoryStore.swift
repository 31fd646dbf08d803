public import FileStorage
public import History
public import Observation
public import StudyDomain

/// The events of a collection and what they add up to: the only state that cannot be rebuilt.
///
/// Appending is synchronous: when `write` returns, the action is on disk and counted.
@MainActor @Observable public final class HistoryStore {
  /// Grows with every change.
  public internal(set) var revision = 0
  /// Why some of our actions are only in the journal so far; nil when all are in the history.
  public internal(set) var pendingError: FileStorageError?

  @ObservationIgnored public private(set) var history: History
  @ObservationIgnored let log: LazyLog
  @ObservationIgnored public let clock: StudyClock
  @ObservationIgnored var files: HistoryFiles
  @ObservationIgnored private let cache: CollectionCache?
  /// Bytes of history that the cache does not hold yet.
  @ObservationIgnored private var uncachedBytes: Int
  /// When the cache was written that holds exactly the present states; nil when none does.
  @ObservationIgnored private var cachedAt: Int64?
  @ObservationIgnored private var changeLog = ChangeLog()
  @ObservationIgnored private var settings: SettingsInForce
  @ObservationIgnored private var foldedFingerprint: UInt64?
  @ObservationIgnored private var livingRevision: Int
  /// What was done in this session, for `undo` and `redo`.
  @ObservationIgnored var line = SessionLine()
  /// How long the last append took, in microseconds.
  @ObservationIgnored public internal(set) var lastAppendMicroseconds = 0

  /// Events of ours that an older revision of the folder lacked and that were appended again.
  @ObservationIgnored public internal(set) var restoredLines = 0

  @ObservationIgnored private var recovered: RecoveredLines
  /// Where this machine keeps what belongs to the collection.
  @ObservationIgnored let stateFolder: String

  /// Opens the log of a collection and reads its history.
  ///
  /// Events of ours that an older revision of the folder lacks are appended again; with `asks` they
  /// wait as `missing` for a decision, and nothing can be written before it.
  /// A folder that is no collection yet has an empty history and becomes one with the first action;
  /// `newID` is the id that it gets, the one that `stateFolder` belongs to. `prefetch` has begun to
  /// read already.
  public init(
    paths: CollectionPaths, stateFolder: String, clock: StudyClock, library: DeckLibrary,
    cache: CollectionCache? = nil, newID: String? = nil, prefetch: HistoryPrefetch? = nil,
    asks: Bool = false, files system: FileSystem = .live
  ) throws(FileStorageError) {
    let log = LazyLog(paths: paths, stateFolder: stateFolder, newID: newID, files: system)
    restoredLines = try log.openIfCollection(asks: asks)
    let loaded = LoadedHistory.load(
      prefetch ?? HistoryPrefetch(folder: paths.history, cache: cache), library: library)
    history = loaded.history
    files = loaded.files
    foldedFingerprint = loaded.foldedFingerprint
    uncachedBytes = loaded.uncachedBytes
    cachedAt = loaded.cachedAt
    settings = SettingsInForce(loaded.history.settings)
    livingRevision = loaded.hasLiving ? library.revision : -1
    self.cache = cache
    self.stateFolder = stateFolder
    self.log = log
    self.clock = clock
    recovered = RecoveredLines(stateFolder: stateFolder)
    recovered.take(history.badLines)
    takeWaiting()
  }

  /// Counts what an earlier program could only bring into the journal.
  private func takeWaiting() {
    guard let log = log.opened, let waiting = log.waiting else { return }
    pendingError = waiting.reason
    take(waiting.lines, file: log.writer)
  }

  /// The id under which this machine writes; nil before the first action in a new folder.
  public var writer: String? { log.opened?.writer }

  /// Why a new writer began at this start; nil when the old one goes on.
  public var newWriterReason: WriterIdentity.Reason? { log.mintedBecause }

  /// The newest study day on which any machine answered.
  public var newestDay: StudyDay? {
    history.newestDay
  }

  func changes(since seen: Int) -> HistoryChanges {
    changeLog.changes(since: seen, now: revision)
  }

  /// Makes the states those of the given texts and rules; does nothing when they are already.
  ///
  /// Gives the cards that changed; nil when any may have.
  func prepare(
    library snapshot: LibrarySnapshot, revision: Int, rules: RuleBook, fingerprint: UInt64
  ) -> Set<CardID>? {
    var changed: Set<CardID>? = livingRevision < 0 ? nil : []
    if revision != livingRevision {
      if revision == livingRevision + 1, livingRevision >= 0, let change = snapshot.change {
        changed = history.changeLiving(removing: change.gone, adding: change.come)
      } else {
        history.replaceLiving(snapshot.livingKeys)
        changed = nil
      }
      livingRevision = revision
      cachedAt = nil
    }
    if foldedFingerprint != fingerprint {
      history.fold(with: rules)
      foldedFingerprint = fingerprint
      cachedAt = nil
      changed = nil
    }
    return changed
  }

  // MARK: Settings

  /// What the latest `option` and `pin` events say, by deck and name.
  public var optionEvents: [String: [String: OptionValue]] {
    settings.options
  }

  /// The goals in force by deck (empty for the whole collection) and name; none is zero.
  public var goalEvents: [String: [String: Int]] {
    settings.goals
  }

  /// What the learner added to a limit of one day, in total.
  public func extra(_ kind: LimitKind, deck: String, day: StudyDay) -> Int {
    settings.extra(kind, deck: deck, day: day)
  }

  /// The event that a new setting names in `after`.
  public func lastSetting(_ kind: EventKind, subject: String, name: String?, day: StudyDay? = nil)
    -> EventName?
  {
    settings.event(kind, subject: subject, name: name, day: day)
  }

  // MARK: Writing

  /// Appends one action and counts it; `u` takes it back as a whole.
  ///
  /// Throws only when nothing was kept. When just the journal could be written, `pendingError` says
  /// why, and the next action tries again.
  @discardableResult
  public func write(_ drafts: [EventDraft]) throws(FileStorageError) -> UndoTarget {
    try write(drafts) { _ throws(FileStorageError) in }
  }

  /// The same; `announce` hears the action's name before any of it is written.
  @discardableResult
  func write(
    _ drafts: [EventDraft], announce: (UndoTarget) throws(FileStorageError) -> Void
  ) throws(FileStorageError) -> UndoTarget {
    let target = try append(drafts, announce)
    line.add(.events, target)
    return target
  }

  /// Takes in what other programs of this machine wrote since the last look.
  public func catchUp() throws(FileStorageError) {
    guard let log = log.opened else {
      // The folder may have become a collection by another program's first action.
      return readChangedFiles()
    }
    let others = try log.takeOthers()
    if !others.isEmpty { take(others, file: "\(log.writer) (another deckle)") }
  }

  /// Tries again to bring actions from the journal into the history.
  public func retryPending() throws(FileStorageError) {
    guard pendingError != nil, let log = log.opened else { return }
    if try log.retryPending() { pendingError = nil }
  }

  func append(
    _ drafts: [EventDraft],
    _ announce: (UndoTarget) throws(FileStorageError) -> Void = { _ in }
  ) throws(FileStorageError) -> UndoTarget {
    precondition(!drafts.isEmpty, "an action has at least one event")
    let now = clock.now()
    var batch = EventBatch(
      time: now, offset: clock.calendar.offsetMinutes(at: now),
      day: clock.calendar.studyDay(at: now))
    do {
      try append(at: now) { turn in
        let lines = try batch.lines(drafts, turn: turn)
        if let target = batch.target { try announce(target) }
        return lines
      }
    } catch let error as FileStorageError {
      throw error
    } catch {
      preconditionFailure("the builder of lines throws no other error: \(error)")
    }
    guard let target = batch.target else {
      preconditionFailure("a log that appended has called the builder")
    }
    return target
  }

  private func append(
    at now: Timestamp, _ build: (AppendLog.Turn) throws -> [UInt8]
  ) throws {
    let start = ContinuousClock.now
    var others: [UInt8] = []
    let log = try openForWriting()
    let appended = try log.append(at: now) { turn in
      others = turn.others
      return try build(turn)
    }
    lastAppendMicroseconds = (ContinuousClock.now - start).microseconds
    pendingError = appended.pending
    takeOthers(&others, writer: appended.writer)
    if !appended.lines.isEmpty { take(appended.lines, file: appended.writer) }
  }

  func openForWriting() throws(FileStorageError) -> AppendLog {
    let isFirstTurn = self.log.opened == nil
    let log = try log.open()
    // What others wrote between our start and our first action is no news to the log.
    if isFirstTurn { readChangedFiles() }
    return log
  }

  func takeOthers(_ lines: inout [UInt8], writer: String) {
    guard !lines.isEmpty else { return }
    take(lines, file: "\(writer) (another deckle)")
    lines = []
  }

  private func take(_ lines: [UInt8], file: String) {
    count(lines.withUnsafeBytes { history.append($0, file: file) }, bytes: lines.count)
  }

  func count(_ report: AppendReport, bytes: Int) {
    revision += 1
    uncachedBytes =
      uncachedBytes.addingReportingOverflow(bytes).overflow ? .max : uncachedBytes + bytes
    if report.addedBadLines > 0 || !badFiles.isEmpty { recovered.take(history.badLines) }
    if report.settingsChanged { settings = SettingsInForce(history.settings) }
    if report.replayedAll {
      changeLog.restart(at: revision)
    } else {
      changeLog.add(report, revision: revision)
    }
  }

  /// The id under which this machine writes, minted if need be.
  func writerToUse() throws(FileStorageError) -> String {
    try log.open().writer
  }

  // MARK: Files

  /// Takes in what changed in the folder of histories: other machines' files that arrived.
  public func readChangedFiles() {
    for change in files.changes() {
      count(files.append(change, to: history), bytes: change.bytes.count)
    }
  }

  /// The history files with lines that are no events, by name.
  public var badFiles: [BadHistoryFile] { recovered.files }

  /// How many bad lines were copied since the last call, by file.
  public func takeNewlyCopied() -> [String: Int] {
    recovered.takeNewlyCopied()
  }

  // MARK: The cache

  /// Writes the cache when enough has come since it was written.
  ///
  /// A few lines more are read at the next start in no time: a single grade on the command line
  /// need not rewrite a cache of a hundred megabytes.
  /// Returns when the cache was written that holds the present states; nil when none does.
  func saveCache(livingHash: UInt64, atLeast bytes: Int) -> Int64? {
    // A cache tells of files only.
    guard pendingError == nil else { return nil }
    readChangedFiles()
    if let cachedAt, uncachedBytes == 0 { return cachedAt }
    guard let cache, let fingerprint = foldedFingerprint, uncachedBytes >= bytes,
      let files = files.origin()
    else { return nil }
    let origin = HistoryCache.Origin(
      writtenNanoseconds: clock.realNow().milliseconds * 1_000_000, livingHash: livingHash,
      files: files, options: settings.options)
    HistoryCache(cache: cache).write(history, origin, fingerprint: fingerprint)
    uncachedBytes = 0
    cachedAt = origin.writtenNanoseconds
    return cachedAt
  }

  /// When the cache was written that holds exactly the present states; nil when none does.
  var cacheTime: Int64? {
    uncachedBytes == 0 ? cachedAt : nil
  }

  /// Waits until everything written is safe from a power cut.
  public func flush() async throws {
    try await log.opened?.flush()
  }
}

extension Duration {
  var microseconds: Int {
    Int(components.seconds) * 1_000_000 + Int(components.attoseconds / 1_000_000_000_000)
  }
}
