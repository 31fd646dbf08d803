import StudyDomain

/// The notes with a card answered today, and what that holds back.
struct AnsweredNotes {
  /// By note; shorter than the notes are many.
  private var burying: [Burying] = []
  private let today: Int32

  /// `places` are those of the candidates answered today; nil looks for them.
  init(
    decks: [QueueDeck], candidates: [StudyCandidate], places: Set<Int32>?, moment: StudyMoment
  ) {
    today = Int32(clamping: moment.day.number)
    if let places {
      for place in places { add(candidates[Int(place)], decks) }
    } else {
      for candidate in candidates where candidate.lastDay == today { add(candidate, decks) }
    }
  }

  private mutating func add(_ candidate: StudyCandidate, _ decks: [QueueDeck]) {
    let note = Int(candidate.note)
    if note >= burying.count {
      burying += Array(repeating: [], count: max(note + 1, burying.count * 2) - burying.count)
    }
    burying[note].formUnion(decks[Int(candidate.deck)].burying)
  }

  /// True when a sibling answered today holds the card back.
  ///
  /// A card that was itself answered today is due again only because someone said so: it stays.
  @inline(__always)
  func hold(_ candidate: StudyCandidate, _ standing: StudyCandidate.Standing) -> Bool {
    guard candidate.note < burying.count, candidate.lastDay != today else { return false }
    return burying[Int(candidate.note)].holds(standing)
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
