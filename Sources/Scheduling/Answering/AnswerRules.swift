public import StudyDomain

/// What each grade does to a card of one deck: steps, graduation, intervals, lapses.
///
/// The states and their rules are Anki's with FSRS on, but for two places: an interval after a
/// lapse without steps is capped by the maximum too, and a step that reaches past the rollover
/// stays in seconds.
public struct AnswerRules: Sendable {
  public let model: FSRS6
  let retention: Double
  let learningSteps: [Int]
  let relearningSteps: [Int]
  let maximum: Int
  let usesFuzz: Bool
  let leechThreshold: Int

  public init(_ options: DeckOptions) {
    self.init(options, model: FSRS6(FSRSParameters(options.parameters)))
  }

  /// With a model at hand: cheaper when many decks share their parameters.
  public init(_ options: DeckOptions, model: FSRS6) {
    self.model = model
    retention = min(max(options.desiredRetention, 0.01), 0.999)
    learningSteps = options.learningSteps.filter { $0 > 0 }
    relearningSteps = options.relearningSteps.filter { $0 > 0 }
    maximum = max(1, options.maximumInterval)
    usesFuzz = options.usesFuzz
    leechThreshold = options.leechThreshold
  }

  /// The outcomes of all four grades.
  public func outcomes(for card: AnswerInput) -> Outcomes {
    let answer = Answer(rules: self, card: card)
    switch card.phase {
    case .new, .learning: return answer.fromSteps(learningSteps, staying: .learning)
    case .relearning: return answer.fromSteps(relearningSteps, staying: .relearning)
    case .review: return answer.fromReview()
    }
  }

  /// Days until recall falls to the deck's retention, whole, within 1 and the maximum.
  public func days(for memory: MemoryState) -> Int {
    let raw = model.intervalDays(stability: memory.stability, retention: retention)
    return Int(min(max(raw.rounded(), 1), Double(maximum)))
  }
}
