import StudyDomain

/// What the limits of a deck still allow today.
///
/// As Anki's third scheduler by default: new cards count against the review limit as well, and a
/// parent deck's limit holds for all that is studied through it.
struct DayLimits {
  var new: Int
  var reviews: Int

  /// The limits of each deck by itself, less what was done in it and below it.
  ///
  /// What was added for today holds for that very deck, neither above nor below it; new cards
  /// added raise what reviews may take as well, because both draw on the review limit.
  static func remaining(in decks: [QueueDeck]) -> [DayLimits] {
    var newDone = decks.map(\.newDone)
    var reviewsDone = decks.map(\.reviewsDone)
    for index in decks.indices.reversed() {
      guard let parent = decks[index].parent else { continue }
      precondition(parent < index, "decks come parents first")
      newDone[parent] += newDone[index]
      reviewsDone[parent] += reviewsDone[index]
    }
    return decks.indices.map { index in
      let deck = decks[index]
      let newLeft = deck.newPerDay + deck.extraNew - newDone[index]
      let reviews =
        deck.reviewsPerDay + deck.extraReviews + deck.extraNew - reviewsDone[index]
        - newDone[index]
      let new = min(newLeft, reviews)
      return DayLimits(new: max(0, new), reviews: max(0, reviews))
    }
  }

  /// A review is taken; reviews leave less room for new cards.
  mutating func takeReview() {
    reviews = max(0, reviews - 1)
    new = min(new, reviews)
  }

  mutating func takeNew() {
    new = max(0, new - 1)
  }
}
