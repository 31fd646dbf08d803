/// An instant, in whole milliseconds since 1970-01-01 00:00 UTC, as a clock said it.
public struct Timestamp: Hashable, Comparable, Sendable, BitwiseCopyable {
  public var milliseconds: Int64

  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// Seconds of a foreign file may be anything: more than 280,000 years from now is that far.
  public init(seconds: Int64) {
    self.milliseconds = min(max(seconds, -9_000_000_000_000), 9_000_000_000_000) * 1000
  }

  /// Whole seconds since 1970, rounded down, also before 1970.
  public var seconds: Int64 {
    milliseconds >= 0 ? milliseconds / 1000 : -((-milliseconds + 999) / 1000)
  }

  public static func < (left: Self, right: Self) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// The instant a number of seconds later (earlier when negative).
  public func adding(seconds: Int64) -> Timestamp {
    Timestamp(milliseconds: milliseconds + seconds * 1000)
  }
}
