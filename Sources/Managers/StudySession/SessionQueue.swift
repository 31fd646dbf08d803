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
    options.begun = numbers(of: record.cards)
    options.sessionLimit = plan.limit.map { max(0, $0 - record.cards.count) }
    options.buriesSiblings = !plan.showsSiblings
    options.learnAheadSeconds = plan.learnAheadSeconds
    if let order = plan.custom?.order {
      options.reviewOrder = order
      if order == .random { options.newOrder = .random }
    }
    let kept = card.flatMap { snapshot.card(of: $0) }
    switch plan.choice {
    case .deck, .due:
      if case .due(let cards) = plan.choice { options.only = numbers(of: cards) }
      queue = StudyQueue(
        decks: index.decks.map(\.queue), root: root, pool: index.pool, now: index.clock.now(),
        options: options, keeping: kept.flatMap { index.place(ofCard: $0) })
    case .listed(let cards):
      queue = StudyQueue(
        listing: cards.compactMap(candidate), moment: index.pool.moment, now: index.clock.now(),
        options: options, keeping: kept.map(Int32.init))
    case .practice:
      queue = StudyQueue(listing: [], moment: index.pool.moment, now: index.clock.now())
    }
    seenIndex = index.revision
  }

  /// A card to ask, due or not; nil when it has no text, or is suspended or buried.
  private func candidate(_ key: CardKey) -> StudyCandidate? {
    guard canPractise(key), let card = snapshot.card(of: key) else { return nil }
    return index.place(ofCard: card).map { index.pool.candidates[$0] }
  }

  /// What to put on screen now; practice comes before everything.
  mutating func next(_ plan: SessionPlan) -> Next {
    if plan.isTimeUp { return .nothing }
    if let key = plan.practice.next { return .card(key) }
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
  func counts(_ plan: SessionPlan) -> StudyCounts {
    var counts = queue?.counts ?? StudyCounts()
    counts.due += plan.practice.freshCount
    counts.learning += plan.practice.failedCount
    return counts
  }

  /// Which of the three numbers the card on screen belongs to.
  func currentPart(_ plan: SessionPlan) -> StudyPart? {
    guard plan.practice.next == nil else { return plan.practice.isNextFailed ? .learning : .due }
    return queue?.current?.part
  }

  /// Siblings that wait until tomorrow though they are due.
  var heldBackCount: Int { queue?.heldBack.count ?? 0 }

  /// Cards answered that do not come back, and those with the ones still to come.
  func progress(_ plan: SessionPlan, _ record: SessionRecord) -> (done: Int, total: Int) {
    let remaining = (queue?.remainingCount ?? 0) + plan.practice.count
    let back = queue?.remainingCount(of: numbers(of: record.cards)) ?? 0
    let done = record.cards.count - back - plan.practice.answeredCount
    return (done, done + remaining)
  }

  /// True when the limit of a session keeps cards back that could be asked now.
  func hasMore(_ plan: SessionPlan, _ record: SessionRecord) -> Bool {
    if plan.rest.contains(where: canPractise) { return true }
    guard plan.limit != nil else { return false }
    var probe = SessionQueue(index: index)
    probe.build(plan.unlimited, record, keeping: nil)
    return probe.hasAny(plan.unlimited)
  }

  /// True when the plan has a card to ask now, or later today.
  func hasAny(_ plan: SessionPlan) -> Bool {
    var probe = self
    return probe.next(plan) != .nothing
  }

  /// Cards as the library numbers them now; those without a text are left out.
  func numbers(of cards: some Sequence<CardKey>) -> Set<Int32> {
    let snapshot = snapshot
    return Set(cards.lazy.compactMap { snapshot.card(of: $0).map { Int32($0) } })
  }
}
