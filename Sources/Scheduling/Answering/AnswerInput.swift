public import StudyDomain

/// All that the four outcomes of a card depend on, beside the options of its deck.
public struct AnswerInput: Hashable, Sendable {
  public var phase: CardPhase
  /// Nil for a card without reviews.
  public var memory: MemoryState?
  /// The interval given last, in days; 0 when there is none.
  public var lastIntervalDays: Int
  public var stepsLeft: Int
  public var lapses: Int
  /// Study days since the last review; negative counts as 0.
  public var elapsedDays: Int
  public var fuzz: Fuzz
  public var secondsToRollover: Int

  public init(
    phase: CardPhase, memory: MemoryState? = nil, lastIntervalDays: Int = 0, stepsLeft: Int = 0,
    lapses: Int = 0, elapsedDays: Int = 0, fuzz: Fuzz = .off, secondsToRollover: Int = 86_400
  ) {
    self.phase = phase
    self.memory = memory
    self.lastIntervalDays = lastIntervalDays
    self.stepsLeft = stepsLeft
    self.lapses = lapses
    self.elapsedDays = elapsedDays
    self.fuzz = fuzz
    self.secondsToRollover = secondsToRollover
  }

  /// The input for a card as the history leaves it.
  ///
  /// `hash` is the lowest key of the card's set. A last review after `day` (a clock that had run
  /// ahead) counts as one of the same day.
  public init(_ state: CardState, hash: UInt64, day: StudyDay, secondsToRollover: Int) {
    self.init(
      phase: state.phase, memory: state.memory, lastIntervalDays: state.interval?.days ?? 0,
      stepsLeft: Int(state.stepsLeft), lapses: Int(state.lapses),
      elapsedDays: state.lastDay.map { max(0, day - $0) } ?? 0,
      fuzz: Fuzz(hash: hash, reps: Int(state.reps)), secondsToRollover: secondsToRollover)
  }
}
