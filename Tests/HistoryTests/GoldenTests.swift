import Foundation
import StudyDomain
import Testing

@testable import History

@Suite struct GoldenTests {
  @Test func `all golden sets are there`() {
    #expect(GoldenSet.all.count == 10)
  }

  @Test(arguments: GoldenSet.all)
  func `a golden set gives its expected state`(set: GoldenSet) {
    let found = set.replayed().json()
    #expect(found == set.expected, "\(firstDifference(found, set.expected))")
  }
}

/// The first line that differs, with the lines before.
func firstDifference(_ found: String, _ expected: String) -> String {
  let one = found.split(separator: "\n", omittingEmptySubsequences: false)
  let other = expected.split(separator: "\n", omittingEmptySubsequences: false)
  for (place, pair) in zip(one, other).enumerated() where pair.0 != pair.1 {
    let context = one[max(0, place - 12)..<place].joined(separator: "\n")
    return "line \(place + 1):\n\(context)\n+\(pair.0)\n-\(pair.1)"
  }
  return "lengths \(one.count) and \(other.count)"
}
