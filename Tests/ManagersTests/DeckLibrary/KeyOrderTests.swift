import StudyDomain
import TestSupport
import Testing

@testable import Managers

@Suite struct KeyOrderTests {
  @Test(arguments: [0, 1, 100, 5000])
  func `cards are in the order of their hashes, equal ones in their own`(count: Int) {
    var random = SystemRandomNumberGenerator()
    var cards = ContiguousArray<LibraryCard>()
    for number in 0..<count {
      // Every seventh text stands twice.
      let hash = number % 7 == 6 ? cards[number / 2].key.hash : random.next()
      cards.append(
        LibraryCard(
          key: CardKey(hash: hash), note: Int32(number), face: 0, isDuplicate: false))
    }
    let sorted = KeyOrder.sorted(cards).map { Int($0.card) }
    let expected = Array(cards.indices).sorted { (left: Int, right: Int) -> Bool in
      let (a, b) = (cards[left].key.hash, cards[right].key.hash)
      return a == b ? left < right : a < b
    }
    #expect(sorted == expected)
  }

  @Test func `an order kept from before is the one that sorting gives`() {
    var random = SeededRandom(seed: 5)
    for _ in 0..<50 {
      let old = ContiguousArray((0..<200).map { card(random.next(), $0) })
      let order = KeyOrder.sorted(old).map(\.card)
      var (cards, moved, come) = (ContiguousArray<LibraryCard>(), [Int32](), [Int32]())
      for card in old {
        while Int.random(in: 0..<9, using: &random) == 0 {
          // Some of those that come have a text that is here already.
          let hash = Bool.random(using: &random) ? random.next() : old[3].key.hash
          come.append(Int32(cards.count))
          cards.append(self.card(hash, cards.count))
        }
        let goes = Int.random(in: 0..<9, using: &random) == 0
        moved.append(goes ? -1 : Int32(cards.count))
        if !goes { cards.append(card) }
      }
      let kept = order.withUnsafeBufferPointer {
        KeyOrder.sorted(cards, keeping: $0, moved: moved, come: come)
      }
      #expect(kept.map(\.card) == KeyOrder.sorted(cards).map(\.card))
    }
  }

  private func card(_ hash: UInt64, _ note: Int) -> LibraryCard {
    LibraryCard(key: CardKey(hash: hash), note: Int32(note), face: 0, isDuplicate: false)
  }
}
