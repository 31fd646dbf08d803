import AnkiExchange
import History
import Scheduling
import StudyDomain

/// Writes what a package says of one card's past and state as events.
@MainActor struct ScheduleImport {
  /// Its answers are let go once all of a part are written.
  private(set) var contents: PackageContents
  let index: StudyIndex
  let now: Timestamp
  private let today: StudyDay
  /// Minutes east of UTC, now.
  private let offset: Int
  /// Reviews written, and those that were here.
  private(set) var reviews = 0
  private(set) var knownReviews = 0

  private var lines: ReviewLines
  /// By part of the log: cards that somebody may still ask for.
  private var waiting: [Int]

  /// `group` is that of the events.
  init(contents: PackageContents, index: StudyIndex, group: Int64) {
    self.contents = contents
    waiting = []
    for place in contents.cards.indices {
      let part = ReviewLog.part(ofCardAt: place)
      if part == waiting.count { waiting.append(0) }
      waiting[part] += 1
    }
    lines = ReviewLines(group: group)
    self.index = index
    now = index.clock.now()
    today = index.clock.calendar.studyDay(at: now)
    offset = index.clock.calendar.offsetMinutes(at: now)
  }

  /// A card of the package and the living text that it is here.
  struct Card {
    /// Among those of the package.
    var place: Int
    /// Of the plan.
    var note: Int
    /// Of the library.
    var number: Int
    /// Of the history.
    var id: CardID?
    /// The place of its deck's options.
    var options: Int
    /// The state of the package counts: the card came with this import.
    var isNew: Bool
    var isMarked: Bool
    var isLeech: Bool
  }

  /// What answers of a deck's cards are replayed with.
  struct Rules {
    var model: FSRS6
    /// In thousandths.
    var retention: Int

    init(_ options: DeckOptions) {
      model = AnswerRules(options).model
      retention = Int((options.desiredRetention * 1000).rounded())
    }
  }

  /// The times of a card's answers that the history has.
  static func knownTimes(_ id: CardID?, _ history: History) -> Set<Int64> {
    guard let id, history.hasEvents(id) else { return [] }
    return history.reviewTimes(of: id)
  }

  /// Takes note that nobody asks for the answers of a card any more.
  mutating func finish(cardAt place: Int) {
    let part = ReviewLog.part(ofCardAt: place)
    waiting[part] -= 1
    if waiting[part] == 0 { contents.drop(partOfLog: part) }
  }

  /// Writes what is new of a card; `words` tells what was read back of its note.
  ///
  /// Gives the newest event of its schedule, and what the card's memory will be; nil of a card with a
  /// past here, of which only the history knows it.
  @discardableResult
  mutating func write(
    _ entry: Card, _ rules: Rules, into writer: inout EventWriter, words: () -> NoteWords?
  ) -> AnkiOriginals.Outcome? {
    let history = index.history.history
    let past = entry.id.flatMap { history.hasEvents($0) ? $0 : nil }
    let state = past.map { history.state(of: $0) } ?? CardState()
    let text = index.library.snapshot.cards[entry.number].key
    let key = history.keyToWrite(text, of: entry.id)
    let known = past.map { history.reviewTimes(of: $0) } ?? []
    lines.begin(
      key, retention: rules.retention, program: "anki", card: contents.cards[entry.place].id)
    var pen = CardPen(
      key: key, after: past.flatMap { history.lastEvent(of: $0, on: .schedule) },
      schedule: CardSchedule(model: rules.model))
    pen.schedule.events = Int(state.scheduleEvents)
    let hadEvents = state.scheduleEvents > 0
    var isIntroduced = false
    func introduce(_ writer: inout EventWriter) {
      guard !isIntroduced else { return }
      isIntroduced = true
      introduction(entry, key, words, into: &writer)
    }
    for review in contents.reviews(ofCardAt: entry.place) {
      let time = Timestamp(milliseconds: review.id)
      guard review.id > 0, review.id < 1_000_000_000_000_000 else { continue }
      if Grade(rawValue: review.button) != nil {
        if !known.isEmpty, known.contains(review.id) {
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
        review, time: time, day: contents.day(of: time), offset: contents.offset(at: time), lines,
        into: &writer)
    }
    guard entry.isNew else { return nil }
    let card = contents.cards[entry.place]
    if !hadEvents, let correction = correction(card, pen.schedule) {
      introduce(&writer)
      pen.correct(correction, offset: contents.offset(at: correction.time), into: &writer)
    }
    for body in flags(entry, card, state, key) {
      introduce(&writer)
      writer.add(
        body, time: now, offset: offset, day: today,
        after: CardEvents(index: index).last(entry.number, body))
    }
    guard past == nil else { return nil }
    return AnkiOriginals.Outcome(
      isLost: false, lastEvent: pen.after, memory: pen.schedule.memory)
  }

  /// The `card` event of a card that the history does not know yet.
  private func introduction(
    _ entry: Card, _ key: CardKey, _ words: () -> NoteWords?, into writer: inout EventWriter
  ) {
    let events = CardEvents(index: index)
    guard !events.isIntroduced(entry.id) else { return }
    if let line = words()?.line(ofCard: entry.number, key, in: index.library) {
      writer.add(line, time: now, offset: offset, day: today)
    } else {
      let details = events.details(ofCard: entry.number)
      writer.add(.card(key, details), time: now, offset: offset, day: today)
    }
  }

  // MARK: The state of the package

  /// What brings a card from where its log leads to where it is in Anki; nil when it is there.
  private func correction(_ card: AnkiCard, _ schedule: CardSchedule) -> CardPen.Correction? {
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

  private func flags(
    _ entry: Card, _ card: AnkiCard, _ state: CardState, _ key: CardKey
  ) -> [EventBody] {
    var bodies: [EventBody] = []
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
