import StudyDomain
import Testing

@testable import Scheduling

/// Answering a card, where learners notice it.
@Suite struct AnswerRulesTests {
  private func outcomes(
    _ options: DeckOptions = DeckOptions(), _ input: AnswerInput
  ) -> Outcomes {
    AnswerRules(options).outcomes(for: input)
  }

  @Test func `a new card's buttons are those of the standard options`() {
    let result = outcomes(AnswerInput(phase: .new))
    #expect(Grade.allCases.map { result[$0].caption } == ["1 min", "6 min", "10 min", "8 d"])
    #expect(Grade.allCases.map { result[$0].phase } == [.learning, .learning, .learning, .review])
    #expect(Grade.allCases.map { result[$0].stepsLeft } == [2, 2, 1, 0])
  }

  private func outcomes(_ input: AnswerInput) -> Outcomes {
    outcomes(DeckOptions(), input)
  }

  @Test func `a step past the rollover stays in seconds`() {
    var options = DeckOptions()
    options.learningSteps = [60, 7200, 172_800]
    let result = outcomes(
      options,
      AnswerInput(
        phase: .learning, memory: FSRS6.standard.first(.good), stepsLeft: 2,
        fuzz: Fuzz(hash: 9, reps: 1), secondsToRollover: 900))
    #expect(result.good.interval == .seconds(172_800))
    #expect(result.hard.interval == .seconds(7200))
    #expect(result.good.addedSeconds == 0)
  }

  @Test func `without fuzz intervals and steps are exact`() {
    var options = DeckOptions()
    options.usesFuzz = false
    let rules = AnswerRules(options)
    let memory = MemoryState(stability: 40, difficulty: 5)
    for reps in 0..<30 {
      let fuzz = Fuzz(hash: 5, reps: reps)
      let review = rules.outcomes(
        for: AnswerInput(
          phase: .review, memory: memory, lastIntervalDays: 40, elapsedDays: 40, fuzz: fuzz))
      #expect(review.good.interval == .days(rules.days(for: review.good.memory)))
      let new = rules.outcomes(for: AnswerInput(phase: .new, fuzz: fuzz))
      #expect(new.good.interval == .seconds(600))
    }
  }

  @Test func `with fuzz a step is a little longer than its caption says`() {
    let result = outcomes(AnswerInput(phase: .new, fuzz: Fuzz(hash: 12, reps: 0)))
    guard case .seconds(let seconds) = result.good.interval else {
      Issue.record("no step")
      return
    }
    #expect(seconds == 600 + result.good.addedSeconds)
    #expect((0..<150).contains(result.good.addedSeconds))
    #expect(result.good.caption == "10 min")
  }

  @Test func `hard cards under twelve hours leave their days behind`() {
    let model = FSRS6.standard
    let rules = AnswerRules(DeckOptions())
    var state = MemoryState(stability: 0.1, difficulty: 9.6)
    // An answer every eleven hours: rollovers fall between most, but not all of them.
    var passedAfter: Int?
    for answer in 1...20 {
      let elapsed = (answer * 11 + 3) / 24 - ((answer - 1) * 11 + 3) / 24
      state = model.next(state, .good, elapsedDays: elapsed)
      if rules.days(for: state) > 1 {
        passedAfter = passedAfter ?? answer
      }
    }
    #expect((passedAfter ?? 99) <= 8)
    #expect(rules.days(for: state) > 3)
  }

  @Test func `easy forty times, each when due, stays within the maximum`() {
    let rules = AnswerRules(DeckOptions())
    var input = AnswerInput(phase: .new)
    var day = StudyDay(20_000)
    for reps in 0..<40 {
      input.fuzz = Fuzz(hash: 3, reps: reps)
      let easy = rules.outcomes(for: input).easy
      guard case .days(let days) = easy.interval else {
        Issue.record("no days after easy")
        return
      }
      #expect((1...36_500).contains(days))
      #expect(easy.memory.stability.isFinite && easy.memory.difficulty.isFinite)
      day = day + days
      input = AnswerInput(
        phase: .review, memory: easy.memory, lastIntervalDays: days, elapsedDays: days)
    }
    #expect(input.lastIntervalDays > 34_000)
    #expect(day.date.year > 2100)
    #expect(day.isoDate.hasPrefix(String(day.date.year)))
  }

  @Test func `a card last seen in the future is answered as of the same day`() {
    var state = CardState()
    state.phase = .review
    state.memory = MemoryState(stability: 10, difficulty: 5)
    state.interval = .days(10)
    state.lastDay = StudyDay(20_820)
    let input = AnswerInput(state, hash: 1, day: StudyDay(20_789), secondsToRollover: 9000)
    #expect(input.elapsedDays == 0)
    let result = outcomes(input)
    for grade in Grade.allCases {
      #expect(result[grade].memory.stability.isFinite)
    }
    #expect(result.good.memory.stability >= 10)
  }

  @Test func `a late answer gives more than one on time`() {
    func good(after elapsed: Int) -> Int {
      var options = DeckOptions()
      options.usesFuzz = false
      let input = AnswerInput(
        phase: .review, memory: MemoryState(stability: 30, difficulty: 5), lastIntervalDays: 30,
        elapsedDays: elapsed)
      return outcomes(options, input).good.interval.days ?? 0
    }
    #expect(good(after: 880) > 2 * good(after: 30))
    #expect(good(after: 10) < good(after: 30))
  }

  @Test func `a lapse without steps never exceeds the maximum`() {
    var options = DeckOptions()
    options.relearningSteps = []
    options.maximumInterval = 3
    let again = outcomes(
      options,
      AnswerInput(
        phase: .review, memory: MemoryState(stability: 3000, difficulty: 3),
        lastIntervalDays: 3, elapsedDays: 3)
    ).again
    #expect(again.interval == .days(3))
    #expect(again.lapses == 1)
  }

  @Test(arguments: [
    (8, [8, 12, 16, 20]), (5, [5, 8, 11, 14, 17, 20]), (2, Array(2...20)), (1, Array(1...20)),
    (0, []),
  ])
  func `leeches are told at the threshold and every half of it`(
    _ threshold: Int, _ expected: [Int]
  ) {
    #expect((0...20).filter { Leech.isReached(lapses: $0, threshold: threshold) } == expected)
  }

  @Test(arguments: [
    (Interval.seconds(45), "45 s"), (.seconds(60), "1 min"), (.seconds(330), "6 min"),
    (.seconds(600), "10 min"), (.seconds(3590), "1 h"), (.seconds(3600), "1 h"),
    (.seconds(5400), "1.5 h"), (.seconds(86_399), "24 h"), (.seconds(86_400), "1 d"),
    (.seconds(129_600), "1.5 d"), (.days(1), "1 d"), (.days(3), "3 d"), (.days(30), "30 d"),
    (.days(31), "1 mo"), (.days(37), "1.2 mo"), (.days(364), "12 mo"), (.days(365), "1 y"),
    (.days(912), "2.5 y"), (.days(36_500), "100 y"), (.seconds(0), "0 s"),
  ])
  func `intervals are said in short words`(_ interval: Interval, _ caption: String) {
    #expect(interval.caption == caption)
  }

  @Test func `any card and any options keep the promises of the buttons`() {
    var random = SeededGenerator(seed: 42)
    for _ in 0..<20_000 {
      let options = Self.options(&random)
      let input = Self.input(options, &random)
      let result = outcomes(options, input)
      #expect(result == outcomes(options, input), "the same question has the same answer")
      for grade in Grade.allCases {
        check(result[grade], options, input)
      }
      if input.phase == .review, let hard = result.hard.interval.days,
        let good = result.good.interval.days, let easy = result.easy.interval.days
      {
        #expect(hard < good || good == options.maximumInterval, "\(input) \(options)")
        #expect(good < easy || easy == options.maximumInterval, "\(input) \(options)")
        #expect(hard <= good && good <= easy)
      }
    }
  }

  private func check(_ outcome: Outcome, _ options: DeckOptions, _ input: AnswerInput) {
    #expect(FSRS6.stabilityRange.contains(outcome.memory.stability))
    #expect(FSRS6.difficultyRange.contains(outcome.memory.difficulty))
    switch outcome.interval {
    case .days(let days):
      #expect((1...options.maximumInterval).contains(days), "\(input)")
      #expect(outcome.phase == .review)
      #expect(outcome.stepsLeft == 0)
      #expect(outcome.caption == outcome.interval.caption)
    case .seconds(let seconds):
      #expect(seconds >= 1)
      #expect(outcome.phase == .learning || outcome.phase == .relearning)
      let step = seconds - outcome.addedSeconds
      #expect(outcome.addedSeconds <= min(300, step / 4))
      #expect(step >= input.secondsToRollover || seconds < input.secondsToRollover)
      #expect(options.usesFuzz || outcome.addedSeconds == 0)
      #expect(outcome.caption == Interval.seconds(step).caption)
    }
    #expect(outcome.lapses - input.lapses == 0 || input.phase == .review)
  }

  private static func options(_ random: inout SeededGenerator) -> DeckOptions {
    var options = DeckOptions()
    let steps = [[], [60], [60, 600], [30, 600, 86_400], [200_000]]
    options.learningSteps = steps.randomElement(using: &random) ?? []
    options.relearningSteps = steps.randomElement(using: &random) ?? []
    options.maximumInterval = [1, 2, 5, 100, 36_500].randomElement(using: &random) ?? 1
    options.desiredRetention = Double.random(in: 0.7...0.99, using: &random)
    options.usesFuzz = Bool.random(using: &random)
    options.parameters = FSRSParameters.bounds.map {
      Double.random(in: $0.lowest...$0.highest, using: &random)
    }
    return options
  }

  private static func input(
    _ options: DeckOptions, _ random: inout SeededGenerator
  ) -> AnswerInput {
    let phase = CardPhase.allCases.randomElement(using: &random) ?? .new
    let stabilities: [Double] = [0.001, 0.3, 2, 50, 5000, 36_500]
    let stability = stabilities.randomElement(using: &random) ?? 1
    return AnswerInput(
      phase: phase,
      memory: phase == .new
        ? nil
        : MemoryState(
          stability: stability, difficulty: Double.random(in: 1...10, using: &random)),
      lastIntervalDays: Int.random(in: 0...options.maximumInterval, using: &random),
      stepsLeft: Int.random(in: 0...4, using: &random),
      lapses: Int.random(in: 0...20, using: &random),
      elapsedDays: [-5, 0, 1, 7, 900].randomElement(using: &random) ?? 0,
      fuzz: Fuzz(hash: random.next(), reps: Int.random(in: 0...50, using: &random)),
      secondsToRollover: Int.random(in: 0...86_400, using: &random))
  }
}
