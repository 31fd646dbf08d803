import AnkiExchange

/// The answers of a package by card, in parts that can be let go one by one.
struct ReviewLog: Sendable {
  /// Sorted by card, then by time; each the answers of `cardsOfPart` cards.
  private var parts: [[AnkiReview]] = []
  /// Where the answers of each card begin among those of all; one more than cards.
  private var starts: [Int] = []

  private static let cardsOfPart = 4096

  /// The part that has the answers of a card.
  static func part(ofCardAt place: Int) -> Int { place / cardsOfPart }

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
    parts = stride(from: 0, to: cards.count, by: Self.cardsOfPart).map { first in
      let end = starts[min(first + Self.cardsOfPart, cards.count)]
      return Array(repeating: source[0], count: end - starts[first])
    }
    for (review, place) in zip(source, found) where place >= 0 {
      let card = Int(place)
      let part = Self.part(ofCardAt: card)
      parts[part][counts[card] - starts[part * Self.cardsOfPart]] = review
      counts[card] += 1
    }
    for place in cards.indices { sort(ofCardAt: place) }
  }

  /// By time, in which they lie already but where an export had moved one.
  private mutating func sort(ofCardAt card: Int) {
    let (part, range) = (Self.part(ofCardAt: card), range(ofCardAt: card))
    for place in range.dropFirst() where parts[part][place].id < parts[part][place - 1].id {
      parts[part][range].sort { $0.id < $1.id }
      return
    }
  }

  /// In its part.
  private func range(ofCardAt card: Int) -> Range<Int> {
    let first = starts[Self.part(ofCardAt: card) * Self.cardsOfPart]
    return starts[card] - first..<starts[card + 1] - first
  }

  var count: Int { starts.last ?? 0 }

  /// In the order of time; `place` is that of the card among those it was made with.
  func reviews(ofCardAt place: Int) -> ArraySlice<AnkiReview> {
    starts.isEmpty ? [] : parts[Self.part(ofCardAt: place)][range(ofCardAt: place)]
  }

  /// Lets go a part; its answers may not be asked for any more.
  mutating func drop(part: Int) {
    if !parts.isEmpty { parts[part] = [] }
  }
}
