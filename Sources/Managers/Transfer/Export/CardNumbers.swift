import Dispatch
import History
import StudyDomain

/// Which card of the history each card of the library is, and the other way round: asked once for
/// all, because an export asks for each of them several times.
struct CardNumbers: Sendable {
  /// By card of the library.
  private let ids: [CardID?]
  /// By number of the card in the history; -1 for none.
  private let cards: [Int32]
  /// By card of the library.
  private let pasts: [CardPast]

  @MainActor init(_ index: StudyIndex) {
    let snapshot = index.library.snapshot
    // Only read while it is asked, and nothing changes it meanwhile: the main actor waits here.
    nonisolated(unsafe) let history = index.history.history
    ids = parallelMap(Array(snapshot.cards.indices)) {
      history.card(ofText: snapshot.cards[$0].key)
    }
    var cards = [Int32](repeating: -1, count: history.keyCount)
    for (card, id) in ids.enumerated() {
      if let id, !snapshot.cards[card].isDuplicate { cards[Int(id.number)] = Int32(card) }
    }
    self.cards = cards
    pasts = Self.pasts(of: history, cards, ids)
  }

  /// In the order of the history, whose events then lie side by side; they are not asked for again.
  private static func pasts(
    of history: History, _ cards: [Int32], _ ids: [CardID?]
  ) -> [CardPast] {
    var pasts = [CardPast](repeating: CardPast(), count: ids.count)
    let pieces = 16
    pasts.withUnsafeMutableBufferPointer { pasts in
      // Each piece writes places of its own, and the history is only read.
      nonisolated(unsafe) let (pasts, history) = (pasts, history)
      DispatchQueue.concurrentPerform(iterations: pieces) { piece in
        for place in cards.count * piece / pieces..<cards.count * (piece + 1) / pieces {
          let card = Int(cards[place])
          if card >= 0, let id = ids[card] { pasts[card] = history.past(of: id) }
        }
        history.forgetEvents()
      }
    }
    return pasts
  }

  /// What the history says of a card of the library that is no duplicate.
  func past(ofCard card: Int) -> CardPast { pasts[card] }

  /// The card of the history that a card of the library is; nil without a living text.
  func id(ofCard card: Int) -> CardID? { ids[card] }

  /// The card of the library; nil for one that only a search would find.
  func card(of id: CardID) -> Int? {
    let card = Int(cards[Int(id.number)])
    return card < 0 ? nil : card
  }
}
