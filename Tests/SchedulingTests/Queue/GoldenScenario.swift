import StudyDomain

@testable import Scheduling

/// What `record_queue.py` wrote down of the real engine.
struct GoldenFile: Decodable {
  var engine: String
  var scenarios: [GoldenScenario]
}

/// One moment: the cards as they were, and what the engine showed.
struct GoldenScenario: Decodable {
  var name: String
  var root: String
  var at: Int64
  var decks: [Deck]
  var cards: [Card]
  /// New, learning, due by deck.
  var tree: [String: [Int]]
  var counts: [Int]
  var queue: [Shown]
  var play: [Step]?

  struct Deck: Decodable {
    var name: String
    var new: Int
    var reviews: Int
    var bury: [String]
    var mix: String
    var order: String
    var retention: Double
    var done: [Int]
    var extra: [Int]
  }

  struct Card: Decodable {
    var card: Int
    var note: Int
    var face: Int
    var deck: String
    var type: String
    var position: Int
    var day: Int?
    var seconds: Int64?
    var interval: Int?
    var memory: [Double]?
    var last_review: Int64?
    var suspended: Bool?
    var buried: Bool?
    var answered_today: Bool?
  }

  struct Shown: Decodable, Equatable {
    var card: Int32
    var part: StudyPart

    init(card: Int32, part: StudyPart) {
      self.card = card
      self.part = part
    }

    init(from decoder: any Decoder) throws {
      var values = try decoder.unkeyedContainer()
      card = try values.decode(Int32.self)
      part = StudyPart(recorded: try values.decode(String.self))
    }
  }

  struct Step: Decodable {
    var card: Int32
    var part: String
    var counts: [Int]
    var at: Int64
    var after: State

    struct State: Decodable {
      var type: String
      var day: Int?
      var seconds: Int64?
      var interval: Int?
    }
  }
}

extension StudyPart {
  init(recorded word: String) {
    self = word == "new" ? .new : word == "learning" ? .learning : .due
  }
}

extension StudyCounts {
  var list: [Int] { [new, learning, due] }
}

/// A scenario as our own values.
///
/// The moment of recording is second 1,000,000,000 of a study day
/// that has half a day before and behind it.
struct Replay {
  static let zero = Timestamp(seconds: 1_000_000_000)
  static let moment = StudyMoment(
    day: StudyDay(11_574), start: zero.adding(seconds: -43_200), end: zero.adding(seconds: 43_200))

  let scenario: GoldenScenario
  let decks: [QueueDeck]
  let candidates: [StudyCandidate]
  let root: Int?

  init(_ scenario: GoldenScenario) {
    self.scenario = scenario
    let names = scenario.decks.map(\.name)
    decks = scenario.decks.map { deck in
      var burying: Burying = []
      if deck.bury.contains("new") { burying.insert(.new) }
      if deck.bury.contains("reviews") { burying.insert(.reviews) }
      if deck.bury.contains("interday") { burying.insert(.interdayLearning) }
      let parent = DeckName(deck.name).parent?.text
      return QueueDeck(
        parent: parent.flatMap { names.firstIndex(of: $0) }, newPerDay: deck.new,
        reviewsPerDay: deck.reviews, extraNew: deck.extra[0], extraReviews: deck.extra[1],
        newDone: deck.done[0], reviewsDone: deck.done[1], burying: burying,
        desiredRetention: deck.retention)
    }
    root = names.firstIndex(of: scenario.root)
    candidates = scenario.cards.map { card in
      StudyCandidate(
        card: card.card, note: card.note, deck: names.firstIndex(of: card.deck) ?? 0,
        position: card.position, face: card.face, hash: UInt64(card.card), state: Self.state(card),
        today: Self.moment.day)
    }
  }

  func now(_ seconds: Int64) -> Timestamp { Self.zero.adding(seconds: seconds) }

  var options: QueueOptions {
    var options = QueueOptions()
    let deck = scenario.decks.first { $0.name == scenario.root }
    options.newMix = DeckOptions.NewMix(rawValue: deck?.mix ?? "") ?? .mix
    options.reviewOrder = DeckOptions.ReviewOrder(rawValue: deck?.order ?? "") ?? .due
    return options
  }

  var treeCounts: [StudyCounts] {
    DeckCounts.counts(
      decks: decks, pool: pool, now: now(scenario.at))
  }

  func queue() -> StudyQueue {
    StudyQueue(
      decks: decks, root: root, pool: pool, now: now(scenario.at), options: options)
  }

  var pool: CandidatePool {
    CandidatePool(Records(candidates), deckCount: decks.count, moment: Self.moment)
  }

  static func state(_ card: GoldenScenario.Card) -> CardState {
    var state = state(
      type: card.type, day: card.day, seconds: card.seconds, interval: card.interval)
    if let memory = card.memory {
      state.memory = MemoryState(stability: memory[0], difficulty: memory[1])
    }
    state.lastReview = card.last_review.map { zero.adding(seconds: $0) }
    state.isSuspended = card.suspended ?? false
    state.buriedDay = card.buried == true ? moment.day : nil
    state.lastDay = card.answered_today == true ? moment.day : nil
    return state
  }

  static func state(type: String, day: Int?, seconds: Int64?, interval: Int?) -> CardState {
    var state = CardState()
    state.phase = CardPhase(word: type) ?? .new
    state.interval = interval.map { .days($0) }
    if let day { state.due = .day(moment.day + day) }
    if let seconds { state.due = .time(zero.adding(seconds: seconds)) }
    return state
  }
}
