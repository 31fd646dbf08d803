import Scheduling
import StudyDomain

/// What a session asks: settled when it begins, widened by wish on the way.
struct SessionPlan: Equatable {
  /// The deck that is studied; nil is the whole collection.
  var deck: DeckName?
  /// What a person put together; nil studies the deck.
  private(set) var custom: CustomStudy?
  /// The cards that `custom` comes to.
  private(set) var choice = Choice.deck
  /// The most different cards to ask; nil asks all that the day's limits allow.
  private(set) var limit: Int?
  /// The limit that the session began with, practice too.
  private(set) var firstLimit: Int?
  /// True once siblings that wait until tomorrow were asked for.
  var showsSiblings = false
  /// Seconds by which learning steps may be asked before their time.
  var learnAheadSeconds = DeckCounts.learnAheadSeconds
  /// Cards asked for practice only.
  var practice = PracticeRound()
  /// Cards of the choice beyond its limit.
  private(set) var rest: [CardKey] = []
  /// When a session of so many minutes is over.
  private(set) var deadline: Timestamp?
  /// True when the deadline has passed and the card then on screen is answered.
  private(set) var isTimeUp = false

  /// Which cards are asked.
  enum Choice: Equatable {
    /// What is due of the deck.
    case deck
    /// What is due of these.
    case due([CardKey])
    /// All of these, in order.
    case listed([CardKey])
    /// None but those of the round of practice.
    case practice
  }

  /// A session over a deck.
  init(deck: DeckName? = nil, limit: Int? = nil) {
    self.deck = deck
    self.limit = limit
    firstLimit = limit
  }

  /// A session over cards that are to be had, in order; those that cannot be asked are left out.
  ///
  /// `deck` is named when the cards are all those of one.
  init(_ custom: CustomStudy, cards: [CardKey], deck: DeckName?, now: Timestamp) {
    self.custom = custom
    firstLimit = custom.limit
    deadline = custom.minutes.map { now.adding(minutes: $0) }
    let asked = Array(cards.prefix(custom.limit ?? .max))
    switch custom.mode {
    case .normal:
      limit = custom.limit
      self.deck = deck
      choice = deck == nil ? .due(cards) : .deck
    case .ahead:
      choice = .listed(asked)
      rest = Array(cards.dropFirst(asked.count))
    case .cram:
      choice = .practice
      practice = PracticeRound(asked, isRepeat: false)
      rest = Array(cards.dropFirst(asked.count))
    }
  }

  /// The same without a limit.
  var unlimited: SessionPlan {
    var plan = self
    plan.limit = nil
    return plan
  }

  /// Raises the limit, where there is one, by cards that were asked for beyond it.
  mutating func widen(by cards: Int) {
    if let limit { self.limit = limit + cards }
  }

  // MARK: Going on

  mutating func checkTime(_ now: Timestamp) {
    if let deadline, deadline <= now { isTimeUp = true }
  }

  /// Lets the session go on although its time was up: an undo brought a card back.
  mutating func reopen() {
    isTimeUp = false
  }

  /// Gives a session whose time is up as many minutes again from now.
  mutating func addTime(_ now: Timestamp) {
    guard isTimeUp else { return }
    isTimeUp = false
    deadline = custom?.minutes.map { now.adding(minutes: $0) }
  }

  /// Takes as many cards again as the limit says; returns those to practise.
  mutating func addCards(_ canAsk: (CardKey) -> Bool) -> [CardKey] {
    guard let count = firstLimit else { return [] }
    widen(by: count)
    rest.removeAll { !canAsk($0) }
    let more = Array(rest.prefix(count))
    rest.removeFirst(more.count)
    switch choice {
    case .deck, .due: return []
    case .listed(let cards):
      choice = .listed(cards + more)
      return []
    case .practice: return more
    }
  }

  /// The cards of a choice; nil for those of a deck.
  var chosenCards: [CardKey]? {
    switch choice {
    case .deck: nil
    case .due(let cards): cards
    case .listed(let cards): cards + rest
    case .practice: practice.all + rest
    }
  }

  mutating func rename(_ old: CardKey, to new: CardKey) {
    practice.rename(old, to: new)
    rest.rename(old, to: new)
    switch choice {
    case .deck, .practice: break
    case .due(var cards):
      cards.rename(old, to: new)
      choice = .due(cards)
    case .listed(var cards):
      cards.rename(old, to: new)
      choice = .listed(cards)
    }
  }
}

extension [CardKey] {
  fileprivate mutating func rename(_ old: CardKey, to new: CardKey) {
    for index in indices where self[index] == old { self[index] = new }
  }
}

extension Timestamp {
  fileprivate func adding(minutes: Int) -> Timestamp {
    Timestamp(milliseconds: milliseconds + Int64(minutes) * 60_000)
  }
}
