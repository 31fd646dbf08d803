public import Scheduling
public import StudyDomain

/// The time, and the calendar that makes study days of it.
public struct StudyClock: Sendable {
  public var now: @Sendable () -> Timestamp
  public var calendar: StudyCalendar
  /// The machine's own clock, to compare with the times of files; `now` may have been shifted.
  public var realNow: @Sendable () -> Timestamp

  public init(
    calendar: StudyCalendar, now: @escaping @Sendable () -> Timestamp,
    realNow: (@Sendable () -> Timestamp)? = nil
  ) {
    self.calendar = calendar
    self.now = now
    self.realNow = realNow ?? now
  }

  public var today: StudyDay {
    calendar.studyDay(at: now())
  }

  /// The study day of now, with its two ends.
  public var moment: StudyMoment {
    moment(of: today)
  }

  public func moment(of day: StudyDay) -> StudyMoment {
    StudyMoment(day: day, start: calendar.start(of: day), end: calendar.start(of: day + 1))
  }
}
