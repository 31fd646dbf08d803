import StudyDomain

/// The notes with a card answered today, and what that holds back.
struct AnsweredNotes {
  private var burying: [Int32: Burying] = [:]
  private let today: StudyDay

  init(decks: [QueueDeck], pool: CandidatePool) {
    today = pool.moment.day
    for candidate in pool.answered {
      burying[candidate.note, default: []].formUnion(decks[Int(candidate.deck)].burying)
    }
  }

  /// True when a sibling answered today holds the card back.
  ///
  /// A card that was itself answered today is due again only because someone said so: it stays.
  func hold(_ candidate: StudyCandidate, _ standing: StudyCandidate.Standing) -> Bool {
    guard !burying.isEmpty, !candidate.isAnswered(on: today) else { return false }
    return burying[candidate.note]?.holds(standing) ?? false
  }
}

extension Burying {
  /// True when the card waits until tomorrow because of a sibling.
  func holds(_ standing: StudyCandidate.Standing) -> Bool {
    switch standing {
    case .new: contains(.new)
    case .review: contains(.reviews)
    case .interdayLearning: contains(.interdayLearning)
    case .intradayLearning, .notToday: false
    }
  }
}
