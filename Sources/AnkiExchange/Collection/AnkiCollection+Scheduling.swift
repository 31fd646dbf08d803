extension AnkiCollection {
  /// The collection as it is shared: every card new, no history, no limits, filtered decks plain.
  ///
  /// Presets become the one that every collection has. Cards keep the place that they had, or had
  /// before they were first shown, among new cards; the others follow.
  public func withoutScheduling() -> AnkiCollection {
    var result = self
    result.reviews = []
    result.graves = []
    result.presets = [AnkiPreset(id: 1, name: "Default")]
    for index in result.decks.indices {
      let old = result.decks[index]
      var deck = AnkiNormalDeck()
      if case .normal(let normal) = old.kind {
        deck.description = normal.description
        deck.descriptionIsMarkdown = normal.descriptionIsMarkdown
      }
      result.decks[index].kind = .normal(deck)
      result.decks[index].studied = AnkiStudied()
    }
    for index in result.notes.indices where !result.notes[index].joinedTags.isEmpty {
      let tags = result.notes[index].tags
      let kept = tags.filter { !["marked", "leech"].contains($0.lowercased()) }
      if kept.count < tags.count { result.notes[index].tags = kept }
    }
    result.tags.removeAll { ["marked", "leech"].contains($0.name.lowercased()) }
    result.resetCards()
    return result
  }

  private mutating func resetCards() {
    func position(of card: AnkiCard) -> Int64? {
      if case .position(let position) = card.homeDueForm { return position }
      return card.originalPosition.map { Int64($0) }
    }
    var next = (cards.lazy.compactMap(position).max() ?? 0) + 1
    for index in cards.indices {
      let old = cards[index]
      var card = AnkiCard(
        id: old.id, noteID: old.noteID, deckID: old.homeDeckID, ordinal: old.ordinal)
      card.modified = old.modified
      if let position = position(of: old) {
        card.due = position
      } else {
        card.due = next
        next += 1
      }
      cards[index] = card
    }
  }

  /// Sets the last review of each card from the newest rating in the log, as Anki's check wants it.
  public mutating func setLastReviews() {
    var newest: [Int64: Int64] = [:]
    for review in reviews where review.isRating {
      newest[review.cardID] = max(newest[review.cardID] ?? .min, review.id / 1000)
    }
    for index in cards.indices where cards[index].kind != .new {
      if let seconds = newest[cards[index].id] { cards[index].lastReview = seconds }
    }
  }
}

extension AnkiCard {
  /// Sets the last review from the newest rating among its answers, as Anki's check wants it.
  public mutating func setLastReview(_ reviews: ArraySlice<AnkiReview>) {
    guard kind != .new else { return }
    var newest = Int64.min
    for review in reviews where review.isRating { newest = max(newest, review.id) }
    if newest > .min { lastReview = newest / 1000 }
  }
}

extension AnkiReview {
  /// Cramming leaves the schedule alone.
  fileprivate var isRating: Bool {
    button > 0 && kind != .manual && !(kind == .filtered && factor == 0)
  }
}
