import FileStorage
import History
import StudyDomain

/// Makes the lines of one large action one after another, each with its own time.
struct EventWriter {
  private let writer: WriterID
  private let group: Int64
  private var sequence: Int64
  private(set) var lines: [UInt8] = []

  init(turn: AppendLog.Turn, time: Timestamp) {
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
    return name
  }

  var target: UndoTarget { .group(writer, group) }
}
