import StudyDomain

/// The order of decks on Home: siblings by pin, priority and name, each followed by its subtree.
struct DeckOrder {
  private(set) var order: [Int] = []
  private(set) var depth: [Int]
  private(set) var hasChildren: [Bool]

  /// `decks` come sorted by name, parents first.
  init(_ decks: [StudyDeck]) {
    depth = Array(repeating: 0, count: decks.count)
    hasChildren = Array(repeating: false, count: decks.count)
    var children: [[Int]] = Array(repeating: [], count: decks.count)
    var top: [Int] = []
    for index in decks.indices {
      if let parent = decks[index].parent {
        depth[index] = depth[parent] + 1
        hasChildren[parent] = true
        children[parent].append(index)
      } else {
        top.append(index)
      }
    }
    order.reserveCapacity(decks.count)
    var waiting = Self.sorted(top, decks)
    waiting.reverse()
    while let next = waiting.popLast() {
      order.append(next)
      waiting.append(contentsOf: Self.sorted(children[next], decks).reversed())
    }
  }

  private static func sorted(_ siblings: [Int], _ decks: [StudyDeck]) -> [Int] {
    siblings.sorted { left, right in
      let (a, b) = (decks[left].options, decks[right].options)
      if a.isPinned != b.isPinned { return a.isPinned }
      if a.priority != b.priority { return a.priority > b.priority }
      return left < right
    }
  }
}
