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
    let sorted = KeyOrder.sorted(cards).map { [$0.hash, UInt64($0.card)] }
    let expected = cards.indices.map { [cards[$0].key.hash, UInt64($0)] }.sorted {
      $0[0] != $1[0] ? $0[0] < $1[0] : $0[1] < $1[1]
    }
    #expect(sorted == expected)
  }
}
