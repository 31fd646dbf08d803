import Scheduling
public import StudyDomain

/// Sessions that a person put together.
extension StudySessionManager {
  /// Begins a session over cards of the library, in order; returns how many can be asked.
  ///
  /// Cards that are suspended or buried are left out. `deck` is the one whose cards they all are.
  @discardableResult
  public func start(_ custom: CustomStudy, cards: [Int], deck: DeckName? = nil) -> Int {
    index.refresh()
    var seen: Set<Int> = []
    let asked = cards.filter {
      seen.insert($0).inserted && queue.canPractise(snapshot.cards[$0].key)
    }
    begin(
      SessionPlan(
        custom, cards: sorted(asked, custom).map { snapshot.cards[$0].key }, deck: deck,
        now: index.clock.now()))
    return progress.total
  }

  /// Whether a card is neither suspended nor buried, and is due or new where that is asked.
  public func canAsk(_ card: Int, isDue: Bool) -> Bool {
    guard queue.canPractise(snapshot.cards[card].key), let place = index.place(ofCard: card) else {
      return false
    }
    return !isDue || !index.pool.candidates[place].isAhead(of: index.pool.moment)
  }

  private func sorted(_ cards: [Int], _ custom: CustomStudy) -> [Int] {
    // What is due comes in the order of reviews by itself.
    guard let order = custom.order, custom.mode != .normal else { return cards }
    let candidates = cards.compactMap { index.place(ofCard: $0).map { index.pool.candidates[$0] } }
    let seed = UInt64(bitPattern: index.clock.now().milliseconds)
    return candidates.sorted(
      order, decks: index.decks.map(\.queue), moment: index.pool.moment, now: index.clock.now(),
      seed: seed
    ).map { Int($0.card) }
  }

  /// Whole minutes until the time of the session is up, the one that runs included; nil without one.
  public var minutesLeft: Int? {
    plan.deadline.map {
      max(0, Int(($0.milliseconds - index.clock.now().milliseconds + 59_999) / 60_000))
    }
  }

  // MARK: Going on

  /// What a session that ended by a limit of its own can go on with.
  public enum Continuation: Hashable, Sendable {
    case minutes(Int)
    case cards(Int)
  }

  /// Nil when the session has no limit of its own, or nothing is left.
  public var continuation: Continuation? {
    if isTimeUp, let minutes = custom?.minutes {
      var open = plan
      open.reopen()
      return queue.hasAny(open) ? .minutes(minutes) : nil
    }
    guard let limit = plan.firstLimit, limit > 0, currentCard == nil,
      queue.hasMore(plan, record)
    else { return nil }
    return .cards(limit)
  }

  /// Goes on after a limit; false when nothing is left.
  public func goOn() -> Bool {
    switch continuation {
    case .minutes:
      plan.addTime(index.clock.now())
    case .cards:
      extendPractice(by: plan.addCards(queue.canPractise))
    case nil: return false
    }
    rebuild(keeping: nil)
    return true
  }

  // MARK: More than was planned

  /// Shows the siblings held back at the end of the session, also beyond its limit.
  public func showHeldBack() -> Int {
    let count = heldBackCount
    guard count > 0 else { return 0 }
    plan.showsSiblings = true
    plan.widen(by: count)
    plan.addTime(index.clock.now())
    queue.releaseHeldBack()
    if currentCard == nil { advance() }
    return count
  }

  /// Asks the learning cards now whose steps end later today; returns how many.
  public func learnAhead() -> Int {
    let before = counts.learning
    plan.learnAheadSeconds = 86_400
    // They come beyond the session's limit, as new cards and siblings do that are asked for.
    plan.widen(by: learningLater())
    plan.addTime(index.clock.now())
    rebuild(keeping: currentKey)
    return max(0, counts.learning - before)
  }

  /// Asks the failed cards of the session once more, for practice: the schedule stays.
  ///
  /// Returns how many; cards that are suspended, buried or gone are left out.
  public func cramFailedCards() -> Int {
    index.refresh()
    let asked = record.failedCards.filter(queue.canPractise)
    guard !asked.isEmpty else { return 0 }
    plan.practice = PracticeRound(asked, isRepeat: true)
    plan.addTime(index.clock.now())
    advance()
    return asked.count
  }

  // MARK: Summing up

  /// Cards that were failed at least once, the latest first.
  public func failedCards() -> [CardKey] { record.failedCards }

  /// What is left for later, in one pass over all cards.
  public func outlook() -> SessionOutlook {
    SessionOutlook(index: index, deck: deck, only: plan.chosenCards.map { queue.numbers(of: $0) })
  }

  /// New cards of the deck that today's limits hold back.
  public func newCardsBeyondLimit() -> Int { max(0, outlook().newCards - counts.new) }

  /// Learning steps that come up later today.
  public func learningLater() -> Int { outlook().learningLater }

  /// Cards of the deck that are due on the next study day.
  public func dueTomorrow() -> Int { outlook().dueTomorrow }
}
