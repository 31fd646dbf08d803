public import StudyDomain

/// A study day with its two ends: what "today" means to the queue.
public struct StudyMoment: Hashable, Sendable {
  public var day: StudyDay
  /// The rollover with which the day began.
  public var start: Timestamp
  /// The next rollover.
  public var end: Timestamp

  public init(day: StudyDay, start: Timestamp, end: Timestamp) {
    self.day = day
    self.start = start
    self.end = end
  }

  /// Seconds until the next rollover; never negative.
  public func secondsToRollover(at now: Timestamp) -> Int {
    max(0, Int(end.seconds - now.seconds))
  }
}
