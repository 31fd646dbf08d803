public import FileStorage
import History
public import StudyDomain

extension FlashcardManager {
  /// Sets when cards are due as one action; returns how many.
  ///
  /// Of several days each card gets one that its key decides, so that they spread evenly. A card
  /// without an interval gets the number of days as one, at least a day.
  public func setDue(_ change: DueChange, on cards: [Int]) throws(FileStorageError) -> Int {
    index.refresh()
    guard !cards.isEmpty else { return 0 }
    let today = index.clock.today
    let span = UInt64(change.days.count)
    let drafts = CardEvents(index: index).drafts(cards) { card, key in
      let days = change.days.lowerBound + Int(snapshot.cards[card].key.hash % span)
      let state = index.state(ofCard: card)
      let interval = state.phase == .review || state.phase == .relearning ? state.interval : nil
      let kept = change.changesInterval ? nil : interval?.days
      return .due(key, day: today + days, intervalDays: max(1, kept ?? days))
    }
    try index.history.write(drafts)
    return cards.count
  }
}
