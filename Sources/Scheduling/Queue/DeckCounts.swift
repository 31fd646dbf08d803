public import StudyDomain

/// The numbers beside each deck on Home.
public enum DeckCounts {
  /// Learning steps that end within this time count as learning now.
  public static let learnAheadSeconds: Int64 = 1200

  /// What each deck would show when opened now, limits included; siblings not yet held back count.
  ///
  /// One pass over all cards. A parent counts its children, each within its own limits. Siblings
  /// of cards answered today are left out as their decks say; `answered` are the places of these
  /// cards among the candidates, nil when they are still to be looked for.
  public static func counts(
    decks: [QueueDeck], candidates: [StudyCandidate], answered: Set<Int32>? = nil,
    moment: StudyMoment, now: Timestamp
  ) -> [StudyCounts] {
    var tallies = [Tally](repeating: Tally(), count: decks.count)
    let answered = AnsweredNotes(
      decks: decks, candidates: candidates, places: answered, moment: moment)
    let cutoff = now.adding(seconds: learnAheadSeconds).milliseconds
    for candidate in candidates {
      let standing = candidate.standing(moment)
      if standing == .notToday || answered.hold(candidate, standing) { continue }
      let deck = Int(candidate.deck)
      switch standing {
      case .notToday: continue
      case .new: tallies[deck].new += 1
      case .review: tallies[deck].reviews += 1
      case .interdayLearning: tallies[deck].interdayLearning += 1
      case .intradayLearning: tallies[deck].intradayLearning += candidate.due <= cutoff ? 1 : 0
      }
    }
    return limited(tallies, decks)
  }

  private struct Tally {
    var new = 0
    var reviews = 0
    var interdayLearning = 0
    var intradayLearning = 0
  }

  /// Caps each deck by its limits, children before parents, and adds the capped to the parent.
  private static func limited(_ uncapped: [Tally], _ decks: [QueueDeck]) -> [StudyCounts] {
    var tallies = uncapped
    let limits = DayLimits.remaining(in: decks)
    for index in decks.indices.reversed() {
      var tally = tallies[index]
      tally.interdayLearning = min(tally.interdayLearning, limits[index].reviews)
      var left = limits[index].reviews - tally.interdayLearning
      tally.reviews = min(tally.reviews, left)
      left -= tally.reviews
      tally.new = min(tally.new, limits[index].new, left)
      tallies[index] = tally
      guard let parent = decks[index].parent else { continue }
      tallies[parent].new += tally.new
      tallies[parent].reviews += tally.reviews
      tallies[parent].interdayLearning += tally.interdayLearning
      tallies[parent].intradayLearning += tally.intradayLearning
    }
    return tallies.map {
      StudyCounts(
        new: $0.new, learning: $0.interdayLearning + $0.intradayLearning, due: $0.reviews)
    }
  }
}
