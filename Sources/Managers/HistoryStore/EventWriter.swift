import FileStorage
import History
import StudyDomain

/// Makes the lines of one large action one after another, each with its own time.
struct EventWriter {
  private let writer: WriterID
  private let group: Int64
  private var sequence: Int64
  /// Lines that the log does not have yet.
  private var lines: [UInt8] = []
  private let pen: AppendLog.Pen
  private(set) var isEmpty = true
  private var failure: FileStorageError?

  private static let pieceBytes = 1 << 20

  init(turn: AppendLog.Turn, pen: AppendLog.Pen, time: Timestamp) {
    self.pen = pen
    guard let writer = WriterID(text: turn.writer) else {
      preconditionFailure("the log hands out valid writer ids")
    }
    self.writer = writer
    group = max(time.milliseconds, turn.groupFloor + 1)
    sequence = Int64(turn.firstSequence)
  }

  /// Adds an event; returns its name for the `after` of the next.
  @discardableResult
  mutating func add(
    _ body: EventBody, time: Timestamp, offset: Int, day: StudyDay, after: EventName? = nil
  ) -> EventName {
    let name = EventName(writer: writer, sequence: sequence)
    EventDraft(body, after: after).append(
      to: &lines, name: name, time: time, offset: offset, day: day, group: group)
    sequence += 1
    isEmpty = false
    if lines.count >= Self.pieceBytes { send() }
    return name
  }

  /// Hands the rest over; throws when any of the lines could not be written.
  mutating func finish() throws(FileStorageError) {
    send()
    if let failure { throw failure }
  }

  private mutating func send() {
    defer { lines.removeAll(keepingCapacity: true) }
    guard failure == nil else { return }
    do {
      try pen.write(lines)
    } catch {
      failure = error
    }
  }

  var target: UndoTarget { .group(writer, group) }
}
