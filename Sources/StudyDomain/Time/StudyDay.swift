/// A study day: the days since 1970-01-01 of the calendar day on which it begins.
///
/// A study day begins at the rollover time (04:00 by default), so 01:00 on 15 November belongs to
/// the study day of 14 November.
public struct StudyDay: Hashable, Comparable, Sendable, BitwiseCopyable {
  /// Days since 1970-01-01; negative before.
  public var number: Int

  public init(_ number: Int) {
    self.number = number
  }

  public static func < (left: Self, right: Self) -> Bool {
    left.number < right.number
  }

  public static func + (day: Self, days: Int) -> Self {
    Self(day.number + days)
  }

  public static func - (left: Self, right: Self) -> Int {
    left.number - right.number
  }

  /// 0 Monday … 6 Sunday.
  public var weekday: Int {
    let index = (number + 3) % 7
    return index < 0 ? index + 7 : index
  }

  public var date: CivilDate {
    CivilDate(daysSince1970: number)
  }

  /// The day as ISO 8601 writes it: `2026-12-01`.
  public var isoDate: String {
    date.iso
  }
}
