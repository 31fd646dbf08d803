import StudyDomain

/// Where each card of the library stands in the pool, which leaves duplicates out.
struct CandidatePlaces: Sendable {
  /// Cards without a place, ascending; few.
  let duplicates: [Int32]

  init(duplicates: [Int32] = []) {
    self.duplicates = duplicates
  }

  init(_ library: LibrarySnapshot) {
    duplicates = library.cards.withElements { cards in
      cards.indices.filter { cards[$0].isDuplicate }.map { Int32($0) }
    }
  }

  /// Nil for a duplicate.
  func place(ofCard card: Int) -> Int? {
    if duplicates.isEmpty { return card }
    var cursor = cursor(atCard: card)
    return cursor.next()
  }

  /// The places of `card` and of those after it, one by one.
  func cursor(atCard card: Int) -> Cursor {
    var (low, high) = (0, duplicates.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(duplicates[middle]) < card { low = middle + 1 } else { high = middle }
    }
    return Cursor(duplicates: duplicates, card: card, passed: low)
  }

  struct Cursor {
    fileprivate let duplicates: [Int32]
    fileprivate var card: Int
    /// Duplicates before `card`.
    fileprivate var passed: Int

    /// The place of the card at hand, nil for a duplicate; then the next card is at hand.
    mutating func next() -> Int? {
      defer { card += 1 }
      guard passed < duplicates.count, Int(duplicates[passed]) == card else {
        return card - passed
      }
      passed += 1
      return nil
    }
  }
}
