import StudyDomain

/// The cards of a session, mixed and cut to length, before the first is asked.
struct QueueAssembly {
  /// Reviews, learning across days and new cards, in order.
  private(set) var main: [QueueEntry]
  /// By time.
  private(set) var learning: [LearningEntry]
  private(set) var heldBack: [QueueEntry]
  /// The card that is on screen already.
  private(set) var current: StudyQueue.Place?

  init(_ gathered: QueueGathering, mix: DeckOptions.NewMix) {
    // New cards are spread through reviews and learning, which are spread through each other.
    let due = interspersed(gathered.reviews, gathered.interday)
    switch mix {
    case .mix: main = interspersed(due, gathered.new)
    case .before: main = gathered.new + due
    case .after: main = due + gathered.new
    }
    learning = gathered.learning
    heldBack = gathered.heldBack
  }

  /// Puts a card first and on screen, limits and siblings notwithstanding, if it is to be asked
  /// today at all.
  mutating func keep(_ candidate: StudyCandidate, _ moment: StudyMoment) {
    let card = candidate.card
    if let entry = learning.first(where: { $0.entry.card == card }) {
      current = .learning(entry)
      return
    }
    let standing = candidate.standing(moment)
    guard standing != .notToday else { return }
    main.removeAll { $0.card == card }
    heldBack.removeAll { $0.card == card }
    main.insert(QueueEntry(candidate, standing), at: 0)
    current = .main(0)
  }

  /// Keeps the first cards in the order in which they would be shown now, at most `limit` of them
  /// besides those already begun; the one on screen is kept in any case.
  mutating func cut(to limit: Int, begun: Set<Int32>, now: Timestamp) {
    var admitted = begun
    var room = limit
    if let card = currentCard, admitted.insert(card).inserted { room -= 1 }
    func admits(_ entry: QueueEntry) -> Bool {
      if admitted.contains(entry.card) { return true }
      guard room > 0 else { return false }
      room -= 1
      return true
    }
    let early = learning.filter { $0.due <= now.milliseconds && admits($0.entry) }
    main = main.filter(admits)
    let late = learning.filter { $0.due > now.milliseconds && admits($0.entry) }
    learning = early + late
  }

  private var currentCard: Int32? {
    switch current {
    case .main(let index): main[index].card
    case .learning(let kept): kept.entry.card
    case nil: nil
    }
  }
}
