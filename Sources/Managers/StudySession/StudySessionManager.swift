public import FileStorage
import History
public import Observation
public import Scheduling
public import StudyDomain

/// The session in progress: which card is asked, and what its answer does.
///
/// `SessionPlan` says what is asked, `SessionQueue` what remains, `SessionRecord` what was done.
@MainActor @Observable public final class StudySessionManager {
  @ObservationIgnored let index: StudyIndex
  @ObservationIgnored var plan = SessionPlan()
  @ObservationIgnored var queue: SessionQueue
  private(set) var record = SessionRecord()
  /// By key: the numbers of cards change with every load of the decks.
  private var shown = SessionQueue.Next.nothing
  /// Grows each time a card is put on screen.
  public private(set) var presentation = 0

  /// What the session shows now.
  public enum Status: Hashable, Sendable {
    /// A card of the library.
    case asking(card: Int)
    /// Learning steps come later today.
    case waiting(until: Timestamp)
    case finished
  }

  /// One answer of the session.
  public struct Answer: Hashable, Sendable {
    public var card: CardKey
    public var grade: Grade
    public var milliseconds: Int
    public var wasNew: Bool
    public var becameLeech: Bool
  }

  public init(index: StudyIndex) {
    self.index = index
    queue = SessionQueue(index: index)
  }

  var snapshot: LibrarySnapshot { index.library.snapshot }

  // MARK: Beginning

  /// Begins a session; `limit` is the most different cards to ask.
  public func start(deck: DeckName?, limit: Int? = nil) {
    begin(SessionPlan(deck: deck, limit: limit))
  }

  func begin(_ plan: SessionPlan) {
    self.plan = plan
    record = SessionRecord()
    build(keeping: nil)
    advance()
  }

  /// Takes in what changed outside: edited decks, other programs' answers, a new study day.
  ///
  /// The card on screen stays if it is still to be asked.
  public func refresh() {
    guard queue.hasBegun else { return }
    index.refresh()
    if queue.isStale {
      rebuild(keeping: currentKey)
    } else if case .waiting = shown {
      plan.checkTime(index.clock.now())
      advance()
    }
  }

  private func build(keeping key: CardKey?) {
    queue.build(plan, record, keeping: key)
    plan.practice.keepOnly(where: queue.canPractise)
  }

  /// Puts the next card on screen.
  func advance() {
    let before = shown
    shown = queue.next(plan)
    if shown != before || before == .nothing { presentation += 1 }
  }

  /// Puts the next card on screen from its question, also when it is the one that was there.
  private func presentAnew() {
    let before = presentation
    advance()
    presentation = before + 1
  }

  /// Puts the queue together anew; the same card stays the same presentation.
  func rebuild(keeping key: CardKey?) {
    let before = presentation
    build(keeping: key)
    advance()
    if key != nil, key == currentKey { presentation = before }
  }

  // MARK: What is on screen

  /// The deck that is studied; nil is the whole collection.
  public var deck: DeckName? { plan.deck }

  public var status: Status {
    switch shown {
    case .card(let key): snapshot.card(of: key).map { .asking(card: $0) } ?? .finished
    case .waiting(let until): .waiting(until: until)
    case .nothing: .finished
    }
  }

  public var currentCard: Int? {
    if case .asking(let card) = status { card } else { nil }
  }

  public var currentKey: CardKey? {
    if case .card(let key) = shown { key } else { nil }
  }

  /// What remains, the card on screen included.
  public var counts: StudyCounts { queue.counts(plan) }

  /// Which of the three numbers the card on screen belongs to.
  public var currentPart: StudyPart? { queue.currentPart(plan) }

  /// Siblings that wait until tomorrow though they are due.
  public var heldBackCount: Int { queue.heldBackCount }

  /// Cards answered in this session that do not come back in it, and those with the ones to come.
  public var progress: (done: Int, total: Int) { queue.progress(plan, record) }

  /// What a person put together; nil when a deck is studied.
  public var custom: CustomStudy? { plan.custom }

  /// Whether the minutes of the session are over: nothing more is asked.
  public var isTimeUp: Bool { plan.isTimeUp }

  /// The four outcomes if the card on screen were answered now.
  public func outcomes() -> Outcomes? {
    currentCard.map { index.outcomes(ofCard: $0, at: index.clock.now()) }
  }

  // MARK: Answering

  /// What was answered in this session, oldest first.
  public var answers: [Answer] { record.answers }

  /// Answers the card on screen: the event is on disk when this returns.
  ///
  /// Nil, and nothing written, when that card is no longer to be asked: another program answered
  /// it meanwhile, or its text is gone. The next one is on screen then, unanswered.
  @discardableResult
  public func answer(_ grade: Grade, milliseconds: Int) throws(FileStorageError) -> Answer? {
    let (key, before) = (currentKey, presentation)
    try index.history.catchUp()
    refresh()
    guard let card = currentCard, currentKey == key, presentation == before else { return nil }
    let practice = plan.practice
    let mode = mode(ofCard: card)
    let answer = try write(card, grade, milliseconds, mode: mode)
    if mode == .cram {
      plan.practice.answered(grade)
      queue.takeInOwnEvent()
    } else {
      queue.answered(card: card)
    }
    plan.checkTime(index.clock.now())
    add(.init(card: answer.card, answer: answer, practiceBefore: practice))
    presentAnew()
    return answer
  }

  /// What an answer to the card on screen counts as.
  private func mode(ofCard card: Int) -> ReviewMode {
    if plan.practice.next != nil { return .cram }
    guard let place = index.place(ofCard: card) else { return .normal }
    return index.pool.candidates[place].isAhead(of: index.pool.moment) ? .ahead : .normal
  }

  /// Answers a card outside a session.
  @discardableResult
  public func answer(card: Int, _ grade: Grade, milliseconds: Int) throws(FileStorageError)
    -> Answer
  {
    let key = snapshot.cards[card].key
    try index.history.catchUp()
    index.refresh()
    return try write(snapshot.card(of: key) ?? card, grade, milliseconds, mode: .normal)
  }

  private func write(_ card: Int, _ grade: Grade, _ milliseconds: Int, mode: ReviewMode)
    throws(FileStorageError) -> Answer
  {
    let graded = CardEvents(index: index).grade(
      card, grade, milliseconds: milliseconds, mode: mode)
    try index.history.write(graded.drafts)
    return Answer(
      card: snapshot.cards[card].key, grade: grade, milliseconds: milliseconds,
      wasNew: graded.wasNew, becameLeech: graded.becameLeech)
  }

  // MARK: Other actions

  /// Tells the session that an action was written, so that its next card and undo are right;
  /// `adding` is how many cards it allowed beyond the session's limit.
  public func actionWritten(adding cards: Int = 0) {
    plan.widen(by: cards)
    if cards > 0 { plan.addTime(index.clock.now()) } else { plan.checkTime(index.clock.now()) }
    add(.init(card: currentKey, practiceBefore: plan.practice, widenedBy: cards))
    refresh()
  }

  /// More cards to practise, also where undo and redo lead.
  func extendPractice(by cards: [CardKey]) {
    guard !cards.isEmpty else { return }
    plan.practice.add(cards)
    record.extendPractice(by: cards)
  }

  private func add(_ step: SessionRecord.Step) {
    var step = step
    step.practiceAfter = plan.practice
    step.action = index.history.newestAction
    record.add(step)
  }

  /// Takes in that the card on screen was edited from here: its answers follow its new text.
  public func edited(from old: CardKey, to new: CardKey) {
    follow(old, to: new)
    rebuild(keeping: new)
  }

  /// Takes in that the card on screen has another text now, by someone else's hand: it is asked
  /// from its question.
  ///
  /// Its answers follow when its history did.
  public func replaced(_ old: CardKey, by new: CardKey, historyFollowed: Bool) {
    if historyFollowed { follow(old, to: new) }
    build(keeping: new)
    presentAnew()
  }

  private func follow(_ old: CardKey, to new: CardKey) {
    rename(old, to: new)
    var step = SessionRecord.Step(card: new, practiceBefore: plan.practice)
    step.renamed = (old, new)
    add(step)
  }

  private func rename(_ old: CardKey, to new: CardKey) {
    record.rename(old, to: new)
    plan.rename(old, to: new)
  }

  // MARK: Undo

  /// Takes the session's newest action back; its card is on screen again.
  ///
  /// False when there is none.
  public func undo() throws -> Bool {
    try undo { _ = try index.history.undo() }
  }

  /// The same by what is handed in, where more than events have to be taken back.
  ///
  /// False, and nothing done, when the newest action is none of the session's.
  public func undo(_ takeBack: () throws -> Void) throws -> Bool {
    guard let step = record.newest, let action = step.action,
      action == index.history.newestAction
    else { return false }
    try takeBack()
    record.undo()
    plan.practice = step.practiceBefore
    plan.widen(by: -step.widenedBy)
    plan.reopen()
    build(keeping: rename(after: step, from: \.new, to: \.old))
    presentAnew()
    return true
  }

  /// Brings back what `undo` took.
  public func redo() throws -> Bool {
    try redo { _ = try index.history.redo() }
  }

  /// The same by what is handed in.
  public func redo(_ bringBack: () throws -> Void) throws -> Bool {
    guard let step = record.newestUndone, let action = step.action,
      action == index.history.newestUndone
    else { return false }
    try bringBack()
    record.redo()
    plan.practice = step.practiceAfter
    plan.widen(by: step.widenedBy)
    _ = rename(after: step, from: \.old, to: \.new)
    build(keeping: step.answer == nil ? currentKey : nil)
    presentAnew()
    return true
  }

  /// Where the text of the step's card came back with it, so does what was done to the card.
  private func rename(
    after step: SessionRecord.Step,
    from: KeyPath<(old: CardKey, new: CardKey), CardKey>,
    to: KeyPath<(old: CardKey, new: CardKey), CardKey>
  ) -> CardKey? {
    guard let renamed = step.renamed, snapshot.card(of: renamed[keyPath: to]) != nil else {
      return step.card
    }
    rename(renamed[keyPath: from], to: renamed[keyPath: to])
    return renamed[keyPath: to]
  }
}
