/// A date and a time of day as a wall clock shows them, without a zone.
public struct CivilTime: Hashable, Sendable, BitwiseCopyable {
  public var date: CivilDate
  /// 0 to 23.
  public var hour: Int
  /// 0 to 59.
  public var minute: Int
  /// 0 to 59.
  public var second: Int

  public init(date: CivilDate, hour: Int = 0, minute: Int = 0, second: Int = 0) {
    self.date = date
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  /// The wall clock's reading, counted in seconds as if the clock showed UTC.
  public init(wallSeconds: Int64) {
    let days = wallSeconds.flooredQuotient(by: 86_400)
    let rest = Int(wallSeconds - days * 86_400)
    self.init(
      date: CivilDate(daysSince1970: Int(days)), hour: rest / 3600, minute: rest / 60 % 60,
      second: rest % 60)
  }

  /// Seconds from 1970-01-01 00:00 on the same wall clock; hours past 24 count on into later days.
  public var wallSeconds: Int64 {
    Int64(date.daysSince1970) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
  }
}

extension Int64 {
  /// The quotient rounded down, also for negative numbers.
  func flooredQuotient(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
