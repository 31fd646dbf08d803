import History
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
  public private(set) var candidates: [StudyCandidate] = []
  /// Options that could not be read.
  public private(set) var problems: [Problem] = []
  private var rules: DeckRules?
  /// By card of the library: its place in `candidates`; -1 for a duplicate.
  private var places: [Int32] = []
  /// By card of the library: what the history calls it.
  private var ids: [CardID?] = []
  private var seenLibrary = -1
  private var seenHistory = -1
  private var seenDay: StudyDay?
  /// Grows when counts or order may have changed.
  public private(set) var revision = 0

  public init(library: DeckLibrary, history: HistoryStore, clock: StudyClock) {
    self.library = library
    self.history = history
    self.clock = clock
  }

  /// Takes in what both stores have learnt since the last call.
  public func refresh() {
    let today = clock.today
    let libraryChanged = seenLibrary != library.revision
    let changes = history.changes(since: seenHistory)
    if !libraryChanged, seenDay == today, case .none = changes { return }
    if libraryChanged || changes.touchesSettings { resolveRules() }
    if case .some(let cards, _) = changes, !libraryChanged, seenDay == today {
      for card in cards { update(card, today) }
    } else {
      joinAll(today)
    }
    countToday(today)
    seenLibrary = library.revision
    seenHistory = history.revision
    seenDay = today
    revision += 1
  }

  // MARK: Reading

  public func state(ofCard card: Int) -> CardState {
    id(ofCard: card).map { history.history.state(of: $0) } ?? CardState()
  }

  func id(ofCard card: Int) -> CardID? {
    if let id = ids[card] { return id }
    let id = history.history.card(ofText: library.snapshot.cards[card].key)
    ids[card] = id
    return id
  }

  public func options(ofDeck deck: Int) -> DeckOptions {
    decks[deck].options
  }

  func answerRules(ofDeck deck: Int) -> AnswerRules {
    rules?.answers(ofDeck: deck) ?? AnswerRules(DeckOptions())
  }

  /// The four outcomes of a card if it were answered now.
  public func outcomes(ofCard card: Int, at now: Timestamp) -> Outcomes {
    let moment = clock.moment
    let input = AnswerInput(
      state(ofCard: card), hash: fuzzHash(ofCard: card), day: moment.day,
      secondsToRollover: moment.secondsToRollover(at: now))
    return answerRules(ofDeck: library.snapshot.deck(ofCard: card)).outcomes(for: input)
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
    DeckCounts.counts(
      decks: decks.map(\.queue), candidates: candidates, moment: clock.moment, now: now)
  }

  // MARK: Joining

  private func resolveRules() {
    let rules = DeckRules(library: library, options: history.optionEvents)
    history.prepare(
      living: library.snapshot.livingKeys, livingRevision: library.revision,
      rules: rules.book(for: library.snapshot), fingerprint: rules.fingerprint)
    problems = rules.problems
    self.rules = rules
  }

  private func joinAll(_ today: StudyDay) {
    let snapshot = library.snapshot
    candidates.removeAll(keepingCapacity: true)
    candidates.reserveCapacity(snapshot.cardCount)
    ids = Array(repeating: nil, count: snapshot.cards.count)
    places = Array(repeating: -1, count: snapshot.cards.count)
    for card in snapshot.cards.indices where !snapshot.cards[card].isDuplicate {
      places[card] = Int32(candidates.count)
      candidates.append(candidate(card, today))
    }
  }

  private func candidate(_ card: Int, _ today: StudyDay) -> StudyCandidate {
    let entry = library.snapshot.cards[card]
    return StudyCandidate(
      card: card, note: Int(entry.note), deck: library.snapshot.deck(ofCard: card),
      position: Int(entry.note), face: Int(entry.face), hash: entry.key.hash,
      state: state(ofCard: card), today: today)
  }

  private func update(_ id: CardID, _ today: StudyDay) {
    guard let card = card(of: id) else { return }
    ids[card] = id
    candidates[Int(places[card])] = candidate(card, today)
  }

  /// The library's card of a card of the history; nil for an orphan.
  func card(of id: CardID) -> Int? {
    CardKey(text: history.history.name(of: id)).flatMap { library.snapshot.card(of: $0) }
  }

  private func countToday(_ today: StudyDay) {
    guard let rules else { return }
    decks = library.snapshot.decks.indices.map { index in
      let deck = library.snapshot.decks[index]
      let options = rules.options[index]
      var queue = QueueDeck(
        parent: deck.parent, options: options, model: rules.model(ofDeck: index))
      queue.extraNew = history.extra(.new, deck: deck.name.text, day: today)
      queue.extraReviews = history.extra(.review, deck: deck.name.text, day: today)
      return StudyDeck(name: deck.name, parent: deck.parent, options: options, queue: queue)
    }
    for review in history.history.reviews(on: today) {
      guard let card = card(of: review.card), let answer = review.entry.review,
        answer.mode != .cram
      else { continue }
      let deck = library.snapshot.deck(ofCard: card)
      if review.entry.phaseBefore == .new {
        decks[deck].queue.newDone += 1
      } else if review.entry.phaseBefore == .review || answer.elapsedDays > 0 {
        decks[deck].queue.reviewsDone += 1
      }
    }
  }
}
