/// What two texts, given sign by sign, have in common in one order.
struct GraphemeDiff {
  private(set) var firstAgrees: [Bool]
  private(set) var secondAgrees: [Bool]

  /// Longer texts are compared at their ends only.
  private static let longestMiddle = 600

  init(_ first: [String], _ second: [String]) {
    firstAgrees = [Bool](repeating: false, count: first.count)
    secondAgrees = [Bool](repeating: false, count: second.count)
    var start = 0
    while start < first.count, start < second.count, first[start] == second[start] {
      (firstAgrees[start], secondAgrees[start]) = (true, true)
      start += 1
    }
    var (firstEnd, secondEnd) = (first.count, second.count)
    while firstEnd > start, secondEnd > start, first[firstEnd - 1] == second[secondEnd - 1] {
      firstEnd -= 1
      secondEnd -= 1
      (firstAgrees[firstEnd], secondAgrees[secondEnd]) = (true, true)
    }
    let one = first[start..<firstEnd]
    let other = second[start..<secondEnd]
    guard one.count <= Self.longestMiddle, other.count <= Self.longestMiddle else { return }
    compare(one, other)
  }

  /// The longest common sequence of what is between equal ends.
  private mutating func compare(_ one: ArraySlice<String>, _ other: ArraySlice<String>) {
    let width = other.count + 1
    var lengths = [Int32](repeating: 0, count: (one.count + 1) * width)
    for row in (0..<one.count).reversed() {
      for column in (0..<other.count).reversed() {
        lengths[row * width + column] =
          one[one.startIndex + row] == other[other.startIndex + column]
          ? lengths[(row + 1) * width + column + 1] + 1
          : max(lengths[(row + 1) * width + column], lengths[row * width + column + 1])
      }
    }
    var (row, column) = (0, 0)
    while row < one.count, column < other.count {
      if one[one.startIndex + row] == other[other.startIndex + column] {
        firstAgrees[one.startIndex + row] = true
        secondAgrees[other.startIndex + column] = true
        row += 1
        column += 1
      } else if lengths[(row + 1) * width + column] >= lengths[row * width + column + 1] {
        row += 1
      } else {
        column += 1
      }
    }
  }

  /// 0 to 1: the share of both texts that agrees.
  var likeness: Double {
    let count = firstAgrees.count + secondAgrees.count
    guard count > 0 else { return 1 }
    return Double(firstAgrees.count { $0 } + secondAgrees.count { $0 }) / Double(count)
  }
}
