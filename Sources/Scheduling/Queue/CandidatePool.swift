public import StudyDomain

/// All cards of a collection as the queue sees them on one study day, and what is counted of them.
///
/// Kept up to date card by card, so that neither the numbers of Home nor a session of one deck costs
/// a pass over the collection. The cards of a note follow each other.
public struct CandidatePool: Sendable {
  /// In the order of the collection.
  public private(set) var candidates: Records<StudyCandidate>
  public let moment: StudyMoment
  private var summary: Summary

  /// What is known of the candidates without looking at them: what a cache keeps beside them.
  public struct Summary: Sendable {
    /// By deck.
    var tallies: [Tally]
    /// In the order of the candidates.
    var stretches: [Stretch] = []
    /// The places of those answered on the day that have siblings.
    var answered: Set<Int32> = []
    /// The places of those within a learning step of the day.
    var intraday: Set<Int32> = []
  }

  /// Candidates of one deck that follow each other.
  public struct Stretch: Sendable, BitwiseCopyable {
    var deck: Int32
    var first: Int32
    var end: Int32
  }

  /// What is due of a deck itself, before limits and before siblings are held back.
  public struct Tally: Sendable, BitwiseCopyable {
    /// All cards, due or not.
    var cards: Int32 = 0
    var new: Int32 = 0
    var reviews: Int32 = 0
    var interdayLearning: Int32 = 0

    mutating func add(_ standing: StudyCandidate.Standing, times: Int32) {
      switch standing {
      case .notToday, .intradayLearning: break
      case .new: new += times
      case .review: reviews += times
      case .interdayLearning: interdayLearning += times
      }
    }
  }

  /// Looks at every candidate once; their decks are numbers below `deckCount`.
  public init(_ candidates: Records<StudyCandidate>, deckCount: Int, moment: StudyMoment) {
    self.candidates = candidates
    self.moment = moment
    var summary = Summary(tallies: Array(repeating: Tally(), count: deckCount))
    for (place, candidate) in candidates.enumerated() {
      let deck = candidate.deck
      if let last = summary.stretches.indices.last, summary.stretches[last].deck == deck {
        summary.stretches[last].end += 1
      } else {
        summary.stretches.append(
          Stretch(deck: deck, first: Int32(place), end: Int32(place + 1)))
      }
      summary.tallies[Int(deck)].cards += 1
      summary.count(candidate, at: place, among: candidates, moment)
    }
    self.summary = summary
  }

  /// The pool of an earlier start; `summary` is that of the very same candidates and moment.
  public init(
    _ candidates: Records<StudyCandidate>, summary: Summary, moment: StudyMoment
  ) {
    self.candidates = candidates
    self.summary = summary
    self.moment = moment
  }

  /// What to keep beside the candidates.
  public var kept: Summary { summary }

  /// Takes in what a card has become; its deck and note stay.
  public mutating func replace(at place: Int, with candidate: StudyCandidate) {
    summary.uncount(candidates[place], at: Int32(place), moment)
    candidates[place] = candidate
    summary.count(candidate, at: place, among: candidates, moment)
  }

  // MARK: Reading

  /// Cards of a deck itself.
  public func cardCount(ofDeck deck: Int) -> Int { Int(summary.tallies[deck].cards) }

  /// The places of all candidates of the decks that are marked, in order.
  public func places(where isInside: [Bool]) -> [Range<Int>] {
    summary.stretches.filter { isInside[Int($0.deck)] }.map { Int($0.first)..<Int($0.end) }
  }

  /// What is due of each deck itself, before limits; siblings of cards answered today are left
  /// out as their decks say, and learning steps that end after `cutoff`, in milliseconds.
  func due(_ decks: [QueueDeck], until cutoff: Int64) -> [DeckCounts.Due] {
    var due = summary.tallies.map { DeckCounts.Due($0) }
    for place in summary.intraday where candidates[Int(place)].due <= cutoff {
      due[Int(candidates[Int(place)].deck)].intradayLearning += 1
    }
    for place in summary.answered {
      let siblings = siblings(of: Int(place))
      // Once a note: with the first of its cards that was answered.
      guard siblings.first(where: { candidates[$0].isAnswered(on: moment.day) }) == Int(place)
      else { continue }
      for sibling in siblings {
        let standing = candidates[sibling].standing(moment)
        guard isHeldBack(at: sibling, standing, decks) else { continue }
        due[Int(candidates[sibling].deck)].tally.add(standing, times: -1)
      }
    }
    return due
  }

  /// True when a sibling answered on the day makes the card at `place` wait until tomorrow.
  ///
  /// A card that was itself answered is due again only because someone said so: it stays.
  func isHeldBack(
    at place: Int, _ standing: StudyCandidate.Standing, _ decks: [QueueDeck]
  ) -> Bool {
    guard !candidates[place].isAnswered(on: moment.day) else { return false }
    return siblings(of: place).contains {
      candidates[$0].isAnswered(on: moment.day)
        && decks[Int(candidates[$0].deck)].burying.holds(standing)
    }
  }

  /// The places of all cards of the note of the candidate at `place`, itself included.
  private func siblings(of place: Int) -> Range<Int> {
    let note = candidates[place].note
    var (first, end) = (place, place + 1)
    while first > 0, candidates[first - 1].note == note { first -= 1 }
    while end < candidates.count, candidates[end].note == note { end += 1 }
    return first..<end
  }
}

extension CandidatePool.Summary {
  fileprivate mutating func count(
    _ candidate: StudyCandidate, at place: Int, among candidates: Records<StudyCandidate>,
    _ moment: StudyMoment
  ) {
    if candidate.isAnswered(on: moment.day), candidates.hasSiblings(at: place) {
      answered.insert(Int32(place))
    }
    let standing = candidate.standing(moment)
    if standing == .intradayLearning { intraday.insert(Int32(place)) }
    tallies[Int(candidate.deck)].add(standing, times: 1)
  }

  fileprivate mutating func uncount(
    _ candidate: StudyCandidate, at place: Int32, _ moment: StudyMoment
  ) {
    answered.remove(place)
    intraday.remove(place)
    tallies[Int(candidate.deck)].add(candidate.standing(moment), times: -1)
  }

  /// What a cache wrote of `tallies`, `stretches` and places.
  public init(
    tallies: [CandidatePool.Tally], stretches: [CandidatePool.Stretch], answered: [Int32],
    intraday: [Int32]
  ) {
    self.tallies = tallies
    self.stretches = stretches
    self.answered = Set(answered)
    self.intraday = Set(intraday)
  }

  /// The parts that a cache writes, in the order in which they are read back.
  public var parts:
    (
      tallies: [CandidatePool.Tally], stretches: [CandidatePool.Stretch], answered: [Int32],
      intraday: [Int32]
    )
  { (tallies, stretches, answered.sorted(), intraday.sorted()) }
}

extension Records<StudyCandidate> {
  /// Whether the note of the candidate at `place` has other cards.
  fileprivate func hasSiblings(at place: Int) -> Bool {
    let note = self[place].note
    return place > 0 && self[place - 1].note == note
      || place + 1 < count && self[place + 1].note == note
  }
}
