import Dispatch
import FileStorage
import History

/// Takes the lines of a large action to the journal and reads them, on a thread of its own: while
/// one piece is written the next is made.
///
/// Not checked, because what it has is the queue's until `finish`, and the caller's from then on.
final class EventPieces: @unchecked Sendable {
  // What follows is used on the queue alone, and by the caller once the queue is empty.
  private let pen: AppendLog.Pen
  private let intake: HistoryIntake
  private var failure: FileStorageError?
  private var bytes = 0

  private let queue = DispatchQueue(label: "deckle.pieces", qos: .userInitiated)
  /// Pieces that may wait.
  private let room = DispatchSemaphore(value: 2)

  init(pen: AppendLog.Pen, intake: HistoryIntake) {
    self.pen = pen
    self.intake = intake
  }

  /// Hands over whole lines; waits while too many do.
  func send(_ lines: [UInt8]) {
    room.wait()
    queue.async { [self] in
      write(lines)
      room.signal()
    }
  }

  private func write(_ lines: [UInt8]) {
    guard failure == nil else { return }
    do {
      try pen.write(lines)
    } catch {
      failure = error
      return
    }
    lines.withUnsafeBytes { intake.read($0) }
    bytes += lines.count
  }

  /// Waits for all pieces; gives their bytes, or throws when any of them could not be written.
  func finish() throws(FileStorageError) -> Int {
    queue.sync {}
    if let failure { throw failure }
    return bytes
  }
}
