import Scheduling
import StudyDomain

/// What is left for later of the deck that a session studied.
@MainActor struct SessionOutlook {
  private let index: StudyIndex
  /// The cards of the deck and the decks below it.
  private let candidates: [StudyCandidate]

  /// Nil looks at the whole collection.
  init(index: StudyIndex, deck: DeckName?) {
    self.index = index
    guard let deck else {
      candidates = index.candidates
      return
    }
    let isInside = index.decks.map { deck.contains($0.name) }
    candidates = index.candidates.filter { isInside[Int($0.deck)] }
  }

  /// New cards, whatever the limits of the day.
  var newCards: Int {
    candidates.count { $0.phase == .new }
  }

  /// Learning steps that come up later today.
  var learningLater: Int {
    let (now, end) = (index.clock.now(), index.clock.moment.end)
    return candidates.count { candidate in
      guard candidate.phase == .learning || candidate.phase == .relearning,
        case .time(let due) = index.state(ofCard: Int(candidate.card)).due
      else { return false }
      return due > now && due < end
    }
  }

  /// Cards that are due on the next study day.
  var dueTomorrow: Int {
    let moment = index.clock.moment
    let dayAfter = index.clock.calendar.start(of: moment.day + 2)
    return candidates.count { candidate in
      let state = index.state(ofCard: Int(candidate.card))
      guard !state.isSuspended else { return false }
      switch state.due {
      case .day(let day): return day <= moment.day + 1
      case .time(let time): return time >= moment.end && time < dayAfter
      case nil: return false
      }
    }
  }
}
