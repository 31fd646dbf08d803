/// Which words of two texts are not in the other at their place.
struct WordDiff {
  /// By character of the text, blanks left out: whether its word is one of these.
  private(set) var first: [Bool]
  private(set) var second: [Bool]

  /// More comparisons than these are not made; then nothing is marked.
  private static let limit = 1_000_000

  init(_ first: String, _ second: String) {
    let one = first.split(whereSeparator: \.isWhitespace)
    let other = second.split(whereSeparator: \.isWhitespace)
    let (own, others) =
      one.count * other.count > Self.limit
      ? (Array(repeating: true, count: one.count), Array(repeating: true, count: other.count))
      : Self.common(one, other)
    self.first = zip(one, own).flatMap { Array(repeating: !$1, count: $0.count) }
    self.second = zip(other, others).flatMap { Array(repeating: !$1, count: $0.count) }
  }

  /// By word: whether it belongs to the longest run of words that both have in this order.
  private static func common(_ one: [Substring], _ other: [Substring]) -> ([Bool], [Bool]) {
    let width = other.count + 1
    var lengths = [Int32](repeating: 0, count: (one.count + 1) * width)
    for row in one.indices.reversed() {
      for column in other.indices.reversed() {
        lengths[row * width + column] =
          one[row] == other[column]
          ? lengths[(row + 1) * width + column + 1] + 1
          : max(lengths[(row + 1) * width + column], lengths[row * width + column + 1])
      }
    }
    var (own, others) = (one.map { _ in false }, other.map { _ in false })
    var (row, column) = (0, 0)
    while row < one.count, column < other.count {
      if one[row] == other[column] {
        (own[row], others[column]) = (true, true)
        row += 1
        column += 1
      } else if lengths[(row + 1) * width + column] >= lengths[row * width + column + 1] {
        row += 1
      } else {
        column += 1
      }
    }
    return (own, others)
  }
}
