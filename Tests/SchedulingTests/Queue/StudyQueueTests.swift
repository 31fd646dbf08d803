import StudyDomain
import Testing

@testable import Scheduling

/// A session as the learner sees it.
@Suite struct StudyQueueTests {
  private let moment = Replay.moment
  private let now = Replay.zero

  private func candidate(
    _ card: Int, note: Int? = nil, deck: Int = 0, face: Int = 0, _ change: (inout CardState) -> Void
  ) -> StudyCandidate {
    var state = CardState()
    change(&state)
    return StudyCandidate(
      card: card, note: note ?? card, deck: deck, position: note ?? card, face: face,
      hash: UInt64(card), state: state, today: moment.day)
  }

  private func new(_ card: Int, note: Int? = nil, face: Int = 0) -> StudyCandidate {
    candidate(card, note: note, face: face) { _ in }
  }

  private func review(_ card: Int, note: Int? = nil, overdue: Int = 0) -> StudyCandidate {
    candidate(card, note: note) {
      $0.phase = .review
      $0.interval = .days(10)
      $0.due = .day(moment.day + -overdue)
    }
  }

  private func queue(
    _ cards: [StudyCandidate], deck: QueueDeck = QueueDeck(), keeping: Int? = nil,
    at time: Timestamp? = nil, _ change: (inout QueueOptions) -> Void = { _ in }
  ) -> StudyQueue {
    var options = QueueOptions()
    change(&options)
    return StudyQueue(
      decks: [deck], root: 0, pool: CandidatePool(Records(cards), deckCount: 1, moment: moment),
      now: time ?? now, options: options,
      keeping: keeping.flatMap { card in cards.firstIndex { $0.card == card } })
  }

  private func graduated(_ days: Int = 8) -> CardState {
    var state = CardState()
    state.phase = .review
    state.interval = .days(days)
    state.due = .day(moment.day + days)
    state.lastDay = moment.day
    return state
  }

  private func step(_ seconds: Int64, from time: Timestamp) -> CardState {
    var state = CardState()
    state.phase = .learning
    state.due = .time(time.adding(seconds: seconds))
    state.lastDay = moment.day
    return state
  }

  @Test func `of 36 holes one is asked and 35 are said to wait`() {
    let session = queue((0..<36).map { new($0, note: 0, face: $0) })
    #expect(session.counts == StudyCounts(new: 1))
    #expect(session.heldBack.count == 35)
    var released = session
    released.releaseHeldBack()
    #expect(released.counts == StudyCounts(new: 36))
    #expect(released.heldBack.isEmpty)
    #expect(Set(released.remaining.map(\.card)).count == 36)
  }

  @Test func `a session of ten shows exactly ten when ten are there`() {
    let cards = (0..<24).map { new($0, note: $0 / 3, face: $0 % 3) }
    for (burying, shown) in [(Burying.all, 8), ([], 10)] as [(Burying, Int)] {
      var session = queue(cards, deck: QueueDeck(newPerDay: 100, burying: burying)) {
        $0.sessionLimit = 10
      }
      #expect(session.counts.total == shown)
      var seen: Set<Int32> = []
      while let entry = session.next(at: now) {
        seen.insert(entry.card)
        session.answered(graduated(), at: now)
      }
      #expect(seen.count == shown)
    }
  }

  @Test func `siblings come after the limit only, not within it`() {
    // Two notes of three holes and eight plain ones: ten without siblings.
    let cards =
      (0..<6).map { new($0, note: $0 / 3, face: $0 % 3) } + (6..<14).map { new($0) }
    let session = queue(cards, deck: QueueDeck(newPerDay: 100)) { $0.sessionLimit = 10 }
    #expect(session.counts.total == 10)
  }

  @Test func `random new cards mix look-alikes, the same all day and seed; file order is there`() {
    let cards = (0..<40).map { new($0) }
    let deck = QueueDeck(newPerDay: 100)
    func order(_ change: (inout QueueOptions) -> Void) -> [Int32] {
      queue(cards, deck: deck, change).remaining.map(\.card)
    }
    #expect(order { _ in } == Array(0..<40))
    let shuffled = order { $0.newOrder = .random }
    #expect(shuffled != Array(0..<40))
    #expect(shuffled.sorted() == Array(0..<40))
    #expect(shuffled == order { $0.newOrder = .random })
    #expect(
      shuffled
        != order {
          $0.newOrder = .random
          $0.seed = 5
        })
    // Four variants of one fact in a row would be cards 4k to 4k+3.
    let neighbours = zip(shuffled, shuffled.dropFirst()).filter { $0 / 4 == $1 / 4 }
    #expect(neighbours.count < 10)
  }

  @Test func `twenty back and twenty forth leave the counts as they were`() {
    let cards = (0..<30).map { $0 % 3 == 0 ? new($0) : review($0, overdue: $0) }
    var session = queue(cards)
    var path: [(Int32, StudyCounts)] = []
    for index in 0..<20 {
      guard let entry = session.next(at: now) else { break }
      path.append((entry.card, session.counts))
      session.answered(index % 4 == 0 ? step(60, from: now) : graduated(), at: now)
    }
    #expect(path.count == 20)
    for (card, counts) in path.reversed() {
      #expect(session.undo(at: now)?.card == card)
      #expect(session.counts == counts)
    }
    #expect(!session.canUndo)
    #expect(session.undo(at: now)?.card == path[0].0)
    for (index, (card, counts)) in path.enumerated() {
      #expect(session.next(at: now)?.card == card)
      #expect(session.counts == counts)
      session.answered(index % 4 == 0 ? step(60, from: now) : graduated(), at: now)
    }
  }

  @Test func `the card on screen stays when the queue is built anew`() {
    let cards = (0..<9).map { review($0, overdue: 9 - $0) }
    var session = queue(cards, keeping: 6)
    #expect(session.current?.card == 6)
    #expect(session.next(at: now)?.card == 6)
    #expect(session.counts.due == 9)
    session.answered(graduated(), at: now)
    #expect(session.next(at: now)?.card == 0)
    #expect(session.counts.due == 8)
    #expect(queue(cards, deck: QueueDeck(reviewsPerDay: 2), keeping: 6).counts.due == 3)
    let suspended = candidate(6) { $0.isSuspended = true }
    #expect(queue(cards.filter { $0.card != 6 } + [suspended], keeping: 6).current == nil)
  }

  @Test func `learning waits for its time, then comes first, and last when nothing else is left`() {
    var session = queue([review(0, overdue: 5), review(1, overdue: 4), new(2)])
    _ = session.next(at: now)
    session.answered(step(600, from: now), at: now)
    #expect(session.next(at: now)?.card != 0)
    session.answered(graduated(), at: now)
    #expect(session.counts.learning == 1)
    let later = now.adding(seconds: 601)
    #expect(session.next(at: later)?.card == 0)
    session.answered(step(600, from: later), at: later)
    #expect(session.next(at: later)?.card != 0)
    session.answered(graduated(), at: later)
    #expect(session.next(at: later)?.card == 0)
    session.answered(step(1300, from: later), at: later)
    #expect(session.next(at: later) == nil)
    #expect(session.nextStep == later.adding(seconds: 1300))
    #expect(session.counts.total == 0)
  }

  @Test func `a step past the rollover is not asked today, and is a review-like card tomorrow`() {
    let crossing = step(50_000, from: now)
    var session = queue([new(0)])
    _ = session.next(at: now)
    session.answered(crossing, at: now)
    #expect(session.next(at: moment.end.adding(seconds: -1)) == nil)
    let tomorrow = StudyMoment(
      day: moment.day + 1, start: moment.end, end: moment.end.adding(seconds: 86_400))
    let card = candidate(0) { $0 = crossing }
    #expect(card.standing(moment) == .notToday)
    #expect(card.standing(tomorrow) == .interdayLearning)
    // A step within its day that was missed is still a step of that day.
    #expect(candidate(0) { $0 = step(60, from: now) }.standing(tomorrow) == .intradayLearning)
  }

  @Test func `a card last seen in the future is due today`() {
    let card = candidate(0) {
      $0 = graduated(30)
      $0.lastDay = moment.day + 31
      $0.due = .day(moment.day + 61)
    }
    #expect(queue([card]).counts.due == 1)
  }

  @Test func `removed cards leave, and come back with undo`() {
    var session = queue((0..<5).map { review($0, overdue: 9 - $0) })
    _ = session.next(at: now)
    session.remove(cards: [0, 3])
    #expect(session.current == nil)
    #expect(session.counts.due == 3)
    #expect(session.next(at: now)?.card == 1)
    #expect(session.undo(at: now)?.card == 0)
    #expect(session.counts.due == 5)
  }

  @Test func `cramming lists what it is given and repeats what failed`() {
    let cards = [candidate(7) { $0 = graduated(90) }, new(3), review(5)]
    var session = StudyQueue(listing: cards, moment: moment, now: now)
    #expect(session.next(at: now)?.card == 7)
    session.postpone(at: now)
    #expect(session.counts.total == 3)
    #expect(session.next(at: now)?.card == 3)
    #expect(session.undo(at: now)?.card == 7)
    #expect(session.counts.total == 3)
    session.postpone(at: now)
    var rest: [Int32] = []
    while let entry = session.next(at: now) {
      rest.append(entry.card)
      session.answered(graduated(90), at: now)
    }
    #expect(rest == [3, 5, 7])
  }

  @Test func `limits used beyond what they allow leave nothing, never less`() {
    let deck = QueueDeck(newPerDay: 5, reviewsPerDay: 10, newDone: 9, reviewsDone: 40)
    let cards = (0..<9).map { new($0) } + (9..<30).map { review($0) }
    #expect(queue(cards, deck: deck).counts == StudyCounts())
    let counts = DeckCounts.counts(
      decks: [deck], pool: CandidatePool(Records(cards), deckCount: 1, moment: moment), now: now)
    #expect(counts == [StudyCounts()])
  }

  @Test func `counts equal a recount after anything, and no card comes twice without a reason`() {
    for seed in 0..<60 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      playAtRandom(&random)
    }
  }

  private func playAtRandom(_ random: inout SeededGenerator) {
    let bury: Burying = [[], .new, .all].randomElement(using: &random) ?? []
    let cards = (0..<60).map { card -> StudyCandidate in
      switch Int.random(in: 0..<4, using: &random) {
      case 0: return new(card, note: card / 3, face: card % 3)
      case 1: return review(card, note: card / 3, overdue: card)
      case 2:
        let seconds = Int64.random(in: -900...3000, using: &random)
        return candidate(card, note: card / 3) { $0 = step(seconds, from: now) }
      default:
        return candidate(card, note: card / 3) {
          $0.phase = .learning
          $0.due = .day(moment.day)
        }
      }
    }
    var session = queue(cards, deck: QueueDeck(newPerDay: 15, burying: bury))
    var time = now
    // Cards answered and not put back; by step, so that undo can take them out again.
    var history: [Set<Int32>] = []
    for _ in 0..<150 {
      time = time.adding(seconds: Int64.random(in: 0...40, using: &random))
      let done = history.reduce(into: Set<Int32>()) { $0.formUnion($1) }
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        if session.canUndo { history.removeLast() }
        _ = session.undo(at: time)
      case 1:
        let victims = Set(session.remaining.shuffled(using: &random).prefix(1).map(\.card))
        session.remove(cards: victims)
        history.append(victims)
      default:
        guard let entry = session.next(at: time) else { continue }
        #expect(!done.contains(entry.card), "card \(entry.card) came again")
        let comesBack = Int.random(in: 0..<3, using: &random) == 0
        session.answered(comesBack ? step(300, from: time) : graduated(), at: time)
        history.append(comesBack ? [] : [entry.card])
      }
      recount(session)
    }
  }

  private func recount(_ session: StudyQueue) {
    let remaining = session.remaining
    #expect(Set(remaining.map(\.card)).count == remaining.count, "a card is there twice")
    let late = session.learning.filter { $0.due > session.cutoff }.count
    let expected = StudyCounts(
      new: remaining.filter { $0.part == .new }.count,
      learning: remaining.filter { $0.part == .learning }.count - late,
      due: remaining.filter { $0.part == .due }.count)
    #expect(session.counts == expected)
    #expect(min(session.counts.new, session.counts.learning, session.counts.due) >= 0)
    let waiting = Set(session.heldBack.map(\.card))
    #expect(waiting.isDisjoint(with: remaining.map(\.card)))
  }
}
