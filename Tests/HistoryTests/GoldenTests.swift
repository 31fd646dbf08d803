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

  @Test(arguments: GoldenSet.all)
  func `lines read in parts and joined give the state of those read in one`(set: GoldenSet) {
    for seed in 1...6 {
      var random = SeededRandom(seed: UInt64(seed))
      // Some lines are in two parts, as copies of a file are.
      var parts: [[[UInt8]]] = [[], [], []]
      for line in seed == 1 ? set.lines : set.lines.shuffled(using: &random) {
        parts[Int.random(in: 0..<3, using: &random)].append(line)
        if Int.random(in: 0..<5, using: &random) == 0 {
          parts[Int.random(in: 0..<3, using: &random)].append(line)
        }
      }
      let readers = parts.enumerated().map { number, lines in
        let reader = HistoryReader()
        reader.beginFile(named: "part \(number)")
        Array(lines.joined(separator: [10])).withUnsafeBytes { reader.read($0) }
        return reader
      }
      readers[1].absorb(readers[2])
      readers[0].absorb(readers[1])
      let history = History(readers[0], living: set.living)
      history.fold(with: RuleBook(WholeNumberRules()))
      let found = history.json()
      #expect(found == set.expected, "\(seed): \(firstDifference(found, set.expected))")
    }
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
