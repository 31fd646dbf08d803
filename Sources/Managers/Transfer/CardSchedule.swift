import AnkiExchange
import History
import Scheduling
import StudyDomain

/// What the replay will make of a card's imported log, event by event.
///
/// Follows the rules of the history, so that a correction is written only where the log does not
/// lead to the state that Anki has.
struct CardSchedule {
  let model: FSRS6
  var phase = CardPhase.new
  var due: CardState.Due?
  var interval = 0
  var lastDay: StudyDay?
  var lastTime: Timestamp?
  var memory: MemoryState?
  var reps = 0
  var lapses = 0
  var events = 0
  /// False until a learning answer begins the card's present life: then the log was cut.
  var isComplete = false

  init(model: FSRS6) {
    self.model = model
  }

  mutating func review(_ grade: Grade, _ given: Interval, at time: Timestamp, day: StudyDay) {
    let elapsed = lastDay.map { max(0, day - $0) } ?? 0
    memory = model.after(memory, grade, elapsedDays: elapsed)
    if grade == .again, phase == .review { lapses += 1 }
    switch given {
    case .days(let days):
      phase = .review
      due = .day(day + days)
      interval = days
    case .seconds(let seconds):
      phase = phase == .review || phase == .relearning ? .relearning : .learning
      due = .time(Timestamp(milliseconds: time.milliseconds + Int64(seconds) * 1000))
      interval = 0
    }
    lastDay = day
    lastTime = time
    reps += 1
    events += 1
  }

  mutating func forget() {
    let (model, events) = (model, events)
    self = CardSchedule(model: model)
    self.events = events + 1
  }

  mutating func setDue(
    _ day: StudyDay, interval days: Int, on eventDay: StudyDay, _ past: KnownPast = KnownPast()
  ) {
    memory =
      past.memory ?? memory ?? MemoryState(stability: Double(max(1, days)), difficulty: 5)
    phase = .review
    due = .day(day)
    interval = max(1, days)
    lastDay = lastDay ?? eventDay
    events += 1
  }
}
