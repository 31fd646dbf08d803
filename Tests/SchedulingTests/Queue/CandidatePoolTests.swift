import StudyDomain
import TestSupport
import Testing

@testable import Scheduling

@Suite struct CandidatePoolTests {
  private let moment = Replay.moment
  private let now = Replay.zero
  private let decks = [
    QueueDeck(burying: []), QueueDeck(parent: 0, burying: .new), QueueDeck(parent: 0),
    QueueDeck(newPerDay: 1, reviewsPerDay: 2),
  ]

  @Test func `a pool told of every change equals one made anew`() {
    for seed in 0..<80 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var cards = (0..<50).map { card(at: $0, &random) }
      var pool = CandidatePool(Records(cards), deckCount: decks.count, moment: moment)
      for _ in 0..<40 {
        let place = Int.random(in: cards.indices, using: &random)
        cards[place] = card(at: place, &random)
        pool.replace(at: place, with: cards[place])
      }
      let fresh = CandidatePool(Records(cards), deckCount: decks.count, moment: moment)
      #expect("\(pool.kept.parts)" == "\(fresh.kept.parts)", "seed \(seed)")
      let kept = fresh.kept.parts
      let read = CandidatePool(
        Records(cards),
        summary: CandidatePool.Summary(
          tallies: kept.tallies, stretches: kept.stretches, answered: kept.answered,
          intraday: kept.intraday), moment: moment)
      for pool in [pool, fresh, read] {
        #expect(
          DeckCounts.counts(decks: decks, pool: pool, now: now) == recount(cards), "seed \(seed)")
      }
    }
  }

  @Test func `the places of decks are all of their candidates, in order`() {
    var random = SeededGenerator(seed: 7)
    let cards = (0..<50).map { card(at: $0, &random) }
    let pool = CandidatePool(Records(cards), deckCount: decks.count, moment: moment)
    for inside in [
      [true, false, true, false], [false, true, false, true], [true, true, true, true],
    ] {
      let expected = cards.indices.filter { inside[Int(cards[$0].deck)] }
      #expect(Array(pool.places(where: inside).joined()) == expected)
    }
  }

  /// Notes of three cards, the last of them in another deck.
  private func card(at place: Int, _ random: inout SeededGenerator) -> StudyCandidate {
    var state = CardState()
    state.phase = [.new, .learning, .review, .relearning].randomElement(using: &random) ?? .new
    if state.phase != .new {
      let isToday = Bool.random(using: &random)
      state.due =
        isToday
        ? .time(now.adding(seconds: Int64.random(in: -3000...90_000, using: &random)))
        : .day(moment.day + Int.random(in: -2...2, using: &random))
      state.lastDay = moment.day + Int.random(in: -2...0, using: &random)
      state.isSuspended = Int.random(in: 0..<8, using: &random) == 0
      state.buriedDay = Int.random(in: 0..<8, using: &random) == 0 ? moment.day : nil
    }
    let note = place / 3
    return StudyCandidate(
      card: place, note: note, deck: (note + place % 3 / 2) % decks.count, position: note,
      face: place % 3, hash: UInt64(place), state: state, today: moment.day)
  }

  /// What Home shows, by looking at every card.
  private func recount(_ cards: [StudyCandidate]) -> [StudyCounts] {
    let cutoff = now.adding(seconds: DeckCounts.learnAheadSeconds).milliseconds
    var (new, reviews, across, within) = (
      [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]
    )
    for card in cards {
      let deck = Int(card.deck)
      let holding = cards.filter { $0.note == card.note && $0.isAnswered(on: moment.day) }
        .reduce(into: Burying()) { $0.formUnion(decks[Int($1.deck)].burying) }
      let standing = card.standing(moment)
      if !card.isAnswered(on: moment.day), holding.holds(standing) { continue }
      switch standing {
      case .notToday: break
      case .new: new[deck] += 1
      case .review: reviews[deck] += 1
      case .interdayLearning: across[deck] += 1
      case .intradayLearning: within[deck] += card.due <= cutoff ? 1 : 0
      }
    }
    for deck in decks.indices.reversed() {
      let limits = decks[deck]
      across[deck] = min(across[deck], limits.reviewsPerDay)
      reviews[deck] = min(reviews[deck], limits.reviewsPerDay - across[deck])
      new[deck] = min(
        new[deck], limits.newPerDay, limits.reviewsPerDay - across[deck] - reviews[deck])
      guard let parent = limits.parent else { continue }
      new[parent] += new[deck]
      reviews[parent] += reviews[deck]
      across[parent] += across[deck]
      within[parent] += within[deck]
    }
    return decks.indices.map {
      StudyCounts(new: new[$0], learning: across[$0] + within[$0], due: reviews[$0])
    }
  }
}
