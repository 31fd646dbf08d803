public import FileStorage
import History
public import Observation
public import Scheduling
public import StudyDomain

/// The session in progress: which card is asked, and what its answer does.
@MainActor @Observable public final class StudySessionManager {
  @ObservationIgnored private let index: StudyIndex
  /// The deck that is studied; nil is the whole collection.
  public private(set) var deck: DeckName?
  /// Grows each time a card is put on screen.
  public private(set) var presentation = 0
  private var shown = Shown.nothing
  /// What was answered in this session, oldest first.
  public private(set) var answers: [Answer] = []
  @ObservationIgnored private var queue: StudyQueue?
  @ObservationIgnored private var seenIndex = -1
  @ObservationIgnored private var limit: Int?
  @ObservationIgnored private var showsSiblings = false
  /// Seconds by which learning steps may be asked before their time.
  @ObservationIgnored private var learnAheadSeconds = DeckCounts.learnAheadSeconds
  /// Cards asked for practice only, in order; empty outside cramming.
  @ObservationIgnored private var cramming: [CardKey] = []
  /// Actions of the session other than answers, for undo: how many answers came before each.
  @ObservationIgnored private var actions: [Step] = []
  @ObservationIgnored private var undone: [Step] = []

  /// What the session shows now.
  public enum Status: Hashable, Sendable {
    /// A card of the library.
    case asking(card: Int)
    /// Learning steps come later today.
    case waiting(until: Timestamp)
    case finished
  }

  /// What is shown, by key: the numbers of cards change with every load of the decks.
  private enum Shown: Equatable {
    case card(CardKey)
    case waiting(until: Timestamp)
    case nothing
  }

  public var status: Status {
    switch shown {
    case .card(let key): snapshot.card(of: key).map { .asking(card: $0) } ?? .finished
    case .waiting(let until): .waiting(until: until)
    case .nothing: .finished
    }
  }

  /// One answer of the session.
  public struct Answer: Hashable, Sendable {
    public var card: CardKey
    public var grade: Grade
    public var milliseconds: Int
    public var wasNew: Bool
    public var becameLeech: Bool
  }

  /// An action that undo can take back, with the card that was on screen.
  private struct Step {
    var card: CardKey?
    var answer: Answer?
    /// What an undo of it names.
    var target: UndoTarget?
    /// What was to be practised before and after it.
    var crammingBefore: [CardKey] = []
    var crammingAfter: [CardKey] = []
  }

  public init(index: StudyIndex) {
    self.index = index
  }

  private var snapshot: LibrarySnapshot { index.library.snapshot }

  // MARK: Beginning

  /// Begins a session; `limit` is the most different cards to ask.
  public func start(deck: DeckName?, limit: Int? = nil) {
    self.deck = deck
    self.limit = limit
    answers = []
    actions = []
    undone = []
    showsSiblings = false
    learnAheadSeconds = DeckCounts.learnAheadSeconds
    cramming = []
    rebuild(keeping: nil)
    advance()
  }

  private func rebuild(keeping card: CardKey?) {
    index.refresh()
    let root = deck.flatMap { snapshot.deck(named: $0) }
    var options = QueueOptions(root.map { index.decks[$0].options } ?? DeckOptions())
    options.sessionLimit = limit.map { max(0, $0 - Set(answers.map(\.card)).count) }
    options.buriesSiblings = !showsSiblings
    options.learnAheadSeconds = learnAheadSeconds
    queue = StudyQueue(
      decks: index.decks.map(\.queue), root: root, candidates: index.candidates,
      moment: index.clock.moment, now: index.clock.now(), options: options,
      keeping: card.flatMap { snapshot.card(of: $0) })
    seenIndex = index.revision
  }

  /// Puts the next card on screen.
  private func advance() {
    let before = shown
    let now = index.clock.now()
    if let key = cramming.first(where: canPractise) {
      shown = .card(key)
    } else if let entry = queue?.next(at: now) {
      shown = .card(snapshot.cards[Int(entry.card)].key)
    } else if let next = queue?.nextStep {
      shown = .waiting(until: next)
    } else {
      shown = .nothing
    }
    if shown != before || before == .nothing { presentation += 1 }
  }

  /// Takes in what changed outside: edited decks, other programs' answers, a new study day.
  ///
  /// The card on screen stays if it is still to be asked.
  public func refresh() {
    guard queue != nil else { return }
    let key = currentKey
    index.refresh()
    if seenIndex != index.revision {
      rebuild(keeping: key)
      showAgain(key)
    } else if case .waiting = status {
      advance()
    }
  }

  /// Puts the next card on screen from its question, also when it is the one that was there.
  private func presentAnew() {
    let before = presentation
    advance()
    presentation = before + 1
  }

  /// Shows the next card after a rebuild; the same card stays the same presentation.
  private func showAgain(_ key: CardKey?) {
    let before = presentation
    advance()
    if key != nil, key == currentKey { presentation = before }
  }

  // MARK: The card on screen

  public var currentCard: Int? {
    if case .asking(let card) = status { card } else { nil }
  }

  public var currentKey: CardKey? {
    if case .card(let key) = shown { key } else { nil }
  }

  /// What remains, the card on screen included.
  public var counts: StudyCounts {
    queue?.counts ?? StudyCounts()
  }

  /// Which of the three numbers the card on screen belongs to.
  public var currentPart: StudyPart? {
    queue?.current?.part
  }

  /// Siblings that wait until tomorrow though they are due.
  public var heldBackCount: Int {
    queue?.heldBack.count ?? 0
  }

  /// The four outcomes if the card on screen were answered now.
  public func outcomes() -> Outcomes? {
    currentCard.map { index.outcomes(ofCard: $0, at: index.clock.now()) }
  }

  /// Cards answered in this session that do not come back in it, and those still to come.
  public var progress: (done: Int, total: Int) {
    let remaining = Set(queue?.remaining.map(\.card) ?? [])
    let done = Set(answers.map(\.card)).filter { key in
      snapshot.card(of: key).map { !remaining.contains(Int32($0)) } ?? true
    }
    return (done.count, done.count + remaining.count)
  }

  // MARK: Answering

  /// Answers the card on screen: the event is on disk when this returns.
  @discardableResult
  public func answer(_ grade: Grade, milliseconds: Int) throws(FileStorageError) -> Answer? {
    try index.history.catchUp()
    refresh()
    guard let card = currentCard else { return nil }
    let isCram = currentKey.map(cramming.contains) ?? false
    let (drafts, answer) = gradeEvents(card, grade, milliseconds, mode: isCram ? .cram : .normal)
    try index.history.write(drafts)
    var step = Step(card: answer.card, answer: answer, crammingBefore: cramming)
    if isCram {
      seenIndex = refreshedIndex()
      cramming.removeAll { $0 == answer.card }
      if grade == .again { cramming.append(answer.card) }
    }
    step.crammingAfter = cramming
    record(step)
    answers.append(answer)
    if !isCram {
      queue?.answered(state(after: card), at: index.clock.now())
    }
    presentAnew()
    return answer
  }

  /// Answers a card outside a session.
  @discardableResult
  public func answer(card: Int, _ grade: Grade, milliseconds: Int) throws(FileStorageError)
    -> Answer
  {
    try index.history.catchUp()
    index.refresh()
    let (drafts, answer) = gradeEvents(card, grade, milliseconds, mode: .normal)
    try index.history.write(drafts)
    return answer
  }

  private func state(after card: Int) -> CardState {
    seenIndex = refreshedIndex()
    return index.state(ofCard: card)
  }

  private func refreshedIndex() -> Int {
    index.refresh()
    return index.revision
  }

  private func gradeEvents(
    _ card: Int, _ grade: Grade, _ milliseconds: Int, mode: ReviewMode
  ) -> ([EventDraft], Answer) {
    let deck = snapshot.deck(ofCard: card)
    let options = index.options(ofDeck: deck)
    let state = index.state(ofCard: card)
    let outcome = index.outcomes(ofCard: card, at: index.clock.now())[grade]
    let events = CardEvents(index: index)
    let review = ReviewDetails(
      grade: grade, takenMilliseconds: Int64(milliseconds), interval: outcome.interval,
      phaseBefore: state.phase, mode: mode,
      parameters: index.history.lastSetting(
        .parameters, subject: index.decks[deck].name.text, name: nil),
      retention: Int((options.desiredRetention * 1000).rounded()),
      seen: Int(state.scheduleEvents))
    var drafts = events.drafts([card]) { _, key in .review(key, review) }
    let becomesLeech = outcome.becomesLeech && mode != .cram
    if becomesLeech {
      drafts += events.drafts([card]) { _, key in .leech(key, true) }
      if options.leechAction == .suspend {
        drafts += events.drafts([card]) { _, key in .suspend(key) }
      }
    }
    // The first draft may be the card's introduction: it is made once.
    var seenCard = false
    drafts.removeAll { draft in
      guard draft.body.kind == .card else { return false }
      defer { seenCard = true }
      return seenCard
    }
    let answer = Answer(
      card: snapshot.cards[card].key, grade: grade, milliseconds: milliseconds,
      wasNew: state.phase == .new && mode != .cram,
      becameLeech: becomesLeech)
    return (drafts, answer)
  }

  // MARK: Other actions

  /// Tells the session that an action was written, so that its next card and undo are right.
  public func actionWritten() {
    record(
      Step(card: currentKey, answer: nil, crammingBefore: cramming, crammingAfter: cramming))
    refresh()
  }

  private func record(_ step: Step) {
    var step = step
    step.target = index.history.newestAction
    actions.append(step)
    undone = []
  }

  /// Shows the siblings held back at the end of the session.
  public func showHeldBack() -> Int {
    let count = heldBackCount
    guard count > 0 else { return 0 }
    showsSiblings = true
    queue?.releaseHeldBack()
    if currentCard == nil { advance() }
    return count
  }

  /// Asks the learning cards now whose steps end later today; returns how many.
  public func learnAhead() -> Int {
    let key = currentKey
    let before = counts.learning
    learnAheadSeconds = 86_400
    rebuild(keeping: key)
    showAgain(key)
    return max(0, counts.learning - before)
  }

  /// Asks the failed cards of the session once more, for practice: the schedule stays.
  ///
  /// Returns how many; cards that are suspended, buried or gone are left out.
  public func cramFailedCards() -> Int {
    index.refresh()
    let asked = failedCards().filter(canPractise)
    guard !asked.isEmpty else { return 0 }
    cramming = asked
    advance()
    return cramming.count
  }

  private func canPractise(_ key: CardKey) -> Bool {
    guard let card = snapshot.card(of: key) else { return false }
    let state = index.state(ofCard: card)
    return !state.isSuspended && !state.isBuried(on: index.clock.today)
  }

  /// Takes in that the card on screen was edited: its answers follow its new text.
  public func edited(from old: CardKey, to new: CardKey) {
    for index in answers.indices where answers[index].card == old { answers[index].card = new }
    for index in actions.indices where actions[index].card == old { actions[index].card = new }
    for index in cramming.indices where cramming[index] == old { cramming[index] = new }
    record(Step(card: new, answer: nil, crammingBefore: cramming, crammingAfter: cramming))
    rebuild(keeping: new)
    showAgain(new)
  }

  // MARK: Summing up

  /// Cards that were failed at least once, the latest first.
  public func failedCards() -> [CardKey] {
    var seen: Set<CardKey> = []
    return answers.reversed().filter { $0.grade == .again && seen.insert($0.card).inserted }
      .map(\.card)
  }

  /// New cards of the deck that today's limits hold back.
  public func newCardsBeyondLimit() -> Int {
    let inDeck = candidatesOfDeck()
    return max(0, inDeck.filter { $0.phase == .new }.count - counts.new)
  }

  /// Learning steps that come up later today.
  public func learningLater() -> Int {
    let moment = index.clock.moment
    let now = index.clock.now()
    return candidatesOfDeck().filter { candidate in
      guard candidate.phase == .learning || candidate.phase == .relearning,
        case .time(let due) = index.state(ofCard: Int(candidate.card)).due
      else { return false }
      return due > now && due < moment.end
    }.count
  }

  /// Cards of the deck that are due on the next study day.
  public func dueTomorrow() -> Int {
    let moment = index.clock.moment
    return candidatesOfDeck().filter { candidate in
      let state = index.state(ofCard: Int(candidate.card))
      guard !state.isSuspended else { return false }
      switch state.due {
      case .day(let day): return day <= moment.day + 1
      case .time(let time):
        return time >= moment.end && time < index.clock.calendar.start(of: moment.day + 2)
      case nil: return false
      }
    }.count
  }

  private func candidatesOfDeck() -> [StudyCandidate] {
    guard let deck else { return index.candidates }
    let inside = index.decks.map { deck.contains($0.name) }
    return index.candidates.filter { inside[Int($0.deck)] }
  }

  /// Takes the session's newest action back; its card is on screen again.
  ///
  /// False when there is none.
  public func undo() throws(FileStorageError) -> Bool {
    guard let step = actions.last, step.target == index.history.newestAction,
      try index.history.undo() != nil
    else { return false }
    actions.removeLast()
    undone.append(step)
    if step.answer != nil { answers.removeLast() }
    cramming = step.crammingBefore
    rebuild(keeping: step.card)
    presentAnew()
    return true
  }

  /// Brings back what `undo` took.
  public func redo() throws(FileStorageError) -> Bool {
    guard let step = undone.last, step.target == index.history.newestUndone,
      try index.history.redo() != nil
    else { return false }
    undone.removeLast()
    actions.append(step)
    if let answer = step.answer { answers.append(answer) }
    cramming = step.crammingAfter
    rebuild(keeping: step.answer == nil ? currentKey : nil)
    presentAnew()
    return true
  }
}
