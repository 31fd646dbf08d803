public import History
public import Scheduling
public import StudyDomain

/// What follows from both stores together: each card's state, each deck's options and counts.
///
/// Nothing is stored here. `refresh` brings it up to date; it is cheap when nothing has changed, and
/// after a grade costs only that card.
@MainActor public final class StudyIndex {
  public let library: DeckLibrary
  public let history: HistoryStore
  public let clock: StudyClock

  /// By the library's deck numbers.
  public private(set) var decks: [StudyDeck] = []
  /// Every card that is asked at all, in the order of the library.
  public private(set) var pool: CandidatePool
  /// Options that could not be read.
  public private(set) var problems: [Problem] = []
  let cache: CollectionCache?
  /// The candidates of the last start; nil once they were asked for.
  private var prefetch: IndexPrefetch?
  private var rules: DeckRules?
  private var places = CandidatePlaces()
  /// By card of the library: what its answers of today count.
  private(set) var todayCounts: [Int: TodayCount] = [:]
  /// True when `todayCounts` came with the cache.
  private var isCounted = false
  private var orphanList = OrphanList()
  private var seenLibrary = -1
  private var seenHistory = -1
  private var seenDay: StudyDay?
  /// Grows when counts or order may have changed.
  public private(set) var revision = 0

  public init(
    library: DeckLibrary, history: HistoryStore, clock: StudyClock, cache: CollectionCache? = nil,
    prefetch: IndexPrefetch? = nil
  ) {
    self.cache = cache
    self.prefetch = prefetch
    self.library = library
    self.history = history
    self.clock = clock
    pool = CandidatePool([], deckCount: 0, moment: clock.moment)
  }

  /// Takes in what both stores have learnt since the last call.
  public func refresh() {
    let today = clock.today
    let libraryChanged = seenLibrary != library.revision
    let changes = history.changes(since: seenHistory)
    if !libraryChanged, seenDay == today, case .none = changes { return }
    var moved: Set<CardID>?
    if libraryChanged || changes.touchesSettings {
      moved = resolveRules()
      orphanList.libraryChanged(moving: moved)
    }
    if case .some(let cards, let settings) = changes, !libraryChanged, seenDay == today {
      for card in cards { update(card, today) }
      if settings { makeDecks(today) }
    } else {
      isCounted = false
      if seenLibrary == library.revision - 1, seenDay == today, let moved, case .none = changes {
        joinChanged(moved, today)
      } else {
        joinAll(today)
      }
      makeDecks(today)
      if !isCounted { countToday(today) }
    }
    seenLibrary = library.revision
    seenHistory = history.revision
    seenDay = today
    revision += 1
  }

  /// Counts the day anew: the clock follows another calendar.
  public func calendarChanged() {
    seenDay = nil
    refresh()
  }

  // MARK: Reading

  public func state(ofCard card: Int) -> CardState {
    id(ofCard: card).map { history.history.state(of: $0) } ?? CardState()
  }

  func id(ofCard card: Int) -> CardID? {
    history.history.card(ofText: library.snapshot.cards[card].key)
  }

  public func options(ofDeck deck: Int) -> DeckOptions {
    decks[deck].options
  }

  func answerRules(ofDeck deck: Int) -> AnswerRules {
    rules?.answers(ofDeck: deck) ?? AnswerRules(DeckOptions())
  }

  /// The four outcomes of a card if it were answered now.
  public func outcomes(ofCard card: Int, at now: Timestamp) -> Outcomes {
    answerRules(ofDeck: library.snapshot.deck(ofCard: card))
      .outcomes(for: answerInput(ofCard: card, at: now))
  }

  /// All that the outcomes of a card depend on beside the options of its deck.
  func answerInput(ofCard card: Int, at now: Timestamp) -> AnswerInput {
    let moment = clock.moment
    return AnswerInput(
      state(ofCard: card), hash: fuzzHash(ofCard: card), day: moment.day,
      secondsToRollover: moment.secondsToRollover(at: now))
  }

  /// The lowest key of the card's set: what seeds its fuzz.
  private func fuzzHash(ofCard card: Int) -> UInt64 {
    let key = library.snapshot.cards[card].key
    guard let id = id(ofCard: card), let lowest = history.history.keys(of: id).first,
      let parsed = CardKey(text: lowest)
    else { return key.hash }
    return parsed.hash
  }

  /// The chance of recall now.
  func retrievability(_ memory: MemoryState, since last: Timestamp, ofDeck deck: Int) -> Double {
    answerRules(ofDeck: deck).model.retrievability(of: memory, since: last, at: clock.now())
  }

  /// What each deck would show if it were opened now.
  public func counts(at now: Timestamp) -> [StudyCounts] {
    DeckCounts.counts(decks: decks.map(\.queue), pool: pool, now: now)
  }

  /// Cards with events but without a text, lowest key first.
  public func orphans() -> [Orphan] {
    refresh()
    return orphanList.current(of: history)
  }

  // MARK: Joining

  private func resolveRules() -> Set<CardID>? {
    let rules = DeckRules(library: library, options: history.optionEvents)
    let snapshot = library.snapshot
    let changed = history.prepare(
      library: snapshot, revision: library.revision, rules: rules.book(for: snapshot),
      fingerprint: rules.fingerprint)
    problems = rules.problems
    self.rules = rules
    return changed
  }

  /// Joins anew after a reload: cards of files that were not read keep their candidates.
  private func joinChanged(_ moved: Set<CardID>, _ today: StudyDay) {
    let snapshot = library.snapshot
    guard let change = snapshot.change else { return joinAll(today) }
    let (oldCandidates, oldPlaces) = (pool.candidates, places)
    let movedCards = Set(moved.compactMap { card(of: $0) })
    places = CandidatePlaces(snapshot)
    let candidates = join(today)
      .candidates(keeping: oldCandidates, oldPlaces, change, moved: movedCards, at: places)
    pool = CandidatePool(
      candidates, deckCount: snapshot.decks.count, moment: clock.moment(of: today))
    let counted = todayCounts.compactMap { card, count in
      oldPlaces.place(ofCard: card).map { (oldCandidates[$0].hash, count) }
    }
    let come = change.come.compactMap { snapshot.card(of: $0) }
    renumberToday(counted, recounting: movedCards.union(come), today)
  }

  /// Takes over what was counted of today by the hashes of keys; `changed` cards are counted anew.
  private func renumberToday(
    _ counted: [(hash: UInt64, count: TodayCount)], recounting changed: Set<Int>, _ today: StudyDay
  ) {
    todayCounts = [:]
    for (hash, count) in counted {
      if let card = library.snapshot.card(of: CardKey(hash: hash)) { todayCounts[card] = count }
    }
    for card in changed {
      let entries = id(ofCard: card).map { history.history.entries(of: $0) } ?? []
      let count = TodayCount(entries.filter { $0.day == today })
      todayCounts[card] = count == TodayCount([]) ? nil : count
    }
    isCounted = true
  }

  private func joinAll(_ today: StudyDay) {
    let snapshot = library.snapshot
    if let cached = cachedContent(snapshot) {
      (pool, places, todayCounts) = (cached.pool, cached.places, cached.todayCounts)
      isCounted = true
      return
    }
    todayCounts = [:]
    places = CandidatePlaces(snapshot)
    pool = CandidatePool(
      join(today).candidates(), deckCount: snapshot.decks.count, moment: clock.moment(of: today))
  }

  /// The candidates of the last start, when nothing they depend on has changed since.
  private func cachedContent(_ snapshot: LibrarySnapshot) -> IndexCache.Content? {
    defer { prefetch = nil }
    guard let prefetch, let time = history.cacheTime else { return nil }
    return prefetch.content(of: origin(historyTime: time, snapshot))
  }

  private func origin(historyTime: Int64, _ snapshot: LibrarySnapshot) -> IndexCache.Origin {
    IndexCache.Origin(
      historyTime: historyTime, livingHash: snapshot.livingHash, moment: clock.moment)
  }

  /// Keeps the caches of history and candidates for the next start.
  ///
  /// The history's is written only when so many bytes of it are new.
  public func saveCaches(historyBytes: Int) {
    refresh()
    library.saveCache()
    let snapshot = library.snapshot
    let before = history.cacheTime
    guard let cache,
      let time = history.saveCache(livingHash: snapshot.livingHash, atLeast: historyBytes)
    else { return }
    let origin = origin(historyTime: time, snapshot)
    if before == time, IndexCache(cache: cache).holds(origin) { return }
    refresh()
    IndexCache(cache: cache).write(
      .init(pool: pool, places: places, todayCounts: todayCounts), origin)
  }

  private func join(_ today: StudyDay) -> CandidateJoin {
    CandidateJoin(library: library.snapshot, history: history.history, today: today)
  }

  private func update(_ id: CardID, _ today: StudyDay) {
    guard let card = card(of: id), let place = places.place(ofCard: card) else { return }
    pool.replace(at: place, with: join(today).candidate(ofCard: card))
    setToday(card, TodayCount(history.history.entries(of: id).filter { $0.day == today }))
  }

  /// The place in the pool of a card of the library; nil for a duplicate.
  func place(ofCard card: Int) -> Int? { places.place(ofCard: card) }

  /// The library's card of a card of the history; nil for an orphan.
  func card(of id: CardID) -> Int? {
    history.history.key(of: id).flatMap { library.snapshot.card(of: $0) }
  }

  private func makeDecks(_ today: StudyDay) {
    guard let rules else { return }
    let snapshot = library.snapshot
    decks = snapshot.decks.indices.map { index in
      let deck = snapshot.decks[index]
      let options = rules.options[index]
      var queue = QueueDeck(
        parent: deck.parent, options: options, model: rules.model(ofDeck: index))
      queue.extraNew = history.extra(.new, deck: deck.name.text, day: today)
      queue.extraReviews = history.extra(.review, deck: deck.name.text, day: today)
      return StudyDeck(name: deck.name, parent: deck.parent, options: options, queue: queue)
    }
    for (card, count) in todayCounts { decks[snapshot.deck(ofCard: card)].add(count, times: 1) }
  }

  // MARK: Today's limits

  private func countToday(_ today: StudyDay) {
    var entries: [Int: [CardEntry]] = [:]
    for review in history.history.reviews(on: today) {
      if let card = card(of: review.card) { entries[card, default: []].append(review.entry) }
    }
    for (card, entries) in entries { setToday(card, TodayCount(entries)) }
  }

  private func setToday(_ card: Int, _ count: TodayCount) {
    let deck = library.snapshot.deck(ofCard: card)
    if let old = todayCounts[card] { decks[deck].add(old, times: -1) }
    todayCounts[card] = count == TodayCount([]) ? nil : count
    decks[deck].add(count, times: 1)
  }
}
