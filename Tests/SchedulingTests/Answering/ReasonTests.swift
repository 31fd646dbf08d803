import StudyDomain
import Testing

@testable import Scheduling

@Suite struct ReasonTests {
  private func random(_ generator: inout SeededGenerator) -> (AnswerRules, AnswerInput) {
    var options = DeckOptions()
    func pick<Value>(_ values: [Value]) -> Value {
      values[Int.random(in: values.indices, using: &generator)]
    }
    options.learningSteps = pick([[], [60], [60, 600], [60, 600, 172_800]])
    options.relearningSteps = pick([[], [600], [600, 3600]])
    options.maximumInterval = pick([36_500, 30, 4])
    options.desiredRetention = pick([0.7, 0.9, 0.97])
    options.usesFuzz = Bool.random(using: &generator)
    options.leechThreshold = 3
    let phase = pick(CardPhase.allCases)
    let memory = MemoryState(
      stability: .random(in: 0.1...80, using: &generator),
      difficulty: .random(in: 1...10, using: &generator))
    let input = AnswerInput(
      phase: phase, memory: phase == .new ? nil : memory,
      lastIntervalDays: phase == .review ? .random(in: 1...60, using: &generator) : 0,
      stepsLeft: .random(in: 0...3, using: &generator),
      lapses: .random(in: 0...4, using: &generator),
      elapsedDays: .random(in: 0...90, using: &generator),
      fuzz: Fuzz(hash: generator.next(), reps: 2),
      secondsToRollover: .random(in: 60...86_400, using: &generator))
    return (AnswerRules(options), input)
  }

  /// The days that the parts of a reason allow.
  private func allowed(_ reason: IntervalReason, _ input: AnswerInput, maximum: Int)
    -> ClosedRange<Int>
  {
    var center = 1
    for part in reason.parts {
      switch part {
      case .retention(_, let days): center = max(1, Int(days.rounded()))
      case .spread(let range): return range
      case .maximum(let days): center = days
      case .notBelowLast(let days): center = max(center, days)
      case .above: return center...maximum
      default: break
      }
    }
    if reason.parts.contains(where: { if case .notBelowLast = $0 { true } else { false } }) {
      return center...center + 1
    }
    return center...center
  }

  @Test func `reasons lead to the intervals that the buttons say`() {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<20_000 {
      let (rules, input) = random(&generator)
      let outcomes = rules.outcomes(for: input)
      for reason in rules.reasons(for: input) {
        let outcome = outcomes[reason.grade]
        #expect(reason.memory == outcome.memory)
        switch (reason.interval, outcome.interval) {
        case (.seconds(let said), .seconds(let given)):
          #expect(said == given - outcome.addedSeconds)
          let tellsAdded = reason.parts.contains(.added(seconds: outcome.addedSeconds))
          #expect(tellsAdded == (outcome.addedSeconds > 0))
        case (.days(let said), .days(let given)):
          #expect(said == given)
          let range = allowed(reason, input, maximum: rules.maximum)
          #expect(range.contains(given), "\(input) \(reason) not in \(range)")
        default: Issue.record("days and seconds: \(reason)")
        }
        let saysLeech = reason.parts.contains(.becomesLeech(lapses: outcome.lapses))
        #expect(saysLeech == outcome.becomesLeech)
      }
    }
  }

  @Test func `steps are named by their number`() {
    let rules = AnswerRules(DeckOptions())
    let parts = rules.reasons(for: AnswerInput(phase: .new)).map(\.parts)
    #expect(parts[0].first == .step(1, of: 2))
    #expect(parts[1].first == .betweenFirstSteps)
    #expect(parts[2].first == .step(2, of: 2))
    #expect(parts[3].first == .graduates)
    let second = AnswerInput(
      phase: .learning, memory: FSRS6.standard.first(.good), stepsLeft: 1)
    let later = rules.reasons(for: second).map(\.parts)
    #expect(later[1].first == .sameStep(2, of: 2) && later[2].first == .graduates)
  }

  @Test func `a curve falls from each answer on and reaches beyond now`() throws {
    let start = Timestamp(seconds: 1_000_000)
    let second = start.adding(seconds: 10 * 86_400)
    let points = CurvePoints([(start, 10), (second, 30)], model: .standard)
    #expect(points.chance(at: start) == 1 && points.chance(at: second) == 1)
    #expect(abs(points.chance(at: start.adding(seconds: 863_999)) - 0.9) < 0.001)
    let now = second.adding(seconds: 5 * 86_400)
    let curve = try #require(
      points.curve(now: now, due: second.adding(seconds: 30 * 86_400), samples: 100))
    #expect(curve.chances.count == 100 && curve.answers.first == 0)
    #expect(curve.end == now.adding(seconds: 15 * 86_400), "as far as the past is long")
    #expect(curve.nowShare == 0.5)
    #expect(CurvePoints([], model: .standard).curve(now: now, due: nil, samples: 9) == nil)
  }
}
