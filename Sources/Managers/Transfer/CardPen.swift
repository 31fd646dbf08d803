import AnkiExchange
import History
import StudyDomain

/// Writes the events of one card in their order, each knowing the one before.
struct CardPen {
  let key: CardKey
  var after: EventName?
  var schedule: CardSchedule

  struct Correction {
    enum Body {
      case forget
      case due(StudyDay, interval: Int, past: KnownPast)
    }

    var body: Body
    var time: Timestamp
    var day: StudyDay
  }

  /// Writes an entry of the log: an answer, a reset, or a day set by hand; `lines` has begun the card.
  mutating func write(
    _ review: AnkiReview, time: Timestamp, day: StudyDay, offset: Int, _ lines: ReviewLines,
    into writer: inout EventWriter
  ) {
    if let grade = Grade(rawValue: review.button) {
      let isCram = review.kind == .filtered && review.factor == 0
      if review.kind == .learning, schedule.phase == .review || schedule.phase == .relearning {
        // Learnt anew without a word of a reset: Anki's memory begins here too.
        after = writer.add(.forget(key), time: time, offset: offset, day: day, after: after)
        schedule.forget()
      }
      let given: Interval =
        review.interval > 0 ? .days(Int(review.interval)) : .seconds(-Int(review.interval))
      let name = writer.add(
        ReviewLines.Review(
          time: time, offset: offset, day: day, after: isCram ? nil : after, grade: grade,
          takenMilliseconds: Int(max(0, review.milliseconds)), interval: given,
          phaseBefore: schedule.phase,
          mode: isCram ? .cram : review.kind == .filtered ? .ahead : .normal,
          seen: schedule.events),
        lines)
      guard !isCram else { return }
      if schedule.phase == .new, review.kind == .learning { schedule.isComplete = true }
      schedule.review(grade, given, at: time, day: day)
      after = name
      return
    }
    if review.kind == .manual, review.factor == 0 {
      guard schedule.phase != .new else { return }
      after = writer.add(.forget(key), time: time, offset: offset, day: day, after: after)
      schedule.forget()
    } else if review.interval > 0, schedule.phase != .new {
      // A change of parameters counts from the last answer, a day set by hand from its own day.
      let start = review.kind == .rescheduled ? schedule.lastDay ?? day : day
      let due = start + Int(review.interval)
      after = writer.add(
        .due(key, day: due, intervalDays: Int(review.interval)), time: time, offset: offset,
        day: day, after: after)
      schedule.setDue(due, interval: Int(review.interval), on: day)
    }
  }

  mutating func correct(
    _ correction: Correction, offset: Int, into writer: inout EventWriter
  ) {
    let body: EventBody =
      switch correction.body {
      case .forget: .forget(key)
      case .due(let day, let interval, let past):
        .due(key, day: day, intervalDays: interval, past: past)
      }
    after = writer.add(
      body, time: correction.time, offset: offset, day: correction.day, after: after)
    switch correction.body {
    case .forget: schedule.forget()
    case .due(let day, let interval, let past):
      schedule.setDue(day, interval: interval, on: correction.day, past)
    }
  }
}
