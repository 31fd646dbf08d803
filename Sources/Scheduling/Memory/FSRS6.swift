public import StudyDomain

/// The memory model FSRS-6.
///
/// Formulas: the FSRS authors' published algorithm, as the reference implementation fsrs-rs 6.6
/// computes it; in Double, which gives the same whole days.
public struct FSRS6: MemoryModel {
  public static let stabilityRange = 0.001...36_500.0
  public static let difficultyRange = 1.0...10.0

  public let parameters: FSRSParameters
  /// The standard parameters.
  public static let standard = FSRS6(.standard)

  /// Minus parameter 20.
  public let decay: Double
  /// `(1 + factor)^decay` is 0.9.
  public let factor: Double

  private let initial: (MemoryState, MemoryState, MemoryState, MemoryState)
  /// The difficulty of a first "easy", not clamped: what difficulty reverts to.
  private let revertTo: Double
  private let difficultyStep: Double
  private let reversion: Double
  private let gain: Double
  private let gainBySaturation: Double
  private let gainByForgetting: Double
  private let lapseSize: Double
  private let lapseByDifficulty: Double
  private let lapseByStability: Double
  private let lapseByForgetting: Double
  private let lapseFloorDivisor: Double
  private let hardFactor: Double
  private let easyFactor: Double
  private let sameDayByGrade: Double
  private let sameDayOffset: Double
  private let sameDayByStability: Double

  public init(_ parameters: FSRSParameters) {
    let w = parameters.values
    self.parameters = parameters
    decay = -w[20]
    factor = exponential(logarithm(0.9) / -w[20]) - 1
    func firstDifficulty(_ grade: Grade) -> Double {
      w[4] - exponential(w[5] * Double(grade.rawValue - 1)) + 1
    }
    func first(_ grade: Grade) -> MemoryState {
      MemoryState(
        stability: clamped(w[Int(grade.rawValue) - 1], to: Self.stabilityRange),
        difficulty: clamped(firstDifficulty(grade), to: Self.difficultyRange))
    }
    initial = (first(.again), first(.hard), first(.good), first(.easy))
    revertTo = firstDifficulty(.easy)
    difficultyStep = w[6]
    reversion = w[7]
    gain = exponential(w[8])
    gainBySaturation = w[9]
    gainByForgetting = w[10]
    lapseSize = w[11]
    lapseByDifficulty = w[12]
    lapseByStability = w[13]
    lapseByForgetting = w[14]
    lapseFloorDivisor = exponential(w[17] * w[18])
    hardFactor = w[15]
    easyFactor = w[16]
    sameDayByGrade = w[17]
    sameDayOffset = w[18]
    sameDayByStability = w[19]
  }

  /// True when parameters 17 and 18 describe what a second answer on one day does.
  public var learnsWithinDay: Bool {
    sameDayByGrade > 0 && sameDayOffset > 0
  }

  @inlinable
  public func retrievability(stability: Double, days: Double) -> Double {
    retrievability(clampedStability: clamped(stability, to: Self.stabilityRange), days: days)
  }

  @usableFromInline
  func retrievability(clampedStability: Double, days: Double) -> Double {
    exponential(decay * logarithm(1 + factor * max(0, days) / clampedStability))
  }

  public func intervalDays(stability: Double, retention: Double) -> Double {
    stability / factor * (power(retention, 1 / decay) - 1)
  }

  public func first(_ grade: Grade) -> MemoryState {
    switch grade {
    case .again: initial.0
    case .hard: initial.1
    case .good: initial.2
    case .easy: initial.3
    }
  }

  public func next(_ state: MemoryState, _ grade: Grade, elapsedDays: Int) -> MemoryState {
    let stability = clamped(state.stability, to: Self.stabilityRange)
    let difficulty = clamped(state.difficulty, to: Self.difficultyRange)
    let logStability = logarithm(stability)
    let grown: Double
    if elapsedDays <= 0 {
      grown = sameDay(stability, logStability, grade)
    } else {
      let recall = retrievability(clampedStability: stability, days: Double(elapsedDays))
      grown =
        grade == .again
        ? lapsed(stability, difficulty, recall)
        : recalled(stability, logStability, difficulty, recall, grade)
    }
    return MemoryState(
      stability: clamped(grown, to: Self.stabilityRange),
      difficulty: nextDifficulty(difficulty, grade))
  }

  /// The memory of a card whose history is missing or cut, from its SM-2 ease (2.5 is 250 %), its
  /// interval and the retention that its learner had.
  public func converted(ease: Double, intervalDays: Double, historicalRetention: Double = 0.9)
    -> MemoryState
  {
    // An interval of 0 gives less than the least stability; `next` raises it.
    let stability = min(
      max(intervalDays, 0.001) * factor / (power(historicalRetention, 1 / decay) - 1),
      Self.stabilityRange.upperBound)
    let growth =
      gain * power(stability, -gainBySaturation)
      * (exponential((1 - historicalRetention) * gainByForgetting) - 1)
    let difficulty = 11 - (ease - 1) / growth
    return MemoryState(
      stability: stability,
      difficulty: difficulty.isNaN ? 10 : clamped(difficulty, to: Self.difficultyRange))
  }

  private func sameDay(_ stability: Double, _ logStability: Double, _ grade: Grade) -> Double {
    let steps = Double(grade.rawValue) - 3 + sameDayOffset
    let increase = exponential(sameDayByGrade * steps - sameDayByStability * logStability)
    // A success never lowers stability, hard included.
    return stability * (grade == .again ? increase : max(increase, 1))
  }

  private func recalled(
    _ stability: Double, _ logStability: Double, _ difficulty: Double, _ recall: Double,
    _ grade: Grade
  ) -> Double {
    let bonus = grade == .hard ? hardFactor : grade == .easy ? easyFactor : 1
    let forgetting = exponential((1 - recall) * gainByForgetting) - 1
    let saturation = exponential(-gainBySaturation * logStability)
    return stability * (1 + gain * (11 - difficulty) * saturation * forgetting * bonus)
  }

  private func lapsed(_ stability: Double, _ difficulty: Double, _ recall: Double) -> Double {
    let exponent = (1 - recall) * lapseByForgetting - lapseByDifficulty * logarithm(difficulty)
    let left =
      lapseSize * exponential(exponent)
      * (exponential(lapseByStability * logarithm(stability + 1)) - 1)
    return min(left, stability / lapseFloorDivisor)
  }

  private func nextDifficulty(_ difficulty: Double, _ grade: Grade) -> Double {
    let change = -difficultyStep * (Double(grade.rawValue) - 3)
    let damped = difficulty + change * (10 - difficulty) / 9
    return clamped(reversion * (revertTo - damped) + damped, to: Self.difficultyRange)
  }
}

/// The value moved into a range; NaN becomes its lower end, so that it never spreads.
@inlinable
func clamped(_ value: Double, to range: ClosedRange<Double>) -> Double {
  value >= range.lowerBound ? min(value, range.upperBound) : range.lowerBound
}
