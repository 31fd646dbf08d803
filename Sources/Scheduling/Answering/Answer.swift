import StudyDomain

/// One answering of one card: the four memories, and the rules that turn them into outcomes.
struct Answer {
  private let rules: AnswerRules
  private let card: AnswerInput
  private let fuzz: Fuzz
  private let again: Next
  private let hard: Next
  private let good: Next
  private let easy: Next

  /// A memory after a grade and its interval in days, unrounded.
  private struct Next {
    var memory: MemoryState
    var days: Double

    var wholeDays: Int { max(1, Int(min(days.rounded(), 1e9))) }
  }

  init(rules: AnswerRules, card: AnswerInput) {
    self.rules = rules
    self.card = card
    fuzz = rules.usesFuzz ? card.fuzz : .off
    func next(_ grade: Grade) -> Next {
      let memory = rules.model.after(card.memory, grade, elapsedDays: card.elapsedDays)
      return Next(
        memory: memory,
        days: rules.model.intervalDays(stability: memory.stability, retention: rules.retention))
    }
    again = next(.again)
    hard = next(.hard)
    good = next(.good)
    easy = next(.easy)
  }

  // MARK: Learning and relearning

  func fromSteps(_ steps: [Int], staying phase: CardPhase) -> Outcomes {
    let count = steps.count
    let index = card.phase == .new ? 0 : min(max(count - card.stepsLeft, 0), max(count - 1, 0))
    guard count > 0 else {
      return Outcomes(
        again: graduated(again, orStaying: phase), hard: graduated(hard, orStaying: phase),
        good: graduated(good, orStaying: phase), easy: graduatedEasily())
    }
    return Outcomes(
      again: step(again, steps[0], left: count, phase),
      hard: step(hard, hardDelay(steps, at: index), left: count - index, phase),
      good: index + 1 < count
        ? step(good, steps[index + 1], left: count - index - 1, phase)
        : outcome(good, .review, .days(graduatingDays(good))),
      easy: graduatedEasily())
  }

  /// The delay of "hard": the current step, but between the first and the second on the first.
  private func hardDelay(_ steps: [Int], at index: Int) -> Int {
    guard index == 0 else { return steps[index] }
    let delay =
      steps.count > 1
      ? (steps[0] + steps[1]) / 2 : min(steps[0] + steps[0] / 2, steps[0] + 86_400)
    return delay > 86_400 ? (delay + 43_200) / 86_400 * 86_400 : delay
  }

  private func step(_ next: Next, _ seconds: Int, left: Int, _ phase: CardPhase) -> Outcome {
    let added = fuzz.delay(on: seconds, secondsToRollover: card.secondsToRollover)
    var outcome = outcome(next, phase, .seconds(seconds + added))
    outcome.stepsLeft = left
    outcome.addedSeconds = added
    if phase == .relearning {
      outcome.daysAfterRelearning = min(next.wholeDays, rules.maximum)
    }
    return outcome
  }

  /// Without steps a very short interval keeps the card in its phase for that long.
  private func graduated(_ next: Next, orStaying phase: CardPhase) -> Outcome {
    guard rules.model.learnsWithinDay, next.days < 0.5 else {
      return outcome(next, .review, .days(graduatingDays(next)))
    }
    return step(next, max(1, Int((next.days * 86_400).rounded())), left: 0, phase)
  }

  private func graduatingDays(_ next: Next) -> Int {
    fuzz.days(Double(next.wholeDays), atLeast: 1, atMost: rules.maximum)
  }

  private func graduatedEasily() -> Outcome {
    let base = fuzz.days(good.days, atLeast: 1, atMost: rules.maximum)
    let days = fuzz.days(Double(easy.wholeDays), atLeast: base + 1, atMost: rules.maximum)
    return outcome(easy, .review, .days(days))
  }

  // MARK: Review

  func fromReview() -> Outcomes {
    let hardDays = reviewDays(hard, atLeast: 1)
    let goodDays = reviewDays(good, atLeast: hardDays + 1)
    let easyDays = reviewDays(easy, atLeast: goodDays + 1)
    return Outcomes(
      again: lapse(), hard: outcome(hard, .review, .days(hardDays)),
      good: outcome(good, .review, .days(goodDays)), easy: outcome(easy, .review, .days(easyDays)))
  }

  private func reviewDays(_ next: Next, atLeast minimum: Int) -> Int {
    let least = Self.least(next.days, after: card.lastIntervalDays, atMost: rules.maximum)
    return fuzz.days(
      next.days, atLeast: min(max(minimum, least), rules.maximum), atMost: rules.maximum)
  }

  /// The interval that fuzz may not go below, so that a success does not seem to set a card back.
  ///
  /// 0 when the interval shrank on purpose, by other parameters or another retention.
  static func least(_ days: Double, after previous: Int, atMost maximum: Int) -> Int {
    if days.rounded() > Double(previous) {
      return previous + 1
    }
    let reach = Fuzz.range(of: days, atLeast: 1, atMost: maximum)
    return previous <= reach.upperBound ? previous : 0
  }

  private func lapse() -> Outcome {
    var result: Outcome
    if let first = rules.relearningSteps.first {
      result = step(again, first, left: rules.relearningSteps.count, .relearning)
    } else if rules.model.learnsWithinDay, again.days < 0.5 {
      result = graduated(again, orStaying: .relearning)
    } else {
      result = outcome(again, .review, .days(min(again.wholeDays, rules.maximum)))
    }
    result.lapses = card.lapses + 1
    result.becomesLeech = Leech.isReached(lapses: result.lapses, threshold: rules.leechThreshold)
    return result
  }

  private func outcome(_ next: Next, _ phase: CardPhase, _ interval: Interval) -> Outcome {
    Outcome(
      phase: phase, interval: interval, memory: next.memory, stepsLeft: 0, lapses: card.lapses,
      becomesLeech: false, addedSeconds: 0, daysAfterRelearning: nil)
  }
}
