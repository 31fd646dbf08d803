/// Which study day an instant belongs to, in a zone and with a rollover time.
///
/// A study day begins at the rollover time on its own date and ends where the next begins. That
/// makes days monotonic: a clock that is set back an hour in the night can't reopen a day. A
/// rollover that the clock skips happens at the first valid instant after the gap; one that comes
/// twice counts the first time.
public struct StudyCalendar: Hashable, Sendable {
  public let zone: ZoneRules
  /// Minutes after midnight at which a study day begins, 0 to 1439; 240 is 04:00.
  public let rolloverMinutes: Int

  public init(zone: ZoneRules, rolloverMinutes: Int = 240) {
    precondition((0..<1440).contains(rolloverMinutes), "a rollover time lies within a day")
    self.zone = zone
    self.rolloverMinutes = rolloverMinutes
  }

  /// The study day that is going on at an instant.
  public func studyDay(at instant: Timestamp) -> StudyDay {
    let seconds = instant.seconds
    let wall = seconds + Int64(zone.offset(at: seconds)) - Int64(rolloverMinutes) * 60
    var day = Int(wall.flooredQuotient(by: 86_400))
    while startSeconds(of: day) > seconds { day -= 1 }
    while startSeconds(of: day + 1) <= seconds { day += 1 }
    return StudyDay(day)
  }

  /// The first instant of a study day.
  public func start(of day: StudyDay) -> Timestamp {
    Timestamp(seconds: startSeconds(of: day.number))
  }

  /// The instant after the given one at which the next study day begins.
  public func nextRollover(after instant: Timestamp) -> Timestamp {
    start(of: studyDay(at: instant) + 1)
  }

  /// Whole minutes east of UTC at an instant, rounded down: what an event of the history records.
  public func offsetMinutes(at instant: Timestamp) -> Int {
    Int(Int64(zone.offsetSeconds(at: instant)).flooredQuotient(by: 60))
  }

  /// What a wall clock shows at an instant.
  public func civilTime(at instant: Timestamp) -> CivilTime {
    zone.civilTime(at: instant)
  }

  private func startSeconds(of day: Int) -> Int64 {
    zone.instant(ofWall: Int64(day) * 86_400 + Int64(rolloverMinutes) * 60)
  }
}
