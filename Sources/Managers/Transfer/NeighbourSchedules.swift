import History
import Neighbours
import Scheduling
import StudyDomain

/// Writes what other programs know of cards as events.
@MainActor struct NeighbourSchedules {
  let index: StudyIndex
  let now: Timestamp
  /// Reviews written, and those that were here.
  private(set) var reviews = 0
  private(set) var knownReviews = 0
  /// Cards whose due day was told without the reviews that led to it.
  private(set) var dues = 0

  init(index: StudyIndex) {
    self.index = index
    now = index.clock.now()
  }

  private var calendar: StudyCalendar { index.clock.calendar }

  /// How many reviews of a card are not in the history yet.
  func missingReviews(_ past: NeighbourPast, card: Int?) -> (missing: Int, known: Int) {
    let times = card.map { knownTimes($0) } ?? []
    let known = past.reviews.count { times.contains(place($0.moment).time.milliseconds) }
    return (past.reviews.count - known, known)
  }

  private func knownTimes(_ card: Int) -> Set<Int64> {
    index.id(ofCard: card).map { index.history.history.reviewTimes(of: $0) } ?? []
  }

  /// Writes the past of a living card; what is there already is not written again, and a card that
  /// has a life of its own here keeps its due day.
  mutating func write(
    _ past: NeighbourPast, card: Int, options: DeckOptions, into writer: inout EventWriter
  ) {
    let history = index.history.history
    let state = index.state(ofCard: card)
    let key = history.keyToWrite(index.library.snapshot.cards[card].key)
    let known = knownTimes(card)
    let retention = Int((options.desiredRetention * 1000).rounded())
    var schedule = CardSchedule(model: AnswerRules(options).model)
    schedule.events = Int(state.scheduleEvents)
    var after = index.id(ofCard: card).flatMap { history.lastEvent(of: $0, on: .schedule) }
    let hadEvents = state.scheduleEvents > 0
    var isIntroduced = false
    func introduce(_ writer: inout EventWriter) {
      guard !isIntroduced else { return }
      isIntroduced = true
      for draft in CardEvents(index: index).introduction(card, key) {
        writer.add(
          draft.body, time: now, offset: calendar.offsetMinutes(at: now),
          day: calendar.studyDay(at: now))
      }
    }
    for review in past.reviews {
      let (time, day) = place(review.moment)
      if known.contains(time.milliseconds) {
        knownReviews += 1
        continue
      }
      reviews += 1
      introduce(&writer)
      let given = Interval.days(review.intervalDays)
      let details = ReviewDetails(
        grade: review.grade, takenMilliseconds: 0, interval: given, phaseBefore: schedule.phase,
        retention: retention, seen: schedule.events, source: review.source)
      after = writer.add(
        .review(key, details), time: time, offset: calendar.offsetMinutes(at: time), day: day,
        after: after)
      schedule.review(review.grade, given, at: time, day: day)
    }
    guard !hadEvents, let told = past.schedule,
      let event = due(told, key, schedule, reviews: past.reviews.count)
    else { return }
    introduce(&writer)
    dues += 1
    writer.add(
      event.body, time: event.time, offset: calendar.offsetMinutes(at: event.time),
      day: event.day, after: after)
  }

  /// What brings a card to its schedule; nil when its reviews lead there.
  private func due(
    _ told: NeighbourPast.Schedule, _ key: CardKey, _ schedule: CardSchedule, reviews: Int
  ) -> (body: EventBody, time: Timestamp, day: StudyDay)? {
    let day = place(told.due).day
    let isWhole = reviews > 0 && told.reps.map { $0 <= reviews } ?? true
    if isWhole, schedule.due == .day(day), schedule.interval == told.intervalDays { return nil }
    var past = KnownPast(reps: told.reps, lapses: told.lapses)
    if !isWhole {
      past.memory =
        told.memory
        ?? schedule.model.converted(
          ease: told.ease ?? 2.5, intervalDays: Double(told.intervalDays))
    }
    let asked = StudyDay(day.number - told.intervalDays)
    var (time, eventDay) = told.last.map(place) ?? (calendar.start(of: asked), asked)
    // A day that was moved far ahead: nothing that happened lies in the future.
    if time > now { (time, eventDay) = (now, calendar.studyDay(at: now)) }
    return (.due(key, day: day, intervalDays: told.intervalDays, past: past), time, eventDay)
  }

  /// When something happened, and the day that the other program counted it to.
  private func place(_ moment: NeighbourPast.Moment) -> (time: Timestamp, day: StudyDay) {
    switch moment {
    case .instant(let time): return (time, calendar.studyDay(at: time))
    case .day(let day): return (calendar.start(of: day), day)
    case .wall(let milliseconds):
      let seconds = milliseconds / 1000
      var time = calendar.zone.instant(of: CivilTime(wallSeconds: seconds))
      time.milliseconds += milliseconds % 1000
      return (time, StudyDay(Int(seconds / 86_400)))
    }
  }
}
