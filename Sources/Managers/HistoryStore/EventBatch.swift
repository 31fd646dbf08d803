import FileStorage
import History
import StudyDomain

/// The lines of one action, all of one moment.
struct EventBatch {
  let time: Timestamp
  /// Minutes east of UTC.
  let offset: Int
  let day: StudyDay
  /// What an undo of the action names; nil until the lines are made.
  private(set) var target: UndoTarget?

  init(time: Timestamp, offset: Int, day: StudyDay) {
    self.time = time
    self.offset = offset
    self.day = day
  }

  /// Numbers the events from the turn's first number; more than one share a group.
  mutating func lines(_ drafts: [EventDraft], turn: AppendLog.Turn) throws -> [UInt8] {
    guard let writer = WriterID(text: turn.writer) else {
      preconditionFailure("the log hands out valid writer ids")
    }
    let group = drafts.count > 1 ? max(time.milliseconds, turn.groupFloor + 1) : nil
    var lines: [UInt8] = []
    var sequence = Int64(turn.firstSequence)
    for draft in drafts {
      let name = EventName(writer: writer, sequence: sequence)
      target = group.map { .group(writer, $0) } ?? .event(EventIdentity(name: name, time: time))
      draft.append(
        to: &lines, name: name, time: time, offset: offset, day: day, group: group)
      sequence += 1
    }
    return lines
  }
}
