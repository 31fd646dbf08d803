public import Scheduling
public import StudyDomain
import Synchronization

/// The time, and the calendar that makes study days of it.
///
/// All copies of a clock follow one calendar: another rollover or zone holds for all at once.
public struct StudyClock: Sendable {
  public var now: @Sendable () -> Timestamp
  public var calendar: StudyCalendar { shared.calendar.withLock { $0 } }
  /// The machine's own clock, to compare with the times of files; `now` may have been shifted.
  public var realNow: @Sendable () -> Timestamp

  public init(
    calendar: StudyCalendar, now: @escaping @Sendable () -> Timestamp,
    realNow: (@Sendable () -> Timestamp)? = nil
  ) {
    shared = Shared(calendar)
    self.now = now
    self.realNow = realNow ?? now
  }

  private let shared: Shared

  private final class Shared: Sendable {
    let calendar: Mutex<StudyCalendar>

    init(_ calendar: StudyCalendar) {
      self.calendar = Mutex(calendar)
    }
  }

  /// Counts days by another calendar from now on; true when it is another.
  @discardableResult
  public func follow(_ calendar: StudyCalendar) -> Bool {
    shared.calendar.withLock { shared in
      defer { shared = calendar }
      return shared != calendar
    }
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
