public import StudyDomain

extension FlashcardManager {
  /// The cards that a query asks for, sorted.
  public func cards(matching query: Query, in order: CardOrder) -> [Int] {
    let found = cards(matching: query)
    return CardSorting(index: index, search: { self.currentSearch() }).sorted(found, by: order)
  }
}
