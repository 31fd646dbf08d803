import StudyDomain
import Testing

@testable import History

@Suite struct AppendTests {
  @Test(arguments: GoldenSet.all)
  func `any shuffle and repetition of lines gives the same state`(set: GoldenSet) {
    for seed in 1...6 {
      var random = SeededRandom(seed: UInt64(seed))
      var lines = set.lines
      lines += lines.shuffled(using: &random).prefix(lines.count / 3)
      lines.shuffle(using: &random)
      #expect(replay(lines: lines, living: set.living).json() == set.expected)
    }
  }

  @Test(arguments: GoldenSet.all)
  func `lines that come piece by piece give the state of the whole`(set: GoldenSet) {
    for seed in 1...4 {
      var random = SeededRandom(seed: UInt64(seed))
      var lines = set.lines
      if seed % 2 == 0 { lines.shuffle(using: &random) }
      var at = Int.random(in: 0...lines.count, using: &random)
      let history = replay(lines: Array(lines[..<at]), living: set.living)
      while at < lines.count {
        let end = min(lines.count, at + Int.random(in: 1...(seed < 3 ? 8 : 30), using: &random))
        let before = snapshot(history)
        let report = history.append(lines: lines[at..<end])
        at = end
        let whole = replay(lines: Array(lines[..<at]), living: set.living)
        let (found, expected) = (history.json(), whole.json())
        #expect(found == expected, "seed \(seed): \(firstDifference(found, expected))")
        // What is not reported has not changed.
        for (card, state) in snapshot(history) where !report.changedCards.contains(card) {
          #expect(before[card] == state)
        }
      }
    }
  }

  @Test(arguments: GoldenSet.all)
  func `living texts that change give the state of a replay with them`(set: GoldenSet) {
    var random = SeededRandom(seed: 7)
    let history = set.replayed()
    for round in 1...12 {
      var living = set.living.filter { _ in Int.random(in: 0..<3, using: &random) > 0 }
      if round.isMultiple(of: 2) {
        // More texts than events.
        for number in 0..<1000 as Range<UInt64> { living.append(CardKey(hash: number)) }
      }
      if Bool.random(using: &random) {
        history.replaceLiving(living)
      } else {
        _ = history.setLiving(living)
      }
      let whole = replay(set.files.map(\.bytes), living: living)
      #expect(history.json() == whole.json())
    }
  }

  private func snapshot(_ history: History) -> [CardID: CardState] {
    var states: [CardID: CardState] = [:]
    for card in history.cards { states[card] = history.state(of: card) }
    for orphan in history.orphans() { states[orphan.card] = history.state(of: orphan.card) }
    return states
  }
}

/// A generator whose numbers a seed decides (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }
}
