/// Appending an action too large to be held in memory as a whole.
extension AppendCore {
  /// As much of the journal as is held at a time.
  private static let pieceBytes = 4 << 20

  /// The same steps as `append`, the lines going through the journal: written there piece by piece,
  /// then read back for the file and for `take`.
  mutating func appendPieces(
    year: Int, _ build: (AppendLog.Turn, AppendLog.Pen) throws -> Void,
    take: (AppendLog.Turn, UnsafeRawBufferPointer) -> Void
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
    var start = before + header.count
    while start < journalSize {
      let end = min(start + Self.pieceBytes, journalSize)
      var piece = try files.reading(journal, start..<end, path: journalPath)
      // Only whole lines go into the file.
      let whole = (piece.lastIndex(of: HistoryLine.lineFeed) ?? -1) + 1
      precondition(whole > 0, "a line is shorter than a piece")
      if whole < piece.count { piece.removeSubrange(whole...) }
      if failure == nil {
        do {
          try writeTarget(piece)
        } catch {
          failure = error
        }
      }
      piece.withUnsafeBytes { take(turn, $0) }
      start += whole
    }
    if failure != nil { notePending(from: first) }
    return AppendLog.Appended(writer: writer, lines: [], pending: failure)
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
