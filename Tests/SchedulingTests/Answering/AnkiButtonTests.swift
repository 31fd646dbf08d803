import StudyDomain
import Testing

@testable import Scheduling

/// What each grade does, against 316 cards recorded from Anki with fuzz off.
@Suite struct AnkiButtonTests {
  let vectors: Vectors

  init() throws {
    vectors = try #require(Vectors.all)
  }

  @Test func `all four outcomes are the recorded ones`() {
    #expect(vectors.anki_buttons.count == 316)
    for (index, row) in vectors.anki_buttons.enumerated() {
      let outcomes = rules(for: row.config).outcomes(for: input(row.card))
      check(outcomes.again, row.again, row, "\(index) again")
      check(outcomes.hard, row.hard, row, "\(index) hard")
      check(outcomes.good, row.good, row, "\(index) good")
      check(outcomes.easy, row.easy, row, "\(index) easy")
    }
  }

  private func rules(for config: Vectors.AnkiButtons.Config) -> AnswerRules {
    var options = DeckOptions()
    options.learningSteps = config.learn.map { Int(($0 * 60).rounded()) }
    options.relearningSteps = config.relearn.map { Int(($0 * 60).rounded()) }
    options.desiredRetention = config.dr
    options.maximumInterval = config.max_ivl ?? 36_500
    return AnswerRules(options, model: vectors.model(config.params))
  }

  private func input(_ card: Vectors.AnkiButtons.Card?) -> AnswerInput {
    guard let card, let phase = CardPhase(word: card.type) else { return AnswerInput(phase: .new) }
    return AnswerInput(
      phase: phase,
      memory: card.s.map { MemoryState(stability: $0, difficulty: card.d ?? 5) },
      lastIntervalDays: card.ivl ?? 0, stepsLeft: card.left ?? 0, lapses: card.lapses ?? 0,
      elapsedDays: card.days ?? 0)
  }

  private func check(
    _ outcome: Outcome, _ expected: Vectors.AnkiButtons.Result, _ row: Vectors.AnkiButtons,
    _ place: String
  ) {
    let note: Comment = "\(place): \(row.config) \(String(describing: row.card)) \(expected)"
    #expect(outcome.phase.word == expected.state, note)
    #expect(isClose(outcome.memory.stability, expected.s), note)
    #expect(isClose(outcome.memory.difficulty, expected.d), note)
    #expect(outcome.becomesLeech == (expected.leech ?? false), note)
    if let lapses = expected.lapses {
      #expect(outcome.lapses == lapses, note)
    }
    switch outcome.interval {
    case .seconds(let seconds):
      #expect(abs(seconds - (expected.secs ?? -1)) <= 1, "\(seconds) s, \(note)")
      #expect(outcome.stepsLeft == expected.left, note)
      if outcome.phase == .relearning, row.card?.type == "review" {
        #expect(outcome.daysAfterRelearning == expected.days, note)
      }
    case .days(let days):
      #expect(expected.secs == nil, note)
      // Anki leaves the interval of a lapse without steps above the maximum; we cap it.
      #expect(days == min(expected.days ?? -1, row.config.max_ivl ?? 36_500), "\(days) d, \(note)")
    }
  }
}
