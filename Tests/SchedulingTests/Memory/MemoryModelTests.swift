import Scheduling
import StudyDomain
import Testing

/// The memory model where learners notice it.
@Suite struct MemoryModelTests {
  let model = FSRS6.standard

  @Test func `recall is certain at once and 90 per cent after the stability`() {
    for set in [
      FSRSParameters.standard, FSRSParameters((0..<21).map { FSRSParameters.bounds[$0].highest }),
    ] {
      let model = FSRS6(set)
      for stability in [0.001, 0.5, 7, 365, 36_500] {
        #expect(model.retrievability(stability: stability, days: 0) == 1)
        #expect(abs(model.retrievability(stability: stability, days: stability) - 0.9) < 1e-12)
        let interval = model.intervalDays(stability: stability, retention: 0.9)
        #expect(abs(interval - stability) < 1e-9 * stability)
      }
    }
  }

  @Test func `recall now uses parts of a day, and never a negative time`() {
    let state = MemoryState(stability: 2, difficulty: 5)
    let last = Timestamp(seconds: 1_000_000)
    let half = model.retrievability(of: state, since: last, at: last.adding(seconds: 43_200))
    #expect(abs(half - model.retrievability(stability: 2, days: 0.5)) < 1e-12)
    #expect(half < 1)
    #expect(model.retrievability(of: state, since: last, at: last.adding(seconds: -500)) == 1)
    #expect(fractionalDays(from: last, to: last.adding(seconds: 129_600)) == 1.5)
  }

  @Test func `a hard answer on the same day never lowers stability`() {
    for first in Grade.allCases {
      for count in 1...10 {
        var state = model.first(first)
        for _ in 0..<count {
          let next = model.next(state, .hard, elapsedDays: 0)
          #expect(next.stability >= state.stability)
          state = next
        }
      }
    }
    let good = model.first(.good)
    #expect(model.next(good, .again, elapsedDays: 0).stability < good.stability)
  }

  @Test func `a success after two years counts the real gap`() {
    let before = MemoryState(stability: 30, difficulty: 5)
    let planned = model.next(before, .good, elapsedDays: 30)
    let late = model.next(before, .good, elapsedDays: 880)
    #expect(late.stability > 2 * planned.stability)
  }

  @Test func `days before the last review count as none`() {
    let before = MemoryState(stability: 30, difficulty: 5)
    for grade in Grade.allCases {
      #expect(
        model.next(before, grade, elapsedDays: -31) == model.next(before, grade, elapsedDays: 0))
    }
  }

  @Test func `parameters that are not usable are refused or clamped, and said`() {
    #expect(FSRSParameters([]).notice == nil)
    #expect(FSRSParameters([]).values == FSRSParameters.bounds.map(\.standard))
    #expect(FSRSParameters([1, 2, 3]).notice == .unknownCount(3))
    #expect(FSRSParameters([1, 2, 3]).values == FSRSParameters.standard.values)
    var values = FSRSParameters.standard.values
    values[3] = .nan
    #expect(FSRSParameters(values).notice == .notFinite)
    values[3] = 8
    #expect(FSRSParameters(values).notice == nil)
    values[4] = 11
    values[20] = 0
    #expect(FSRSParameters(values).notice == .clamped([4, 20]))
    #expect(FSRSParameters(values).values[4] == 10)
    let lifted = FSRSParameters([Double](repeating: -1, count: 17)).values
    #expect(lifted.filter(\.isFinite).count == 21)
  }

  @Test func `no state is ever lost to numbers out of bounds`() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<20_000 {
      let parameters = FSRSParameters(
        FSRSParameters.bounds.map { Double.random(in: $0.lowest...$0.highest, using: &random) })
      let model = FSRS6(parameters)
      var state: MemoryState?
      for _ in 0..<6 {
        let grade = Grade.allCases.randomElement(using: &random) ?? .good
        let days = [0, 0, 1, 3, 400, 40_000, Int.max / 2].randomElement(using: &random) ?? 0
        let next = model.after(state, grade, elapsedDays: days)
        #expect(FSRS6.stabilityRange.contains(next.stability))
        #expect(FSRS6.difficultyRange.contains(next.difficulty))
        state = next
      }
    }
    let broken = model.next(
      MemoryState(stability: .nan, difficulty: .nan), .good, elapsedDays: 3)
    #expect(FSRS6.stabilityRange.contains(broken.stability))
    #expect(FSRS6.difficultyRange.contains(broken.difficulty))
  }
}
