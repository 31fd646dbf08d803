import History

/// The cards with events but without a text, kept up to date at the cost of what changed.
@MainActor struct OrphanList {
  private var orphans: [Orphan] = []
  private var seenLibrary = -1
  private var seenHistory = -1

  /// The orphans now, lowest key first.
  mutating func current(of store: HistoryStore, library revision: Int) -> [Orphan] {
    let changes = store.changes(since: seenHistory)
    defer { (seenLibrary, seenHistory) = (revision, store.revision) }
    if seenLibrary == revision {
      switch changes {
      case .none: return orphans
      case .some(let cards, _):
        orphans = store.history.orphans(among: orphans.map(\.card), changed: cards)
        return orphans
      case .everything: break
      }
    }
    orphans = store.history.orphans()
    return orphans
  }
}
