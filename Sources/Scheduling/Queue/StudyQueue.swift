public import StudyDomain

/// The cards of one session, in the order in which they are asked.
///
/// Learning steps that have come due are first, then the mix of reviews and new cards, then steps
/// that end within the learn-ahead time. A value: the caller keeps one and tells it what happened.
public struct StudyQueue: Sendable {
  /// Reviews, learning across days and new cards, in order; those answered stay, marked gone.
  private var main: [QueueEntry]
  private var isGone: [Bool]
  private var head = 0
  /// By time.
  private var learning: [LearningEntry]
  private var mainCounts = StudyCounts()
  private var held: [Held]
  private var place: Place?
  private var steps: [Step] = []
  private var now: Timestamp
  private var moment: StudyMoment
  private let learnAhead: Int64
  private let burying: [Burying]
  private var buriesSiblings: Bool

  private enum Place: Sendable {
    case main(Int)
    case learning(LearningEntry)
  }

  private struct Held: Sendable {
    var entry: QueueEntry
    /// Where it stands in `main`, if it was held back after the session began.
    var index: Int?
  }

  /// What `undo` needs to step back.
  private struct Step: Sendable {
    var place: Place?
    var learning: [LearningEntry]
    var gone: [Int]
  }

  /// Puts a session together.
  ///
  /// `root` is the place of the opened deck in `decks`; nil is the whole collection. `keeping` is
  /// the card on screen, which stays current if it is still to be asked at all.
  public init(
    decks: [QueueDeck], root: Int?, candidates: [StudyCandidate], moment: StudyMoment,
    now: Timestamp, options: QueueOptions = QueueOptions(), keeping: Int? = nil
  ) {
    let gathered = QueueGathering(
      decks: decks, root: root, candidates: candidates, moment: moment, now: now, options: options)
    // New cards are spread through reviews and learning, which are spread through each other.
    let due = interspersed(gathered.reviews, gathered.interday)
    var main: [QueueEntry]
    switch options.newMix {
    case .mix: main = interspersed(due, gathered.new)
    case .before: main = gathered.new + due
    case .after: main = due + gathered.new
    }
    var learning = gathered.learning
    var held = gathered.heldBack.map { Held(entry: $0, index: nil) }
    var kept: Place?
    if let card = keeping.map({ Int32(truncatingIfNeeded: $0) }) {
      if let entry = learning.first(where: { $0.entry.card == card }) {
        kept = .learning(entry)
      } else {
        let found = main.firstIndex { $0.card == card }
        let entry = found.map { main[$0] } ?? Self.entry(of: card, in: candidates, moment)
        if let entry {
          if let found { main.remove(at: found) }
          held.removeAll { $0.entry.card == card }
          main.insert(entry, at: 0)
          kept = .main(0)
        }
      }
    }
    if let limit = options.sessionLimit {
      Self.limit(&main, &learning, to: limit, now: now, keeping: kept)
    }
    self.init(
      main: main, learning: learning, held: held, moment: moment, now: now, options: options,
      burying: decks.map(\.burying))
    place = kept
  }

  /// A session over these cards in this order, due or not, without limits or burying: for
  /// cramming and for "study these".
  public init(
    listing candidates: [StudyCandidate], moment: StudyMoment, now: Timestamp
  ) {
    var options = QueueOptions()
    options.buriesSiblings = false
    let entries = candidates.map { candidate in
      let standing = candidate.standing(moment)
      var entry = QueueEntry(candidate, standing == .intradayLearning ? .review : standing)
      entry.part = candidate.phase == .new ? .new : candidate.phase == .review ? .due : .learning
      return entry
    }
    self.init(
      main: entries, learning: [], held: [], moment: moment, now: now, options: options,
      burying: [])
  }

  private init(
    main: [QueueEntry], learning: [LearningEntry], held: [Held], moment: StudyMoment,
    now: Timestamp, options: QueueOptions, burying: [Burying]
  ) {
    self.main = main
    self.learning = learning
    self.held = held
    self.moment = moment
    self.now = now
    self.burying = burying
    isGone = [Bool](repeating: false, count: main.count)
    learnAhead = options.learnAheadSeconds * 1000
    buriesSiblings = options.buriesSiblings
    for entry in main { count(entry, by: 1) }
  }

  private static func entry(
    of card: Int32, in candidates: [StudyCandidate], _ moment: StudyMoment
  ) -> QueueEntry? {
    guard let candidate = candidates.first(where: { $0.card == card }) else { return nil }
    let standing = candidate.standing(moment)
    return standing == .notToday ? nil : QueueEntry(candidate, standing)
  }

  /// Keeps the first cards in the order in which they would be shown now.
  private static func limit(
    _ main: inout [QueueEntry], _ learning: inout [LearningEntry], to limit: Int, now: Timestamp,
    keeping: Place?
  ) {
    var room = max(limit, keeping == nil ? 0 : 1)
    if case .learning(let kept) = keeping {
      learning.removeAll { $0 == kept }
      learning.insert(kept, at: 0)
    }
    let dueNow = learning.prefix { $0.due <= now.milliseconds }.count
    let reserved = if case .main = keeping { 1 } else { 0 }
    let first = min(
      max(dueNow, { if case .learning = keeping { 1 } else { 0 } }()), room - reserved)
    room -= first
    main = Array(main.prefix(room))
    room -= main.count
    learning = Array(learning.prefix(first + (first == dueNow ? room : 0)))
    learning.sort { ($0.due, $0.entry.card) < ($1.due, $1.entry.card) }
  }

  // MARK: Asking

  /// The card on screen; nil before the first `next` and after an answer.
  public var current: QueueEntry? {
    switch place {
    case .main(let index): main[index]
    case .learning(let learning): learning.entry
    case nil: nil
    }
  }

  /// The card to ask now; the one on screen until it is answered. Nil when nothing is left for
  /// now.
  public mutating func next(at time: Timestamp) -> QueueEntry? {
    now = time
    if place != nil { return current }
    skipGone()
    if let first = learning.first, first.due <= now.milliseconds {
      place = .learning(first)
    } else if head < main.count {
      place = .main(head)
    } else if let first = learning.first, first.due <= now.milliseconds + learnAhead {
      place = .learning(first)
    }
    return current
  }

  /// What remains, the card on screen included.
  public var counts: StudyCounts {
    var counts = mainCounts
    let cutoff = now.milliseconds + learnAhead
    counts.learning += learning.prefix { $0.due <= cutoff }.count
    return counts
  }

  /// When the next learning step is due that is not yet counted; nil when there is none today.
  public var nextStep: Timestamp? {
    let cutoff = now.milliseconds + learnAhead
    return learning.first { $0.due > cutoff }.map { Timestamp(milliseconds: $0.due) }
  }

  /// Every card still to come today, the one on screen included, in the order known now.
  public var remaining: [QueueEntry] {
    let waiting = main.indices.filter { !isGone[$0] }.map { main[$0] }
    let dueNow = learning.prefix { $0.due <= now.milliseconds }.map(\.entry)
    return dueNow + waiting + learning.dropFirst(dueNow.count).map(\.entry)
  }

  // MARK: What happened

  /// The card on screen was answered; `state` is what the history now says of it.
  ///
  /// It comes back if a step of today remains; siblings in the queue are held back as its deck
  /// says. Does nothing without a card on screen.
  public mutating func answered(_ state: CardState, at time: Timestamp) {
    guard let place, let entry = current else { return }
    now = time
    var step = Step(place: place, learning: learning, gone: [])
    leave(place, &step)
    if buriesSiblings { holdSiblings(of: entry, &step) }
    let candidate = StudyCandidate(
      card: Int(entry.card), note: Int(entry.note), deck: Int(entry.deck), position: 0,
      face: Int(entry.face), hash: 0, state: state, today: moment.day)
    if candidate.standing(moment) == .intradayLearning {
      requeue(LearningEntry(entry: QueueEntry(candidate, .intradayLearning), due: candidate.due))
    }
    self.place = nil
    steps.append(step)
  }

  /// These cards are not asked any more today: suspended, buried, deleted, or answered elsewhere.
  ///
  /// Takes back as one step; a card on screen among them leaves it.
  public mutating func remove(cards: Set<Int32>) {
    var step = Step(place: nil, learning: learning, gone: [])
    if let entry = current, cards.contains(entry.card) {
      step.place = place
      place = nil
    }
    learning.removeAll { cards.contains($0.entry.card) }
    for index in main.indices where !isGone[index] && cards.contains(main[index].card) {
      leave(.main(index), &step)
    }
    held.removeAll { cards.contains($0.entry.card) && $0.index == nil }
    steps.append(step)
  }

  /// The card on screen goes to the end, as it is: for a card failed while cramming.
  public mutating func postpone(at time: Timestamp) {
    guard case .main(let index) = place else { return }
    now = time
    var step = Step(place: place, learning: learning, gone: [])
    leave(.main(index), &step)
    main.append(main[index])
    isGone.append(false)
    count(main[index], by: 1)
    place = nil
    // Stepping back would need the copy gone: postponing begins a new line of steps.
    steps.removeAll()
  }

  /// True when `undo` has a step to take back.
  public var canUndo: Bool { !steps.isEmpty }

  /// Takes the last answer or removal back; its card, if it was on screen, is on screen again.
  public mutating func undo(at time: Timestamp) -> QueueEntry? {
    guard let step = steps.popLast() else { return current }
    now = time
    learning = step.learning
    for index in step.gone where isGone[index] {
      isGone[index] = false
      head = min(head, index)
      count(main[index], by: 1)
      held.removeAll { $0.index == index }
    }
    if let before = step.place { place = before }
    return current
  }

  // MARK: Siblings held back

  /// The siblings that wait until tomorrow, though they are due or new and within the limits.
  public var heldBack: [QueueEntry] { held.map(\.entry) }

  /// Puts the siblings held back at the end of the queue; from now on none is held back.
  public mutating func releaseHeldBack() {
    for sibling in held {
      if let index = sibling.index {
        isGone[index] = false
        head = min(head, index)
      } else {
        main.append(sibling.entry)
        isGone.append(false)
      }
      count(sibling.entry, by: 1)
    }
    held = []
    buriesSiblings = false
  }

  private mutating func holdSiblings(of entry: QueueEntry, _ step: inout Step) {
    // A card holds back only what is gathered after its kind: learning, then reviews, then new.
    var mode = burying[Int(entry.deck)]
    if entry.standing == .review || entry.standing == .new { mode.remove(.interdayLearning) }
    if entry.standing == .new { mode.remove(.reviews) }
    guard !mode.isEmpty else { return }
    for index in main.indices.dropFirst(head)
    where !isGone[index] && main[index].note == entry.note && main[index].card != entry.card
      && mode.holds(main[index].standing)
    {
      leave(.main(index), &step)
      held.append(Held(entry: main[index], index: index))
    }
  }

  // MARK: Keeping order

  private mutating func leave(_ place: Place, _ step: inout Step) {
    switch place {
    case .main(let index):
      isGone[index] = true
      count(main[index], by: -1)
      step.gone.append(index)
    case .learning(let entry):
      learning.removeAll { $0 == entry }
    }
    skipGone()
  }

  private mutating func skipGone() {
    while head < main.count, isGone[head] { head += 1 }
  }

  /// Puts a step at its time, but behind the next card when it would be shown again at once.
  private mutating func requeue(_ entry: LearningEntry) {
    var entry = entry
    let cutoff = now.milliseconds + learnAhead
    if entry.due <= cutoff, head >= main.count, let other = learning.first,
      other.due >= entry.due, other.due + 1000 < cutoff
    {
      entry.due = other.due + 1000
    }
    let index = learning.firstIndex { $0.due > entry.due } ?? learning.endIndex
    learning.insert(entry, at: index)
  }

  private mutating func count(_ entry: QueueEntry, by amount: Int) {
    switch entry.part {
    case .new: mainCounts.new += amount
    case .learning: mainCounts.learning += amount
    case .due: mainCounts.due += amount
    }
  }
}
