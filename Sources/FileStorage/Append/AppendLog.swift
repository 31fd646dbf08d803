public import StudyDomain
import Synchronization

/// The history of this machine: lines are appended to the writer's own file in `.deckle/history`,
/// and before that to the journal, a copy of our own lines in the state folder.
///
/// Appending is synchronous: when it returns, a killed program loses nothing. Several programs on
/// one machine share the writer, its journal and its numbers through a lock in the state folder.
/// No history file is ever rewritten or truncated.
public final class AppendLog: Sendable {
  /// Where things lie.
  public struct Places: Sendable {
    /// `.deckle/history` of the collection.
    public var history: String
    /// The collection's state folder on this machine; made if missing.
    public var state: String
    /// Machine, path and folder that the writer id is bound to.
    public var writer: WriterIdentity.Place

    public init(history: String, state: String, writer: WriterIdentity.Place) {
      self.history = history
      self.state = state
      self.writer = writer
    }
  }

  /// How the files on disk agreed with the journal when the log was opened.
  public enum Opening: Equatable, Sendable {
    case complete
    /// The last action had not reached the file, or the disk had been full: lines appended now.
    case completed(lines: Int)
    /// An older revision lies there; `restore` or `acceptOlderRevision` decides, until then nothing
    /// can be appended.
    case missingLines(count: Int)
  }

  /// What an older revision of our files lacks.
  public struct MissingLines: Equatable, Sendable {
    public var count: Int
    /// The times of the earliest and the latest of them.
    public var first: Timestamp
    public var last: Timestamp
    /// Names of the files that they belong to, in order.
    public var files: [String]

    public init(count: Int, first: Timestamp, last: Timestamp, files: [String]) {
      self.count = count
      self.first = first
      self.last = last
      self.files = files
    }
  }

  /// Lines of ours that were in the journal only when the log was opened, and still are.
  ///
  /// The files could not be written. They are history like all others.
  public struct Waiting: Equatable, Sendable {
    /// Whole lines, each with its LF.
    public var lines: [UInt8]
    public var reason: FileStorageError
  }

  /// What the builder of an action is told, under the lock.
  public struct Turn: Sendable {
    public let writer: String
    /// The number of the first new line; the following lines count up from it.
    public let firstSequence: Int
    /// A new group must be greater than this.
    public let groupFloor: Int64
    /// Whole lines that other programs of this machine appended since we last looked.
    ///
    /// At the first turn some may be known from loading: equal lines count once.
    public let others: [UInt8]
  }

  /// An action that counts from now on.
  public struct Appended: Sendable {
    public let writer: String
    /// The lines as built.
    public let lines: [UInt8]
    /// Why the lines are only in the journal so far; nil when they are in the history file.
    ///
    /// They count in both cases, and the next append or `retryPending` brings them into the file.
    public let pending: FileStorageError?
    /// Where pieces of an action came into the history file; nil for other actions.
    public var growth: Growth?
  }

  /// A part of a history file that a large action wrote.
  public struct Growth: Equatable, Sendable {
    /// Below the folder of histories.
    public let file: String
    /// Where its bytes lie, those of a new file's header among them.
    public let bytes: Range<Int>
  }

  private let core: Mutex<AppendCore>
  private let syncing: SyncQueue

  /// Opens the log: finds or mints the writer, compares journal and files.
  ///
  /// Writes nothing into the history except the last action if only that is missing there.
  /// - Parameters:
  ///   - places: The folders.
  ///   - files: The system calls; tests hand in others.
  ///   - syncDelayMilliseconds: After how long an append is made durable in the background; nil
  ///     leaves it to `flush`.
  ///   - mint: Makes candidates for a writer id, eight of `a-z0-9`.
  /// - Throws: When the state folder can't be used.
  public init(
    _ places: Places, files: FileSystem = .live, syncDelayMilliseconds: Int? = 20,
    mint: @escaping @Sendable () -> String = { WriterIdentity.randomID() }
  ) throws(FileStorageError) {
    var core = AppendCore(places: places, files: files, mint: mint)
    do {
      try core.open()
    } catch {
      core.closeAll()
      throw error
    }
    self.core = Mutex(core)
    syncing = SyncQueue(delayMilliseconds: syncDelayMilliseconds)
  }

  deinit {
    core.withLock { $0.closeAll() }
  }

  public var opening: Opening { core.withLock { $0.opening } }
  /// What waits for a decision; nil when nothing does.
  public var missing: MissingLines? {
    core.withLock { $0.opening.isDecided ? nil : $0.missing }
  }
  /// What the files could not take at the start; nil when they hold everything or a decision about
  /// `missing` is due.
  public var waiting: Waiting? { core.withLock { $0.waiting } }
  public var writer: String { core.withLock { $0.writer } }
  /// Why the present writer id was minted by this program; nil if it was found.
  public var mintedBecause: WriterIdentity.Reason? { core.withLock { $0.mintedBecause } }
  /// Whether some of our lines are in the journal only.
  public var hasPending: Bool { core.withLock { $0.pendingFrom != nil } }

  /// Appends one action.
  ///
  /// The builder runs under the lock and must not call the log. It gives whole lines, each with
  /// its LF, numbered from `firstSequence`; an empty array appends nothing. Costs two small writes.
  /// - Parameters:
  ///   - time: The action's time; its year (UTC) names the file.
  ///   - build: Makes the lines, after taking in what others appended.
  /// - Returns: The action, also when only the journal could be written.
  /// - Throws: What the builder throws, or the error for which nothing at all was kept.
  public func append(
    at time: Timestamp, _ build: (Turn) throws -> [UInt8]
  ) throws -> Appended {
    let appended = try core.withLock { core in
      try core.append(year: CivilDate(instant: time).year, build)
    }
    syncing.schedule { [self] in try? syncNow() }
    return appended
  }

  /// Appends one action of any size, of which only a piece is in memory at a time.
  ///
  /// Like `append`; the builder hands its lines to the pen. When all of them are in the journal they
  /// count: `kept` is called, under the lock, while they are copied into the file on another thread.
  /// `lines` of the result stays empty. Throws the builder's error, with nothing kept.
  public func appendPieces(
    at time: Timestamp, _ build: (Turn, Pen) throws -> Void, kept: (Turn) -> Void
  ) throws -> Appended {
    let appended = try core.withLock { core in
      try core.appendPieces(year: CivilDate(instant: time).year, build, kept: kept)
    }
    syncing.schedule { [self] in try? syncNow() }
    return appended
  }

  /// Takes in what other programs of this machine appended since we last looked.
  public func takeOthers() throws(FileStorageError) -> [UInt8] {
    try core.withLock { core throws(FileStorageError) in try core.takeOthers() }
  }

  /// Appends the lines that an older revision of our files lacks; returns their number.
  @discardableResult
  public func restore() throws(FileStorageError) -> Int {
    let count = try core.withLock { core throws(FileStorageError) in try core.restore() }
    syncing.schedule { [self] in try? syncNow() }
    return count
  }

  /// The same for a start that asks nobody: where the files cannot take the lines, those wait.
  public func restoreUnasked() throws(FileStorageError) -> Int {
    let count = try core.withLock { core throws(FileStorageError) in try core.restoreUnasked() }
    syncing.schedule { [self] in try? syncNow() }
    return count
  }

  /// Takes the older revision as it is: a new writer and a new file begin.
  ///
  /// Where another program has restored the lines meanwhile nothing is done.
  public func acceptOlderRevision() throws(FileStorageError) {
    try core.withLock { core throws(FileStorageError) in try core.acceptOlderRevision() }
  }

  /// Tries to bring lines that are only in the journal into the file; true if none is left.
  @discardableResult
  public func retryPending() throws(FileStorageError) -> Bool {
    let done = try core.withLock { core throws(FileStorageError) in try core.retryPending() }
    syncing.schedule { [self] in try? syncNow() }
    return done
  }

  /// Returns when everything appended so far is durable, off the caller's thread.
  nonisolated(nonsending) public func flush() async throws {
    try await syncing.run { [self] in try syncNow() }
  }

  /// The same on the calling thread, for exits that can't wait; takes up to some ten milliseconds.
  public func flushNow() throws(FileStorageError) {
    try syncNow()
  }

  /// Syncs without holding the lock, so that no grade waits for the disk.
  private func syncNow() throws(FileStorageError) {
    try syncing.one { () throws(FileStorageError) in
      let ticket = try core.withLock { core throws(FileStorageError) in try core.beginSync() }
      guard let ticket else { return }
      let outcome = ticket.perform()
      try core.withLock { core throws(FileStorageError) in try core.endSync(ticket, outcome) }
    }
  }
}

extension CivilDate {
  /// The date in UTC.
  init(instant: Timestamp) {
    self = ZoneRules.utc.civilTime(at: instant).date
  }
}
