public import StudyDomain

/// The order of the reviews of a day.
struct ReviewSorting {
  let order: DeckOptions.ReviewOrder
  let decks: [QueueDeck]
  let moment: StudyMoment
  let now: Timestamp
  let seed: UInt64

  private struct Keyed: BitwiseCopyable {
    var key: Double
    var tie: UInt64
    var index: Int32
  }

  /// Sorts indexes into `candidates` by the order's key, ties by a hash stable within the day.
  func sorted(_ indexes: [Int32], of candidates: Records<StudyCandidate>) -> [Int32] {
    var keyed = indexes.map { index in
      let candidate = candidates[Int(index)]
      return Keyed(key: key(of: candidate), tie: tie(of: candidate, seed: seed), index: index)
    }
    keyed.sort { ($0.key, $0.tie, $0.index) < ($1.key, $1.tie, $1.index) }
    return keyed.map(\.index)
  }

  private func key(of card: StudyCandidate) -> Double {
    // Decks stay below 2^20, so that a day and a deck fit into one exact number.
    let deck = Double(card.deck)
    let due = Double(card.dueDay(moment))
    switch order {
    case .due: return due
    case .dueThenDeck: return due * 0x1p20 + deck
    case .deckThenDue: return deck * 0x1p30 + due
    case .random: return 0
    case .intervalsAscending: return Double(card.intervalDays)
    case .intervalsDescending: return -Double(card.intervalDays)
    case .difficultyAscending: return Double(card.difficulty)
    case .difficultyDescending: return -Double(card.difficulty)
    case .retrievabilityAscending: return retrievability(of: card)
    case .retrievabilityDescending: return -retrievability(of: card)
    case .relativeOverdueness: return -overdueness(of: card)
    case .added: return Double(card.position) * 0x1p16 + Double(card.face)
    case .reverseAdded: return -(Double(card.position) * 0x1p16 + Double(card.face))
    }
  }

  /// Days since the last review: by the clock, else counted from the due day.
  private func elapsedDays(of card: StudyCandidate) -> Double {
    if card.lastReview != .min {
      return fractionalDays(from: Timestamp(milliseconds: card.lastReview), to: now)
    }
    let last = card.dueDay(moment) - Int64(card.intervalDays)
    return Double(max(0, Int64(moment.day.number) - last))
  }

  private func retrievability(of card: StudyCandidate) -> Double {
    let model = decks[Int(card.deck)].model
    let stability = card.stability > 0 ? Double(card.stability) : Double(max(1, card.intervalDays))
    return model.retrievability(stability: stability, days: elapsedDays(of: card))
  }

  /// Elapsed days by the days that the deck's retention would have given.
  private func overdueness(of card: StudyCandidate) -> Double {
    guard card.stability > 0 else {
      return (elapsedDays(of: card) + 0.001) / Double(max(1, card.intervalDays))
    }
    let deck = decks[Int(card.deck)]
    return elapsedDays(of: card)
      / deck.model.intervalDays(
        stability: Double(card.stability), retention: deck.desiredRetention)
  }
}

extension [StudyCandidate] {
  /// The cards in an order of reviews; random ones shuffled by the day and `seed`.
  public func sorted(
    _ order: DeckOptions.ReviewOrder, decks: [QueueDeck], moment: StudyMoment, now: Timestamp,
    seed: UInt64 = 0
  ) -> [StudyCandidate] {
    let sorting = ReviewSorting(
      order: order, decks: decks, moment: moment, now: now,
      seed: mixed(UInt64(bitPattern: Int64(moment.day.number)) ^ seed))
    return sorting.sorted(indices.map(Int32.init), of: Records(self)).map { self[Int($0)] }
  }
}

/// A card's place among equals, the same all day.
func tie(of candidate: StudyCandidate, seed: UInt64) -> UInt64 {
  mixed(candidate.hash ^ seed)
}
