import Scheduling
import StudyDomain

/// What a session asks: settled when it begins, widened by wish on the way.
struct SessionPlan: Equatable {
  /// The deck that is studied; nil is the whole collection.
  var deck: DeckName?
  /// The most different cards to ask; nil asks all that the day's limits allow.
  var limit: Int?
  /// True once siblings that wait until tomorrow were asked for.
  var showsSiblings = false
  /// Seconds by which learning steps may be asked before their time.
  var learnAheadSeconds = DeckCounts.learnAheadSeconds
  /// Cards asked for practice only, in order; empty outside practice.
  var practice: [CardKey] = []

  /// Raises the limit, where there is one, by cards that were asked for beyond it.
  mutating func widen(by cards: Int) {
    if let limit { self.limit = limit + cards }
  }

  /// A card was practised: failed, it comes once more behind the others.
  mutating func practised(_ card: CardKey, _ grade: Grade) {
    practice.removeAll { $0 == card }
    if grade == .again { practice.append(card) }
  }

  mutating func rename(_ old: CardKey, to new: CardKey) {
    for index in practice.indices where practice[index] == old { practice[index] = new }
  }
}
