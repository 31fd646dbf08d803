/// The rule of a POSIX `TZ` string: a standard offset and, perhaps, daylight saving every year.
///
/// `CET-1CEST,M3.5.0,M10.5.0/3`; with the extensions of RFC 9636 (hours from -167 to 167).
struct YearlyZoneRule: Hashable, Sendable {
  /// A day of the year, and the wall time in seconds on it at which the clock changes.
  struct Change: Hashable, Sendable {
    enum Day: Hashable, Sendable {
      /// `Jn`: 1 to 365, 29 February is never counted.
      case withoutLeapDay(Int)
      /// `n`: 0 to 365, 29 February is counted.
      case dayOfYear(Int)
      /// `Mm.w.d`: weekday 0 Sunday to 6 of week 1 to 5 (5 is the last) of a month.
      case weekday(month: Int, week: Int, weekday: Int)
    }

    var day: Day
    var seconds: Int64 = 7200

    /// Wall seconds (as if UTC) of the change in a year.
    func wallSeconds(in year: Int) -> Int64 {
      let newYear = CivilDate(year: year, month: 1, day: 1).daysSince1970
      let number: Int
      switch day {
      case .dayOfYear(let index):
        number = newYear + index
      case .withoutLeapDay(let index):
        let march = CivilDate(year: year, month: 3, day: 1).daysSince1970
        number = newYear + index - 1 + (index >= 60 && march - newYear == 60 ? 1 : 0)
      case .weekday(let month, let week, let weekday):
        let first = CivilDate(year: year, month: month, day: 1).daysSince1970
        let next =
          month == 12
          ? CivilDate(year: year + 1, month: 1, day: 1).daysSince1970
          : CivilDate(year: year, month: month + 1, day: 1).daysSince1970
        // 1970-01-01 was a Thursday, 4.
        let weekdayOfFirst = ((first + 4) % 7 + 7) % 7
        var day = first + (weekday - weekdayOfFirst + 7) % 7 + (week - 1) * 7
        while day >= next { day -= 7 }
        number = day
      }
      return Int64(number) * 86_400 + seconds
    }
  }

  var standardOffset: Int32
  var daylightOffset: Int32 = 0
  /// When daylight saving begins and ends; nil without daylight saving.
  var changes: (begin: Change, end: Change)? {
    get { begin.flatMap { begin in end.map { (begin, $0) } } }
    set {
      begin = newValue?.begin
      end = newValue?.end
    }
  }
  private var begin: Change?
  private var end: Change?

  init(standardOffset: Int32) {
    self.standardOffset = standardOffset
  }

  func offset(at seconds: Int64) -> Int32 {
    guard let changes else { return standardOffset }
    var found = standardOffset
    for change in transitions(around: seconds, changes) where change.at <= seconds {
      found = change.offset
    }
    return found
  }

  func nextTransition(after seconds: Int64) -> (at: Int64, offset: Int32)? {
    guard let changes else { return nil }
    return transitions(around: seconds, changes).first { $0.at > seconds }
  }

  /// The six changes of a year and its neighbours, in order.
  private func transitions(
    around seconds: Int64, _ changes: (begin: Change, end: Change)
  ) -> [(at: Int64, offset: Int32)] {
    let year = CivilTime(wallSeconds: seconds + Int64(standardOffset)).date.year
    var all: [(at: Int64, offset: Int32)] = []
    all.reserveCapacity(6)
    for year in (year - 1)...(year + 1) {
      all.append((changes.end.wallSeconds(in: year) - Int64(daylightOffset), standardOffset))
      all.append((changes.begin.wallSeconds(in: year) - Int64(standardOffset), daylightOffset))
    }
    all.sort { $0.at < $1.at }
    // Daylight saving that ends when the next begins lasts all year: nothing changes there.
    for index in all.indices.dropFirst() where all[index].at == all[index - 1].at {
      all[index].offset = daylightOffset
      all[index - 1].offset = daylightOffset
    }
    return all
  }
}
