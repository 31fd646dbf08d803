import History
import StudyDomain

@testable import Managers

/// The numbers of the papers counted again in the plainest way: each from the list of all events,
/// with nothing kept between.
@MainActor struct PlainRecount {
  struct Event {
    var entry: CardEntry
    var review: ReviewEntry
    /// The interval before, in whole days.
    var before: Int
    var isFirst: Bool
  }

  let events: [Event]
  let states: [CardState]
  let today: StudyDay

  init(_ desk: Desk, cards: [Int], withOrphans: Bool = false) {
    desk.index.refresh()
    let history = desk.history.history
    var ids = cards.compactMap { desk.index.id(ofCard: $0) }
    if withOrphans { ids += history.orphans().map(\.card) }
    events = ids.flatMap { id -> [Event] in
      var found: [Event] = []
      var last: Interval?
      for entry in history.entries(of: id) {
        if entry.kind == .forget { last = nil }
        guard let review = entry.review else { continue }
        var before = 0
        switch last {
        case .days(let days): before = days
        case .seconds(let seconds): before = seconds / 86_400
        case nil: break
        }
        found.append(
          Event(entry: entry, review: review, before: before, isFirst: found.isEmpty))
        if review.mode != .cram { last = review.interval }
      }
      return found
    }
    states = cards.map { desk.index.state(ofCard: $0) }
    today = desk.collection.clock.today
  }

  /// Answers that are no practice and not of the future.
  var counted: [Event] { events.filter { $0.review.mode != .cram && $0.entry.day <= today } }

  func within(_ days: Int) -> [Event] {
    counted.filter { today.number - $0.entry.day.number < days }
  }

  /// Phases of the answers of a day, as "learning relearning young mature ahead practice".
  func kinds(on day: StudyDay) -> [Int] {
    let of = events.filter { $0.entry.day == day }
    let normal = of.filter { $0.review.mode == .normal }
    return [
      normal.filter { [.new, .learning].contains($0.entry.phaseBefore) }.count,
      normal.filter { $0.entry.phaseBefore == .relearning }.count,
      normal.filter { $0.entry.phaseBefore == .review && $0.before < 21 }.count,
      normal.filter { $0.entry.phaseBefore == .review && $0.before >= 21 }.count,
      of.filter { $0.review.mode == .ahead }.count,
      of.filter { $0.review.mode == .cram }.count,
    ]
  }

  func milliseconds(on day: StudyDay) -> Int {
    counted.filter { $0.entry.day == day }
      .map { Int(min(60_000, $0.review.takenMilliseconds)) }.reduce(0, +)
  }

  /// "young passed, young failed, mature passed, mature failed" of the days `ages` before today.
  func retention(_ ages: Range<Int>) -> [Int] {
    let asked = counted.filter {
      ages.contains(today - $0.entry.day)
        && ($0.entry.phaseBefore == .review || $0.before >= 1)
    }
    let young = asked.filter { $0.before < 21 }
    let mature = asked.filter { $0.before >= 21 }
    return [
      young.filter { $0.review.grade != .again }.count,
      young.filter { $0.review.grade == .again }.count,
      mature.filter { $0.review.grade != .again }.count,
      mature.filter { $0.review.grade == .again }.count,
    ]
  }

  func hour(_ hour: Int, days: Int) -> [Int] {
    let of = within(days).filter { event in
      let minutes = event.entry.time.milliseconds / 60_000 + Int64(event.entry.offsetMinutes)
      return minutes / 60 % 24 == Int64(hour)
    }
    return [of.count, of.filter { $0.review.grade != .again }.count]
  }

  func buttons(days: Int, _ holds: (Event) -> Bool) -> [Int] {
    let of = within(days).filter(holds)
    return Grade.allCases.map { grade in of.filter { $0.review.grade == grade }.count }
  }

  func introduced(on day: StudyDay) -> Int {
    events.filter { $0.isFirst && $0.entry.day == day }.count
  }

  func due(in days: Int, calendar: StudyCalendar) -> Int {
    states.filter { state in
      guard state.phase != .new, !state.isSuspended else { return false }
      var day: Int
      switch state.due {
      case .day(let due): day = due - today
      case .time(let time): day = calendar.studyDay(at: time) - today
      case nil: return false
      }
      if state.buriedDay == today { day = max(1, day) }
      return day == days
    }.count
  }
}
