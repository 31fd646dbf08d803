public import StudyDomain

/// An instant on two clocks: the one people read, and one that never jumps.
public struct Moment: Hashable, Sendable {
  /// For dates and for when a card is due.
  public var wall: Timestamp
  /// Milliseconds of a monotonic clock: for how long something took.
  public var uptimeMilliseconds: Int64

  public init(wall: Timestamp, uptimeMilliseconds: Int64) {
    self.wall = wall
    self.uptimeMilliseconds = uptimeMilliseconds
  }

  /// The moment some milliseconds later, on both clocks.
  public func adding(milliseconds: Int64) -> Moment {
    Moment(
      wall: Timestamp(milliseconds: wall.milliseconds + milliseconds),
      uptimeMilliseconds: uptimeMilliseconds + milliseconds)
  }
}
