import StudyDomain

/// Dates and times as programs write them, without a zone.
enum WallTime {
  /// `2025-11-02T10:15:30.123` as milliseconds since 1970 as if the clock showed UTC.
  static func milliseconds(_ text: String?) -> Int64? {
    guard let time = text.flatMap({ Timestamp(iso: $0, in: .utc) }) else { return nil }
    return (0..<7_258_118_400_000).contains(time.milliseconds) ? time.milliseconds : nil
  }

  /// `2025-11-02`, `02-11-2025` or `Sun Nov 02 2025`.
  static func day(_ text: String?) -> StudyDay? {
    guard let text else { return nil }
    let parts = text.utf8.split(separator: text.utf8.contains(32) ? 32 : UInt8(ascii: "-"))
      .map { Array($0) }
    if parts.count == 4 {
      let month = months.firstIndex { Array($0.utf8) == parts[1] }
      return month.flatMap { date(number(parts[3][...]), $0 + 1, number(parts[2][...])) }
    }
    guard parts.count == 3, let month = number(parts[1][...]) else { return nil }
    return parts[0].count == 4
      ? date(number(parts[0][...]), month, number(parts[2][...]))
      : date(number(parts[2][...]), month, number(parts[0][...]))
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Nil for a date that no calendar has.
  private static func date(_ year: Int?, _ month: Int, _ day: Int?) -> StudyDay? {
    guard let year, let day, (1970...2200).contains(year), (1...12).contains(month),
      (1...31).contains(day)
    else { return nil }
    let date = CivilDate(year: year, month: month, day: day)
    let number = date.daysSince1970
    return CivilDate(daysSince1970: number) == date ? StudyDay(number) : nil
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard (1...6).contains(bytes.count), bytes.allSatisfy({ $0 &- 48 < 10 }) else { return nil }
    return bytes.reduce(0) { $0 * 10 + Int($1) - 48 }
  }
}
