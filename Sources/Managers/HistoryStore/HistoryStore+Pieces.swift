import FileStorage
import History
import StudyDomain

extension HistoryStore {
  /// Appends one action of any size, whose events have times of their own; nil when none was made.
  ///
  /// Its lines go to the journal piece by piece and are read on the way: a million reviews take two
  /// hundred megabytes. `expectedBytes` is about what comes.
  @discardableResult
  func writeMany(
    expectedBytes: Int = 0, _ make: (inout EventWriter) throws -> Void
  ) throws -> UndoTarget? {
    let now = clock.now()
    let start = ContinuousClock.now
    var target: UndoTarget?
    var intake: HistoryIntake?
    var bytes = 0
    let log = try openForWriting()
    let appended = try log.appendPieces(at: now) { turn, pen in
      // What others wrote comes first, as in the journal.
      var others = turn.others
      takeOthers(&others, writer: turn.writer)
      let own = HistoryIntake(for: history, file: turn.writer, expectedBytes: expectedBytes)
      let pieces = EventPieces(pen: pen, intake: own)
      var writer = EventWriter(turn: turn, pieces: pieces, time: now)
      let made = Result { try make(&writer) }
      writer.finish()
      bytes = try pieces.finish()
      try made.get()
      if !writer.isEmpty { target = writer.target }
      intake = own
    } kept: { _ in
      if let intake { count(history.append(intake), bytes: bytes) }
    }
    lastAppendMicroseconds = (ContinuousClock.now - start).microseconds
    pendingError = appended.pending
    if let growth = appended.growth { files.noteWritten(growth) }
    guard let target else { return nil }
    line.add(.events, target)
    return target
  }
}
