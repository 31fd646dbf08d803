import FileStorage
import History
import StudyDomain

/// Makes the lines of one large action one after another, each with its own time.
struct EventWriter {
  private let writer: WriterID
  let group: Int64
  private var sequence: Int64
  /// Lines that were not handed over yet.
  private var lines: [UInt8] = []
  private let pieces: EventPieces
  private(set) var isEmpty = true

  private static let pieceBytes = 1 << 20

  init(turn: AppendLog.Turn, pieces: EventPieces, time: Timestamp) {
    self.pieces = pieces
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
    let name = nextName()
    EventDraft(body, after: after).append(
      to: &lines, name: name, time: time, offset: offset, day: day, group: group)
    if lines.count >= Self.pieceBytes { send() }
    return name
  }

  /// Adds the `card` event of a text.
  mutating func add(_ card: CardLine, time: Timestamp, offset: Int, day: StudyDay) {
    let name = nextName()
    card.append(to: &lines, name: name, time: time, offset: offset, day: day, group: group)
    if lines.count >= Self.pieceBytes { send() }
  }

  /// Adds an answer of another program, the usual event of an import.
  mutating func add(_ review: ReviewLines.Review, _ card: ReviewLines) -> EventName {
    let name = nextName()
    card.append(review, name: name, to: &lines)
    if lines.count >= Self.pieceBytes { send() }
    return name
  }

  private mutating func nextName() -> EventName {
    defer { sequence += 1 }
    isEmpty = false
    return EventName(writer: writer, sequence: sequence)
  }

  /// Hands the rest over.
  mutating func finish() {
    if !lines.isEmpty { send() }
  }

  private mutating func send() {
    pieces.send(lines)
    lines = []
    lines.reserveCapacity(Self.pieceBytes + 4096)
  }

  var target: UndoTarget { .group(writer, group) }
}
