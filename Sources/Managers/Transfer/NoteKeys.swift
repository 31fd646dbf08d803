import StudyDomain

/// The keys of a note's cards by their numbers in Anki.
///
/// Those of two cards lie in the value itself: a hundred thousand lists of their own would leave
/// holes in memory once they are let go.
struct NoteKeys: Sendable {
  private struct Pair: Sendable {
    var ordinal: Int
    var key: CardKey
  }

  private var first: Pair?
  private var second: Pair?
  private var rest: [Pair] = []

  init() {}

  init(_ keys: [Int: CardKey]) {
    let pairs = keys.map { Pair(ordinal: $0.key, key: $0.value) }
      .sorted { $0.ordinal < $1.ordinal }
    first = pairs.first
    second = pairs.dropFirst().first
    if pairs.count > 2 { rest = Array(pairs[2...]) }
  }

  subscript(ordinal: Int) -> CardKey? {
    if let first, first.ordinal == ordinal { return first.key }
    if let second, second.ordinal == ordinal { return second.key }
    return rest.first { $0.ordinal == ordinal }?.key
  }

  var count: Int { (first == nil ? 0 : 1) + (second == nil ? 0 : 1) + rest.count }

  /// In the order of the numbers.
  var all: [(ordinal: Int, key: CardKey)] {
    ([first, second].compactMap(\.self) + rest).map { ($0.ordinal, $0.key) }
  }

  var values: [CardKey] { all.map(\.key) }
}
