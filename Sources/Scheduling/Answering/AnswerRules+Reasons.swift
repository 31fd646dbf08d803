public import StudyDomain

extension AnswerRules {
  /// Why each grade would give its interval: the same rules as `outcomes`, told instead of applied.
  public func reasons(for card: AnswerInput) -> [IntervalReason] {
    let outcomes = outcomes(for: card)
    return Grade.allCases.map { grade in
      let outcome = outcomes[grade]
      var parts: [IntervalReason.Part]
      var caption = outcome.interval
      switch outcome.interval {
      case .seconds(let seconds):
        caption = .seconds(seconds - outcome.addedSeconds)
        parts = stepParts(grade, card, outcome)
        parts.append(
          .stability(before: card.memory?.stability, after: outcome.memory.stability))
        if outcome.addedSeconds > 0 { parts.append(.added(seconds: outcome.addedSeconds)) }
      case .days(let days):
        parts = dayParts(grade, card, outcomes, given: days)
      }
      if outcome.becomesLeech { parts.append(.becomesLeech(lapses: outcome.lapses)) }
      return IntervalReason(
        grade: grade, interval: caption, memory: outcome.memory, parts: parts)
    }
  }

  private func rawDays(_ memory: MemoryState) -> Double {
    model.intervalDays(stability: memory.stability, retention: retention)
  }

  private func memoryParts(_ card: AnswerInput, _ outcome: Outcome) -> [IntervalReason.Part] {
    [
      .stability(before: card.memory?.stability, after: outcome.memory.stability),
      .retention(retention, days: rawDays(outcome.memory)),
    ]
  }

  // MARK: Steps

  private func stepParts(
    _ grade: Grade, _ card: AnswerInput, _ outcome: Outcome
  ) -> [IntervalReason.Part] {
    let isRelearning = card.phase == .review || card.phase == .relearning
    let steps = isRelearning ? relearningSteps : learningSteps
    guard !steps.isEmpty else { return [.shortMemory(days: rawDays(outcome.memory))] }
    let count = steps.count
    let index =
      card.phase == .learning || card.phase == .relearning
      ? min(max(count - card.stepsLeft, 0), count - 1) : 0
    switch grade {
    case .again: return [.step(1, of: count)]
    case .hard where index > 0: return [.sameStep(index + 1, of: count)]
    case .hard: return [count > 1 ? .betweenFirstSteps : .oneStepAndHalf]
    case .good, .easy: return [.step(index + 2, of: count)]
    }
  }

  // MARK: Days

  private func dayParts(
    _ grade: Grade, _ card: AnswerInput, _ outcomes: Outcomes, given days: Int
  ) -> [IntervalReason.Part] {
    let outcome = outcomes[grade]
    var parts = memoryParts(card, outcome)
    let raw = rawDays(outcome.memory)
    // A lapse without relearning steps is as long as its memory, without a spread.
    if card.phase == .review, grade == .again {
      return parts + (raw.rounded() > Double(maximum) ? [.maximum(maximum)] : [])
    }
    if card.phase != .review { parts.insert(.graduates, at: 0) }
    let lowest = lowestDays(grade, card, outcomes)
    let center = card.phase == .review ? raw : Double(max(1, Int(min(raw.rounded(), 1e9))))
    if center.rounded() < Double(lowest.days), let part = lowest.part { parts.append(part) }
    if center.rounded() > Double(maximum) { parts.append(.maximum(maximum)) }
    guard usesFuzz, card.fuzz.draw != nil else { return parts }
    let range = Fuzz.range(of: center, atLeast: lowest.days, atMost: maximum)
    if range.count > 1 { parts.append(.spread(range)) }
    return parts
  }

  /// The least that an interval may be, and why.
  private func lowestDays(
    _ grade: Grade, _ card: AnswerInput, _ outcomes: Outcomes
  ) -> (days: Int, part: IntervalReason.Part?) {
    let fuzz = usesFuzz ? card.fuzz : .off
    guard card.phase == .review else {
      guard grade == .easy else { return (1, nil) }
      let good = fuzz.days(rawDays(outcomes.good.memory), atLeast: 1, atMost: maximum)
      return (min(good + 1, maximum), .above(.good))
    }
    let least = Answer.least(
      rawDays(outcomes[grade].memory), after: card.lastIntervalDays, atMost: maximum)
    let below: Grade? = grade == .easy ? .good : grade == .good ? .hard : nil
    let minimum = below.flatMap { outcomes[$0].interval.days }.map { $0 + 1 } ?? 1
    if least >= minimum, least > 1 {
      return (min(least, maximum), .notBelowLast(days: card.lastIntervalDays))
    }
    return (min(minimum, maximum), below.map { .above($0) })
  }
}
