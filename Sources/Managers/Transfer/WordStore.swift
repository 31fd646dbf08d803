import DeckFormat
import StudyDomain

/// What the history keeps of the cards of many notes, in two pieces of memory.
///
/// Small pieces that are let go one after another leave holes that serve nobody; these are given
/// back whole when the last of their notes is done.
final class WordStore: Sendable {
  struct Card: Sendable {
    var key: CardKey
    var looseKey: UInt64
    var frontHash: UInt64
    var backHash: UInt64
    /// Where its excerpt ends, which begins where that of the card before does.
    fileprivate var end: Int
  }

  let cards: [Card]
  private let excerpts: [UInt8]

  init(_ lists: [[DraftNote.Card]]) {
    var cards: [Card] = []
    cards.reserveCapacity(lists.reduce(0) { $0 + $1.count })
    var excerpts: [UInt8] = []
    excerpts.reserveCapacity(lists.joined().reduce(0) { $0 + $1.excerpt.utf8.count })
    for card in lists.joined() {
      excerpts += card.excerpt.utf8
      cards.append(
        Card(
          key: card.key, looseKey: card.looseKey, frontHash: card.frontHash,
          backHash: card.backHash, end: excerpts.count))
    }
    (self.cards, self.excerpts) = (cards, excerpts)
  }

  /// The beginning of the text of a card.
  func excerpt(_ place: Int) -> String {
    let start = place == 0 ? 0 : cards[place - 1].end
    return String(decoding: excerpts[start..<cards[place].end], as: UTF8.self)
  }
}
