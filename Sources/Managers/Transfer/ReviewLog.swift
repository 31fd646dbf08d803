import AnkiExchange

/// The answers of a package by card.
struct ReviewLog: Sendable {
  /// Sorted by card, then by time.
  private var reviews: [AnkiReview] = []
  /// Where the answers of each card begin; one more than cards.
  private var starts: [Int] = []

  /// Arranges the answers of these cards; those of others, which are gone, are left out.
  ///
  /// Counts, then places: a million answers are not compared with each other.
  init(_ source: [AnkiReview], cards: [Int64]) {
    guard !source.isEmpty else { return }
    var places: [Int64: Int] = [:]
    places.reserveCapacity(cards.count)
    for (place, card) in cards.enumerated() { places[card] = place }
    var counts = [Int](repeating: 0, count: cards.count + 1)
    var last: (card: Int64, place: Int?) = (0, places[0])
    func place(_ review: AnkiReview) -> Int? {
      if review.cardID != last.card { last = (review.cardID, places[review.cardID]) }
      return last.place
    }
    let found = source.map { review -> Int32 in
      guard let place = place(review) else { return -1 }
      counts[place + 1] += 1
      return Int32(place)
    }
    for place in cards.indices { counts[place + 1] += counts[place] }
    starts = counts
    let total = counts[cards.count]
    reviews = [AnkiReview](unsafeUninitializedCapacity: total) { buffer, filled in
      for (review, place) in zip(source, found) where place >= 0 {
        buffer.initializeElement(at: counts[Int(place)], to: review)
        counts[Int(place)] += 1
      }
      filled = total
    }
    for place in cards.indices { sort(starts[place]..<starts[place + 1]) }
  }

  /// By time, in which they lie already but where an export had moved one.
  private mutating func sort(_ range: Range<Int>) {
    for place in range.dropFirst() where reviews[place].id < reviews[place - 1].id {
      reviews[range].sort { $0.id < $1.id }
      return
    }
  }

  var count: Int { reviews.count }

  /// In the order of time; `place` is that of the card among those it was made with.
  func reviews(ofCardAt place: Int) -> ArraySlice<AnkiReview> {
    starts.isEmpty ? [] : reviews[starts[place]..<starts[place + 1]]
  }
}
