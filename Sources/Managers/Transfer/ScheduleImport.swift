import AnkiExchange
import History
import Scheduling
import StudyDomain

/// Writes what a package says of one card's past and state as events.
@MainActor struct ScheduleImport {
  let contents: PackageContents
  let index: StudyIndex
  let now: Timestamp
  private let today: StudyDay
  /// Minutes east of UTC, now.
  private let offset: Int
  /// Reviews written, and those that were here.
  private(set) var reviews = 0
  private(set) var knownReviews = 0

  init(contents: PackageContents, index: StudyIndex) {
    self.contents = contents
    self.index = index
    now = index.clock.now()
    today = index.clock.calendar.studyDay(at: now)
    offset = index.clock.calendar.offsetMinutes(at: now)
  }

  /// A card of the package and the living text that it is here.
  struct Card {
    var card: AnkiCard
    /// Of the library.
    var number: Int
    var options: DeckOptions
    /// The state of the package counts: the card came with this import.
    var isNew: Bool
    var isMarked: Bool
    var isLeech: Bool
    /// What was read back of its note; nil reads its file.
    var words: NoteWords?
  }

  /// What answers of a deck's cards are replayed with.
  private var models: [Int: (model: FSRS6, retention: Int)] = [:]

  private mutating func rules(of entry: Card) -> (model: FSRS6, retention: Int) {
    let deck = index.library.snapshot.deck(ofCard: entry.number)
    if let known = models[deck] { return known }
    let rules = (
      model: AnswerRules(entry.options).model,
      retention: Int((entry.options.desiredRetention * 1000).rounded())
    )
    models[deck] = rules
    return rules
  }

  /// How many reviews of a card are not in the history yet.
  func missingReviews(ofCard card: Int64, number: Int?) -> (missing: Int, known: Int) {
    let known = number.map { knownTimes($0) } ?? []
    if known.isEmpty {
      return (contents.reviews(ofCard: card).count { 1...4 ~= $0.button }, 0)
    }
    var counts = (missing: 0, known: 0)
    for review in contents.reviews(ofCard: card) where Grade(rawValue: review.button) != nil {
      if known.contains(review.id) { counts.known += 1 } else { counts.missing += 1 }
    }
    return counts
  }

  private func knownTimes(_ number: Int) -> Set<Int64> {
    let history = index.history.history
    guard let id = index.id(ofCard: number), history.hasEvents(id) else { return [] }
    return history.reviewTimes(of: id)
  }

  mutating func write(_ entry: Card, into writer: inout EventWriter) {
    let history = index.history.history
    let id = index.id(ofCard: entry.number)
    let state = index.state(ofCard: entry.number)
    let key = history.keyToWrite(index.library.snapshot.cards[entry.number].key)
    let known = knownTimes(entry.number)
    let rules = rules(of: entry)
    var pen = CardPen(
      key: key, after: id.flatMap { history.lastEvent(of: $0, on: .schedule) },
      schedule: CardSchedule(model: rules.model),
      lines: ReviewLines(
        key: key, group: writer.group, retention: rules.retention,
        sourcePrefix: "anki/\(entry.card.id)/"))
    pen.schedule.events = Int(state.scheduleEvents)
    let hadEvents = state.scheduleEvents > 0
    var isIntroduced = false
    func introduce(_ writer: inout EventWriter) {
      guard !isIntroduced else { return }
      isIntroduced = true
      let drafts = CardEvents(index: index).introduction(entry.number, key) {
        entry.words?.details(ofCard: entry.number, in: index.library)
      }
      for draft in drafts { writer.add(draft.body, time: now, offset: offset, day: today) }
    }
    for review in contents.reviews(ofCard: entry.card.id) {
      let time = Timestamp(milliseconds: review.id)
      guard review.id > 0, review.id < 1_000_000_000_000_000 else { continue }
      if Grade(rawValue: review.button) != nil {
        if known.contains(review.id) {
          knownReviews += 1
          continue
        }
        reviews += 1
      } else if !entry.isNew || hadEvents {
        // Changes by hand count with the first import only: here the card has its own life since.
        continue
      }
      introduce(&writer)
      pen.write(
        review, time: time, day: contents.day(of: time), offset: contents.offset(at: time),
        into: &writer)
    }
    guard entry.isNew else { return }
    if !hadEvents, let correction = correction(entry, pen.schedule) {
      introduce(&writer)
      pen.correct(correction, offset: contents.offset(at: correction.time), into: &writer)
    }
    for body in flags(entry, state, key) {
      introduce(&writer)
      writer.add(
        body, time: now, offset: offset, day: today,
        after: CardEvents(index: index).last(entry.number, body))
    }
  }

  // MARK: The state of the package

  /// What brings a card from where its log leads to where it is in Anki; nil when it is there.
  private func correction(_ entry: Card, _ schedule: CardSchedule) -> CardPen.Correction? {
    let card = entry.card
    let last = schedule.lastTime ?? card.lastReview.map { Timestamp(seconds: $0) }
    switch card.kind {
    case .new:
      guard schedule.phase != .new else { return nil }
      let time = last ?? now
      return CardPen.Correction(body: .forget, time: time, day: contents.day(of: time))
    case .learning: return nil
    case .relearning where schedule.phase == .relearning: return nil
    case .review, .relearning: break
    }
    let due: StudyDay
    switch card.homeDueForm {
    case .day(let number): due = contents.day(numbered: number)
    case .time(let seconds): due = contents.day(of: Timestamp(seconds: seconds))
    case .position, .filteredRank: return nil
    }
    let interval = max(1, Int(card.intervalDays))
    let memory = memory(of: card, schedule)
    let isThere =
      schedule.phase == .review && schedule.due == .day(due) && schedule.interval == interval
      && schedule.reps == Int(card.repetitions) && schedule.lapses == Int(card.lapses)
      && memory == nil
    if isThere { return nil }
    let time = last ?? index.clock.calendar.start(of: StudyDay(due.number - interval))
    let day = last.map { contents.day(of: $0) } ?? StudyDay(due.number - interval)
    let past = KnownPast(
      memory: memory, reps: max(0, Int(card.repetitions)), lapses: max(0, Int(card.lapses)))
    return CardPen.Correction(
      body: .due(due, interval: interval, past: past), time: time, day: day)
  }

  /// The memory that the log does not lead to; nil when it does.
  private func memory(of card: AnkiCard, _ schedule: CardSchedule) -> MemoryState? {
    if contents.usesFSRS, let told = card.memory {
      let memory = MemoryState(
        stability: min(max(told.stability, 0.001), 36_500),
        difficulty: min(max(told.difficulty, 1), 10))
      guard let own = schedule.memory else { return memory }
      let isNear =
        abs(own.stability - memory.stability) <= memory.stability * 0.01
        && abs(own.difficulty - memory.difficulty) <= 0.05
      return isNear ? nil : memory
    }
    guard !schedule.isComplete else { return nil }
    let ease = card.easePermille == 0 ? 2.5 : Double(card.easePermille) / 1000
    return schedule.model.converted(ease: ease, intervalDays: Double(max(1, card.intervalDays)))
  }

  private func flags(_ entry: Card, _ state: CardState, _ key: CardKey) -> [EventBody] {
    var bodies: [EventBody] = []
    let card = entry.card
    if card.queue == .suspended, !state.isSuspended { bodies.append(.suspend(key)) }
    let isBuried = card.queue == .buriedByHand || card.queue == .buriedByScheduler
    if isBuried, contents.day(of: Timestamp(seconds: card.modified)) == today,
      !state.isBuried(on: today)
    {
      bodies.append(.bury(key))
    }
    if card.flag != 0, card.flag != Int(state.flag) { bodies.append(.flag(key, card.flag)) }
    if entry.isMarked, !state.isMarked { bodies.append(.mark(key, true)) }
    if entry.isLeech, !state.isLeech { bodies.append(.leech(key, true)) }
    return bodies
  }
}
