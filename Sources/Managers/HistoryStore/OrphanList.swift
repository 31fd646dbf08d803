import History

/// The cards with events but without a text, kept up to date at the cost of what changed.
@MainActor struct OrphanList {
  private var orphans: [Orphan] = []
  /// Cards whose texts have come or gone since; nil when any may have.
  private var moved: Set<CardID>?
  private var seenHistory = -1

  /// Takes note of the cards that a reload of the library moved; nil for any.
  mutating func libraryChanged(moving cards: Set<CardID>?) {
    guard let cards else { return moved = nil }
    moved?.formUnion(cards)
  }

  /// The orphans now, lowest key first.
  mutating func current(of store: HistoryStore) -> [Orphan] {
    let changes = store.changes(since: seenHistory)
    defer { (moved, seenHistory) = ([], store.revision) }
    guard let moved else {
      orphans = store.history.orphans()
      return orphans
    }
    switch changes {
    case .none where moved.isEmpty: break
    case .none: orphans = store.history.orphans(among: orphans.map(\.card), changed: moved)
    case .some(let cards, _):
      orphans = store.history.orphans(
        among: orphans.map(\.card), changed: cards.union(moved))
    case .everything: orphans = store.history.orphans()
    }
    return orphans
  }
}
