public import StudyDomain

/// What one grade makes of a card.
public struct Outcome: Hashable, Sendable {
  public var phase: CardPhase
  /// Until the card is asked again.
  ///
  /// A step is in seconds, also when it reaches past the rollover,
  /// and holds the delay that fuzz added.
  public var interval: Interval
  public var memory: MemoryState
  /// Steps that remain; 0 outside them.
  public var stepsLeft: Int
  public var lapses: Int
  /// The lapse just added makes the card a leech.
  public var becomesLeech: Bool
  /// The seconds of `interval` that fuzz added to a step.
  public var addedSeconds: Int
  /// The interval in days that a card in relearning falls back to; what other programs store.
  public var daysAfterRelearning: Int?

  /// What a button says: "10 min", "3 d".
  ///
  /// A step is said without its added seconds.
  public var caption: String {
    switch interval {
    case .days: interval.caption
    case .seconds(let seconds): Interval.seconds(seconds - addedSeconds).caption
    }
  }
}

/// The outcomes of all four grades, computed at once so that captions and results agree.
public struct Outcomes: Hashable, Sendable {
  public var again: Outcome
  public var hard: Outcome
  public var good: Outcome
  public var easy: Outcome

  public subscript(grade: Grade) -> Outcome {
    switch grade {
    case .again: again
    case .hard: hard
    case .good: good
    case .easy: easy
    }
  }
}

extension Interval {
  /// The interval in short words: `45 s`, `10 min`, `2 h`, `3 d`, `1.2 mo`, `2.5 y`.
  ///
  /// Months are 30.4 days, years 365; a tenth is left out when it is 0.
  public var caption: String {
    switch self {
    case .seconds(let seconds) where seconds < 60:
      return "\(max(0, seconds)) s"
    case .seconds(let seconds) where seconds < 3600:
      return "\((seconds + 30) / 60) min" == "60 min" ? "1 h" : "\((seconds + 30) / 60) min"
    case .seconds(let seconds) where seconds < 86_400:
      return tenths(seconds * 10, of: 3600, "h")
    case .seconds(let seconds):
      return tenths(seconds * 10, of: 86_400, "d")
    case .days(let days) where days < 31:
      return "\(days) d"
    case .days(let days) where days < 365:
      return tenths(days * 120, of: 365, "mo")
    case .days(let days):
      return tenths(days * 10, of: 365, "y")
    }
  }
}

/// A number of tenths, rounded, with its unit.
private func tenths(_ amount: Int, of unit: Int, _ word: String) -> String {
  let rounded = (amount + unit / 2) / unit
  return rounded % 10 == 0 ? "\(rounded / 10) \(word)" : "\(rounded / 10).\(rounded % 10) \(word)"
}
