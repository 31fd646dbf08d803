import FileStorage
public import StudyDomain

/// The program's own log: what it did and how long it took, never the text of a card.
public final class LogManager: Sendable {
  private let log: RotatingLog
  private let path: String
  private let clock: StudyClock

  public init(stateFolder: String, clock: StudyClock) {
    path = "\(stateFolder)/log"
    log = RotatingLog(path: path)
    self.clock = clock
  }

  public func started(cards: Int, milliseconds: Int) {
    write("start", ["cards": "\(cards)", "ms": "\(milliseconds)"])
  }

  public func graded(_ key: CardKey, _ grade: Grade, appendMicroseconds: Int) {
    write(
      "grade",
      ["card": key.text, "grade": grade.word, "append_us": "\(appendMicroseconds)"])
  }

  public func failed(_ what: String, reason: String) {
    write("error", ["what": what, "reason": reason])
  }

  /// Bad lines of a history file were copied to the folder of recovered lines.
  public func copied(badLines: Int, file: String) {
    write("recovered", ["file": file, "lines": "\(badLines)"])
  }

  private func write(_ event: String, _ values: KeyValuePairs<String, String>) {
    log.write(time: clock.now().iso(in: clock.calendar.zone), event: event, values)
  }

  /// The lines that are kept, oldest first.
  public func lines() -> [String] {
    ["\(path).2", "\(path).1", path].flatMap { path -> [String] in
      // Older logs need not exist.
      guard let bytes = try? FileSystem.live.contents(of: path) else { return [] }
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
  }
}
