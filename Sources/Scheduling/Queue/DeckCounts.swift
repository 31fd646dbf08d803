public import StudyDomain

/// The numbers beside each deck on Home.
public enum DeckCounts {
  /// Learning steps that end within this time count as learning now.
  public static let learnAheadSeconds: Int64 = 1200

  /// What each deck would show when opened now, limits included; siblings not yet held back count.
  ///
  /// A parent counts its children, each within its own limits. Siblings of cards answered today
  /// are left out as their decks say.
  public static func counts(
    decks: [QueueDeck], pool: CandidatePool, now: Timestamp
  ) -> [StudyCounts] {
    let cutoff = now.adding(seconds: learnAheadSeconds).milliseconds
    return limited(pool.due(decks, until: cutoff), decks)
  }

  /// What is due of one deck.
  struct Due {
    var tally: CandidatePool.Tally
    var intradayLearning: Int32 = 0

    init(_ tally: CandidatePool.Tally) {
      self.tally = tally
    }
  }

  /// Caps each deck by its limits, children before parents, and adds the capped to the parent.
  private static func limited(_ uncapped: [Due], _ decks: [QueueDeck]) -> [StudyCounts] {
    var all = uncapped
    let limits = DayLimits.remaining(in: decks)
    for index in decks.indices.reversed() {
      var tally = all[index].tally
      let (reviewLimit, newLimit) = (
        Int32(clamping: limits[index].reviews), Int32(clamping: limits[index].new)
      )
      tally.interdayLearning = min(tally.interdayLearning, reviewLimit)
      var left = reviewLimit - tally.interdayLearning
      tally.reviews = min(tally.reviews, left)
      left -= tally.reviews
      tally.new = min(tally.new, newLimit, left)
      all[index].tally = tally
      guard let parent = decks[index].parent else { continue }
      all[parent].tally.new += tally.new
      all[parent].tally.reviews += tally.reviews
      all[parent].tally.interdayLearning += tally.interdayLearning
      all[parent].intradayLearning += all[index].intradayLearning
    }
    return all.map {
      StudyCounts(
        new: Int($0.tally.new),
        learning: Int($0.tally.interdayLearning + $0.intradayLearning), due: Int($0.tally.reviews))
    }
  }
}
