import StudyDomain
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
}
