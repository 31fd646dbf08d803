import Scheduling
import StudyDomain

/// What is left for later of the deck that a session studied, counted in one pass over the cards.
public struct SessionOutlook: Hashable, Sendable {
  /// New cards, whatever the limits of the day.
  public var newCards = 0
  /// Learning steps that come up later today.
  public var learningLater = 0
  /// Cards that are due on the next study day.
  public var dueTomorrow = 0

  /// Nil looks at the whole collection; `only` at those cards of it.
  @MainActor init(index: StudyIndex, deck: DeckName?, only: Set<Int32>? = nil) {
    let isInside = index.decks.map { deck?.contains($0.name) ?? true }
    let (now, moment) = (index.clock.now(), index.clock.moment)
    let dayAfter = index.clock.calendar.start(of: moment.day + 2)
    let pool = index.pool
    for place in pool.places(where: isInside).joined() {
      let candidate = pool.candidates[place]
      if let only, !only.contains(candidate.card) { continue }
      if candidate.phase == .new { newCards += 1 }
      if candidate.isBuried {
        // The bury ends before the next day; the history knows what it hides.
        let due = index.state(ofCard: Int(candidate.card)).due
        if due.map({ Self.isDue($0, by: moment.day + 1, dayAfter) }) ?? false { dueTomorrow += 1 }
      } else if let due = candidate.nextDue {
        if case .time(let time) = due, time < moment.end {
          if time > now { learningLater += 1 }
        } else if Self.isDue(due, by: moment.day + 1, dayAfter) {
          dueTomorrow += 1
        }
      }
    }
  }

  private static func isDue(_ due: CardState.Due, by day: StudyDay, _ end: Timestamp) -> Bool {
    switch due {
    case .day(let dueDay): dueDay <= day
    case .time(let time): time < end
    }
  }
}
