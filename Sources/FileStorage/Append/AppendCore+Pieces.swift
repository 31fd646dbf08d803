import Dispatch
import Glibc
import Synchronization

/// Appending an action too large to be held in memory as a whole.
extension AppendCore {
  /// The same steps as `append`, the lines going through the journal: written there piece by piece,
  /// then copied from it into the file, on another thread while `kept` runs.
  mutating func appendPieces(
    year: Int, _ build: (AppendLog.Turn, AppendLog.Pen) throws -> Void,
    kept: (AppendLog.Turn) -> Void
  ) throws -> AppendLog.Appended {
    try takeLock()
    defer { releaseLock() }
    var failure = try beginAction(year: year)
    let turn = turn
    let (before, first) = (journalSize, nextSequence)
    let header = before == 0 ? HistoryLine.header(writer: writer) : []
    let pen = AppendLog.Pen(files, journal, path: journalPath, header: header)
    do {
      try build(turn, pen)
    } catch {
      // Half an action must not stay; if it can't be cut off now, the next program does it.
      if pen.count > 0 { _ = files.truncate(journal, before) }
      throw error
    }
    others = []
    guard pen.count > 0 else {
      return AppendLog.Appended(writer: writer, lines: [], pending: nil)
    }
    journalSize = before + pen.count
    nextSequence = max(nextSequence, HistoryLine.sequence(pen.lastLine[...]) + 1)
    groupFloor = max(groupFloor, HistoryLine.group(pen.lastLine[...]))
    hasUnsynced = true
    hasNotedAgreement = false
    var growth: AppendLog.Growth?
    if failure == nil, let target {
      let start = target.status.size
      let copy = PieceCopy(
        files: files, journal: journal, journalPath: journalPath,
        lines: before + header.count..<journalSize, writer: writer, target: target,
        path: path(of: target.name))
      let outcome = copy.perform { kept(turn) }
      failure = outcome.failure
      noteWritten(outcome.written, endsWithLineFeed: outcome.endsWithLineFeed)
      if failure == nil {
        growth = .init(file: target.name, bytes: start..<start + outcome.written)
      }
    } else {
      kept(turn)
    }
    if failure != nil { notePending(from: first) }
    return AppendLog.Appended(writer: writer, lines: [], pending: failure, growth: growth)
  }
}

/// Lines of the journal that go into a history file.
private struct PieceCopy: Sendable {
  let files: FileSystem
  let journal: Int32
  let journalPath: String
  /// Of the journal.
  let lines: Range<Int>
  let writer: String
  let target: AppendCore.Target
  let path: String

  /// As much as is held at a time.
  private static let pieceBytes = 1 << 20

  struct Outcome: Sendable {
    var written = 0
    var endsWithLineFeed: Bool
    var failure: FileStorageError?
  }

  /// Copies on another thread while `meanwhile` runs on this one.
  func perform(_ meanwhile: () -> Void) -> Outcome {
    let copied = Copied(endsWithLineFeed: target.endsWithLineFeed)
    let group = DispatchGroup()
    DispatchQueue.global(qos: .userInitiated).async(group: group) { copied.put(copy()) }
    meanwhile()
    group.wait()
    return copied.outcome
  }

  /// What the other thread brings back.
  private final class Copied: Sendable {
    private let kept: Mutex<Outcome>

    init(endsWithLineFeed: Bool) {
      kept = Mutex(Outcome(endsWithLineFeed: endsWithLineFeed))
    }

    func put(_ outcome: Outcome) { kept.withLock { $0 = outcome } }
    var outcome: Outcome { kept.withLock { $0 } }
  }

  private func copy() -> Outcome {
    var outcome = Outcome(endsWithLineFeed: target.endsWithLineFeed)
    do throws(FileStorageError) {
      if target.status.size == 0 {
        try write(HistoryLine.header(writer: writer), &outcome)
      } else if !target.endsWithLineFeed {
        try write([HistoryLine.lineFeed], &outcome)
      }
      var start = lines.lowerBound
      while start < lines.upperBound {
        let end = min(start + Self.pieceBytes, lines.upperBound)
        let piece = try files.reading(journal, start..<end, path: journalPath)
        guard piece.count == end - start else {
          throw .system(operation: "read", path: journalPath, code: EIO)
        }
        try write(piece, &outcome)
        start = end
      }
    } catch {
      outcome.failure = error
    }
    return outcome
  }

  private func write(_ bytes: [UInt8], _ outcome: inout Outcome) throws(FileStorageError) {
    var written = 0
    defer {
      outcome.written += written
      if written > 0 { outcome.endsWithLineFeed = bytes[written - 1] == HistoryLine.lineFeed }
    }
    try files.writing(bytes, to: target.descriptor, path: path, written: &written)
  }
}

extension AppendLog {
  /// Takes the lines of one large action, under the lock of its log.
  public final class Pen {
    private let files: FileSystem
    private let descriptor: Int32
    private let path: String
    private let header: [UInt8]
    /// Bytes that came into the journal.
    private(set) var count = 0
    /// Without its LF.
    private(set) var lastLine: [UInt8] = []

    init(_ files: FileSystem, _ descriptor: Int32, path: String, header: [UInt8]) {
      self.files = files
      self.descriptor = descriptor
      self.path = path
      self.header = header
    }

    /// Writes whole lines, each with its LF, all numbered one after another.
    public func write(_ lines: [UInt8]) throws(FileStorageError) {
      guard let last = lines.last else { return }
      precondition(last == HistoryLine.lineFeed, "a piece is made of whole lines")
      let bytes = count == 0 && !header.isEmpty ? header + lines : lines
      var written = 0
      defer { count += written }
      try files.writing(bytes, to: descriptor, path: path, written: &written)
      let end = lines.count - 1
      let start = (lines[..<end].lastIndex(of: HistoryLine.lineFeed) ?? -1) + 1
      lastLine = Array(lines[start..<end])
    }
  }
}
