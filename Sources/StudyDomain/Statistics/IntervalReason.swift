/// Why a grade, given now, leads to the interval that its button says.
public struct IntervalReason: Hashable, Sendable {
  public var grade: Grade
  /// As the button says it: a step without the seconds that are added to spread cards.
  public var interval: Interval
  /// What the memory becomes.
  public var memory: MemoryState
  /// In the order in which they make the interval.
  public var parts: [Part]

  public init(grade: Grade, interval: Interval, memory: MemoryState, parts: [Part]) {
    self.grade = grade
    self.interval = interval
    self.memory = memory
    self.parts = parts
  }

  public enum Part: Hashable, Sendable {
    /// The step of this number, from 1, among so many.
    case step(Int, of: Int)
    /// Half way between the first and the second step.
    case betweenFirstSteps
    /// The only step and half of it, at most a day more.
    case oneStepAndHalf
    /// The current step once more.
    case sameStep(Int, of: Int)
    /// The steps are over, or there are none.
    case graduates
    /// No step is set, and the memory lasts less than half a day.
    case shortMemory(days: Double)
    /// The stability in days; before is nil for a first answer.
    case stability(before: Double?, after: Double)
    /// Recall falls to this chance after so many days.
    case retention(Double, days: Double)
    /// Days that spreading may give, both ends included.
    case spread(ClosedRange<Int>)
    /// Raised to a day more than this grade would give.
    case above(Grade)
    /// Raised so that it is not shorter than the interval before.
    case notBelowLast(days: Int)
    /// The deck's longest interval.
    case maximum(Int)
    /// Seconds that spreading adds when the answer is given.
    case added(seconds: Int)
    case becomesLeech(lapses: Int)
  }
}
