public import StudyDomain

/// The cards of one session, in the order in which they are asked.
///
/// Learning steps that have come due are first, then the mix of reviews and new cards, then steps
/// that end within the learn-ahead time. A value: the caller keeps one and tells it what happened.
public struct StudyQueue: Sendable {
  /// Those answered stay in place, marked gone.
  var main: [QueueEntry]
  var isGone: [Bool]
  /// No card before it waits.
  var head = 0
  /// By time.
  var learning: [LearningEntry]
  var mainCounts = StudyCounts()
  /// The siblings that wait until tomorrow, though they are due or new and within the limits.
  public internal(set) var heldBack: [QueueEntry]
  var place: Place?
  var steps: [Step] = []
  var now: Timestamp
  let moment: StudyMoment
  let learnAhead: Int64

  enum Place: Sendable {
    case main(Int)
    case learning(LearningEntry)
  }

  /// What `undo` needs to step back.
  struct Step: Sendable {
    var place: Place?
    var learning: [LearningEntry]
    var gone: [Int] = []
    var copies: [Int] = []
    var noLongerHeld: [QueueEntry] = []
  }

  /// Puts a session together.
  ///
  /// `root` is the place of the opened deck in `decks`; nil is the whole collection. `keeping` is
  /// the place in the pool of the card on screen, which stays current if it is still to be asked.
  public init(
    decks: [QueueDeck], root: Int?, pool: CandidatePool, now: Timestamp,
    options: QueueOptions = QueueOptions(), keeping: Int? = nil
  ) {
    let gathered = QueueGathering(decks: decks, root: root, pool: pool, now: now, options: options)
    var assembly = QueueAssembly(gathered, mix: options.newMix)
    if let keeping {
      assembly.keep(pool.candidates[keeping], pool.moment)
    }
    if let limit = options.sessionLimit {
      assembly.cut(to: limit, begun: options.begun, now: now)
    }
    self.init(
      main: assembly.main, learning: assembly.learning, heldBack: assembly.heldBack,
      moment: pool.moment, now: now, options: options)
    place = assembly.current
  }

  /// A session over these cards in this order, due or not, without limits or burying.
  ///
  /// Those within a learning step of today come at its time. `options.begun` are not asked again,
  /// steps of today apart; the card `keeping` is on screen already.
  public init(
    listing candidates: [StudyCandidate], moment: StudyMoment, now: Timestamp,
    options: QueueOptions = QueueOptions(), keeping: Int32? = nil
  ) {
    var main: [QueueEntry] = []
    var learning: [LearningEntry] = []
    var place: Place?
    for candidate in candidates {
      let standing = candidate.standing(moment)
      var entry = QueueEntry(candidate, standing == .intradayLearning ? standing : .review)
      if standing == .intradayLearning {
        let step = LearningEntry(entry: entry, due: candidate.due)
        learning.append(step)
        if candidate.card == keeping { place = .learning(step) }
        continue
      }
      entry.part = candidate.phase == .new ? .new : candidate.phase == .review ? .due : .learning
      if candidate.card == keeping {
        main.insert(entry, at: 0)
        place = .main(0)
      } else if !options.begun.contains(candidate.card) {
        main.append(entry)
      }
    }
    learning.sort { ($0.due, $0.entry.card) < ($1.due, $1.entry.card) }
    self.init(
      main: main, learning: learning, heldBack: [], moment: moment, now: now, options: options)
    self.place = place
  }

  private init(
    main: [QueueEntry], learning: [LearningEntry], heldBack: [QueueEntry], moment: StudyMoment,
    now: Timestamp, options: QueueOptions
  ) {
    self.main = main
    self.learning = learning
    self.heldBack = heldBack
    self.moment = moment
    self.now = now
    isGone = [Bool](repeating: false, count: main.count)
    learnAhead = options.learnAheadSeconds * 1000
    for entry in main { count(entry, by: 1) }
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

  /// The card to ask now; the one on screen until it is answered.
  ///
  /// Nil when nothing is left for now.
  public mutating func next(at time: Timestamp) -> QueueEntry? {
    now = time
    if place != nil { return current }
    if let first = learning.first, first.due <= now.milliseconds {
      place = .learning(first)
    } else if head < main.count {
      place = .main(head)
    } else if let first = learning.first, first.due <= cutoff {
      place = .learning(first)
    }
    return current
  }

  /// What remains, the card on screen included, at the time last told.
  public var counts: StudyCounts {
    var counts = mainCounts
    counts.learning += learning.prefix { $0.due <= cutoff }.count
    return counts
  }

  /// When the next learning step is due that is not yet counted; nil when there is none today.
  public var nextStep: Timestamp? {
    learning.first { $0.due > cutoff }.map { Timestamp(milliseconds: $0.due) }
  }

  /// Every card still to come today, the one on screen included, in the order known now.
  public var remaining: [QueueEntry] {
    let waiting = main.indices.filter { !isGone[$0] }.map { main[$0] }
    let dueNow = learning.prefix { $0.due <= now.milliseconds }.map(\.entry)
    return dueNow + waiting + learning.dropFirst(dueNow.count).map(\.entry)
  }

  /// How many cards are still to come today, the one on screen included.
  public var remainingCount: Int { mainCounts.total + learning.count }

  /// How many of these cards are still to come today.
  public func remainingCount(of cards: Set<Int32>) -> Int {
    guard !cards.isEmpty else { return 0 }
    let waiting = main.indices[head...].count { !isGone[$0] && cards.contains(main[$0].card) }
    return waiting + learning.count { cards.contains($0.entry.card) }
  }

  /// True when `undo` has a step to take back.
  public var canUndo: Bool { !steps.isEmpty }

  /// Up to when learning steps count, in milliseconds.
  var cutoff: Int64 { now.milliseconds + learnAhead }
}
