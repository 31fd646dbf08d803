import StudyDomain

/// Picks the cards of a session: learning first, then reviews, then new cards, within the limits
/// of every deck from the card's own up to the one opened, siblings held back.
struct QueueGathering {
  private let decks: [QueueDeck]
  private let pool: CandidatePool
  private let options: QueueOptions
  private let isInside: [Bool]
  private var limits: [DayLimits]
  private var seen: [Int32: Burying] = [:]

  private var candidates: Records<StudyCandidate> { pool.candidates }
  private var moment: StudyMoment { pool.moment }

  private(set) var learning: [LearningEntry] = []
  private(set) var interday: [QueueEntry] = []
  private(set) var reviews: [QueueEntry] = []
  private(set) var new: [QueueEntry] = []
  /// Siblings that would be here but for burying.
  private(set) var heldBack: [QueueEntry] = []

  init(
    decks: [QueueDeck], root: Int?, pool: CandidatePool, now: Timestamp, options: QueueOptions
  ) {
    self.decks = decks
    self.pool = pool
    self.options = options
    limits = DayLimits.remaining(in: decks)
    var inside = [Bool](repeating: root == nil, count: decks.count)
    for index in decks.indices where !inside[index] {
      inside[index] = index == root || (decks[index].parent.map { inside[$0] } ?? false)
    }
    isInside = inside
    gather(now: now)
  }

  private mutating func gather(now: Timestamp) {
    let seed = mixed(UInt64(bitPattern: Int64(moment.day.number)) ^ options.seed)
    let sorting = ReviewSorting(
      order: options.reviewOrder, decks: decks, moment: moment, now: now, seed: seed)
    let piles = Piles(pool, isInside: isInside, only: options.only)
    gatherLearning(piles.intraday)
    for index in sorting.sorted(piles.interday, of: candidates) {
      if let entry = take(index, .interdayLearning) { interday.append(entry) }
    }
    for index in sorting.sorted(piles.reviews, of: candidates) {
      if let entry = take(index, .review) { reviews.append(entry) }
    }
    gatherNew(piles.new, seed: seed)
  }

  /// Candidates by where they stand today.
  private struct Piles {
    var intraday: [Int32] = []
    var interday: [Int32] = []
    var reviews: [Int32] = []
    var new: [Int32] = []

    init(_ pool: CandidatePool, isInside: [Bool], only: Set<Int32>?) {
      for index in pool.places(where: isInside).joined() {
        if let only, !only.contains(pool.candidates[index].card) { continue }
        switch pool.candidates[index].standing(pool.moment) {
        case .notToday: continue
        case .intradayLearning: intraday.append(Int32(index))
        case .interdayLearning: interday.append(Int32(index))
        case .review: reviews.append(Int32(index))
        case .new: new.append(Int32(index))
        }
      }
    }
  }

  private mutating func gatherLearning(_ indexes: [Int32]) {
    for index in indexes {
      let candidate = candidates[Int(index)]
      _ = noteSeen(candidate)
      learning.append(
        LearningEntry(entry: QueueEntry(candidate, .intradayLearning), due: candidate.due))
    }
    learning.sort { ($0.due, $0.entry.card) < ($1.due, $1.entry.card) }
  }

  private mutating func gatherNew(_ indexes: [Int32], seed: UInt64) {
    switch options.newOrder {
    case .deck:
      let cards = candidates
      func place(_ index: Int32) -> (Int32, Int32, UInt16, Int32) {
        let card = cards[Int(index)]
        return (card.deck, card.position, card.face, index)
      }
      for index in indexes.sorted(by: { place($0) < place($1) }) {
        if let entry = take(index, .new) { new.append(entry) }
      }
      // First faces before second ones: siblings that are not held back do not follow each other.
      let inOrder = new.enumerated().sorted {
        ($0.element.face, $0.offset) < ($1.element.face, $1.offset)
      }
      new = inOrder.map(\.element)
    case .random:
      let keyed = indexes.map { (tie(of: candidates[Int($0)], seed: seed), $0) }
      for (_, index) in keyed.sorted(by: <) {
        if let entry = take(index, .new) { new.append(entry) }
      }
    }
  }

  /// The card's entry if the limits have room and no sibling holds it back.
  private mutating func take(_ index: Int32, _ standing: StudyCandidate.Standing) -> QueueEntry? {
    let candidate = candidates[Int(index)]
    guard hasRoom(Int(candidate.deck), standing) else { return nil }
    let entry = QueueEntry(candidate, standing)
    let isHeldBack =
      options.buriesSiblings && pool.isHeldBack(at: Int(index), standing, decks)
    if isHeldBack || noteSeen(candidate).holds(standing) {
      heldBack.append(entry)
      return nil
    }
    spend(Int(candidate.deck), standing)
    return entry
  }

  /// Marks the note as seen; returns what its earlier cards hold back.
  private mutating func noteSeen(_ candidate: StudyCandidate) -> Burying {
    guard options.buriesSiblings else { return [] }
    let before = seen[candidate.note]
    seen[candidate.note] = (before ?? []).union(decks[Int(candidate.deck)].burying)
    return before ?? []
  }

  private func hasRoom(_ deck: Int, _ standing: StudyCandidate.Standing) -> Bool {
    guard !options.ignoresLimits else { return true }
    var current: Int? = deck
    while let index = current, isInside[index] {
      if (standing == .new ? limits[index].new : limits[index].reviews) == 0 { return false }
      current = decks[index].parent
    }
    return true
  }

  private mutating func spend(_ deck: Int, _ standing: StudyCandidate.Standing) {
    var current: Int? = deck
    while let index = current, isInside[index] {
      if standing == .new { limits[index].takeNew() } else { limits[index].takeReview() }
      current = decks[index].parent
    }
  }
}
