import Scheduling
import StudyDomain

/// The cards that a session is still to ask, as index, plan and record have it.
@MainActor struct SessionQueue {
  private let index: StudyIndex
  /// Nil before a session begins.
  private var queue: StudyQueue?
  private var seenIndex = -1

  /// What the session comes to next.
  enum Next: Equatable {
    case card(CardKey)
    case waiting(until: Timestamp)
    case nothing
  }

  init(index: StudyIndex) {
    self.index = index
  }

  private var snapshot: LibrarySnapshot { index.library.snapshot }

  /// False before a session begins.
  var hasBegun: Bool { queue != nil }
  /// True when the index has changed since the queue was put together or told of an answer.
  var isStale: Bool { seenIndex != index.revision }

  // MARK: Changing

  /// Puts the queue together anew; the card of `keeping` stays first if it is to be asked at all.
  mutating func build(_ plan: SessionPlan, _ record: SessionRecord, keeping card: CardKey?) {
    index.refresh()
    let root = plan.deck.flatMap { snapshot.deck(named: $0) }
    var options = QueueOptions(root.map { index.decks[$0].options } ?? DeckOptions())
    options.begun = numbers(of: record)
    options.sessionLimit = plan.limit.map { max(0, $0 - record.cards.count) }
    options.buriesSiblings = !plan.showsSiblings
    options.learnAheadSeconds = plan.learnAheadSeconds
    queue = StudyQueue(
      decks: index.decks.map(\.queue), root: root, pool: index.pool, now: index.clock.now(),
      options: options,
      keeping: card.flatMap { snapshot.card(of: $0) }.flatMap { index.place(ofCard: $0) })
    seenIndex = index.revision
  }

  /// What to put on screen now; practice comes before everything.
  mutating func next(_ plan: SessionPlan) -> Next {
    if let key = plan.practice.first(where: canPractise) { return .card(key) }
    if let entry = queue?.next(at: index.clock.now()) {
      return .card(snapshot.cards[Int(entry.card)].key)
    }
    return queue?.nextStep.map { .waiting(until: $0) } ?? .nothing
  }

  /// The card on screen was answered and its event is written.
  mutating func answered(card: Int) {
    takeInOwnEvent()
    queue?.answered(index.state(ofCard: card), at: index.clock.now())
  }

  /// An event of ours that concerns no card of the queue was written.
  mutating func takeInOwnEvent() {
    index.refresh()
    seenIndex = index.revision
  }

  mutating func releaseHeldBack() {
    queue?.releaseHeldBack()
  }

  // MARK: Reading

  /// True when the card has a text and is neither suspended nor buried.
  func canPractise(_ key: CardKey) -> Bool {
    guard let card = snapshot.card(of: key) else { return false }
    let state = index.state(ofCard: card)
    return !state.isSuspended && !state.isBuried(on: index.clock.today)
  }

  /// What remains, the card on screen included.
  var counts: StudyCounts { queue?.counts ?? StudyCounts() }
  /// Which of the three numbers the card on screen belongs to.
  var currentPart: StudyPart? { queue?.current?.part }
  /// Siblings that wait until tomorrow though they are due.
  var heldBackCount: Int { queue?.heldBack.count ?? 0 }

  /// Cards answered that do not come back, and those with the ones still to come.
  func progress(_ record: SessionRecord) -> (done: Int, total: Int) {
    let remaining = queue?.remainingCount ?? 0
    let done = record.cards.count - (queue?.remainingCount(of: numbers(of: record)) ?? 0)
    return (done, done + remaining)
  }

  /// The cards answered as the library numbers them now; those without a text are left out.
  private func numbers(of record: SessionRecord) -> Set<Int32> {
    let snapshot = snapshot
    return Set(record.cards.lazy.compactMap { snapshot.card(of: $0).map { Int32($0) } })
  }
}
