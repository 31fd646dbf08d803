import StudyDomain

/// Cards that are asked for practice: the schedule stays, and who fails one sees it again.
struct PracticeRound: Equatable {
  /// How many others come before a failed card comes again, where there are so many.
  static let cardsBetween = 9

  /// In the order in which they are asked; those before `position` were asked.
  private var cards: [CardKey]
  private var position = 0
  /// Failed ones, each with the number of answers after which it comes again.
  private var failed: [Failed] = []
  private var answers = 0
  /// True when all of them were answered in the session before.
  private let isRepeat: Bool

  private struct Failed: Equatable {
    var card: CardKey
    var comesAfter: Int
  }

  /// A round over no cards: nothing is practised.
  init() {
    self.init([], isRepeat: true)
  }

  init(_ cards: [CardKey], isRepeat: Bool) {
    self.cards = cards
    self.isRepeat = isRepeat
  }

  /// The card to ask now.
  var next: CardKey? {
    let fresh = position < cards.count ? cards[position] : nil
    guard let first = failed.first else { return fresh }
    return first.comesAfter <= answers ? first.card : fresh ?? first.card
  }

  /// True when the card to ask now comes again because it was failed.
  var isNextFailed: Bool { next != nil && failed.first?.card == next }

  /// Those not asked yet.
  var freshCount: Int { cards.count - position }
  /// Those that come again because they were failed.
  var failedCount: Int { failed.count }
  /// All that are still to come.
  var count: Int { freshCount + failedCount }
  /// How many of them the session answered before.
  var answeredCount: Int { isRepeat ? count : failedCount }

  /// Takes in the answer to `next`.
  mutating func answered(_ grade: Grade) {
    guard let card = next else { return }
    answers += 1
    if failed.first?.card == card { failed.removeFirst() } else { position += 1 }
    if grade == .again {
      failed.append(Failed(card: card, comesAfter: answers + Self.cardsBetween))
    }
  }

  /// Leaves out cards that cannot be asked any more.
  mutating func keepOnly(where canAsk: (CardKey) -> Bool) {
    if !cards[position...].allSatisfy(canAsk) {
      cards = cards[position...].filter(canAsk)
      position = 0
    }
    failed.removeAll { !canAsk($0.card) }
  }

  /// All cards of the round, asked or not.
  var all: [CardKey] { cards }

  mutating func add(_ more: [CardKey]) {
    cards += more
  }

  mutating func rename(_ old: CardKey, to new: CardKey) {
    for index in cards.indices where cards[index] == old { cards[index] = new }
    for index in failed.indices where failed[index].card == old { failed[index].card = new }
  }
}
