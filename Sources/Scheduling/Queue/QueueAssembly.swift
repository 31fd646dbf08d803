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
  mutating func keep(_ card: Int32, of candidates: [StudyCandidate], _ moment: StudyMoment) {
    if let entry = learning.first(where: { $0.entry.card == card }) {
      current = .learning(entry)
      return
    }
    guard let candidate = candidates.first(where: { $0.card == card }) else { return }
    let standing = candidate.standing(moment)
    guard standing != .notToday else { return }
    main.removeAll { $0.card == card }
    heldBack.removeAll { $0.card == card }
    main.insert(QueueEntry(candidate, standing), at: 0)
    current = .main(0)
  }

  /// Keeps the first cards in the order in which they would be shown now, the one on screen among
  /// them.
  mutating func cut(to limit: Int, now: Timestamp) {
    var room = max(limit, current == nil ? 0 : 1)
    var early = learning.filter { $0.due <= now.milliseconds }
    var late = learning.filter { $0.due > now.milliseconds }
    var places = room
    switch current {
    case .main: places -= 1
    case .learning(let kept):
      early.removeAll { $0 == kept }
      late.removeAll { $0 == kept }
      early.insert(kept, at: 0)
    case nil: break
    }
    early = Array(early.prefix(places))
    room -= early.count
    main = Array(main.prefix(room))
    room -= main.count
    learning = (early + late.prefix(room)).sorted {
      ($0.due, $0.entry.card) < ($1.due, $1.entry.card)
    }
  }
}
