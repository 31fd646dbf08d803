public import StudyDomain

/// A model of forgetting: how a memory fades, and what an answer makes of it.
public protocol MemoryModel: Sendable {
  /// The chance of recall, in (0, 1], a number of days after the last review.
  ///
  /// Days may be a fraction for display and sorting; negative days count as none.
  func retrievability(stability: Double, days: Double) -> Double

  /// Days, unrounded, until the chance of recall has fallen to `retention`.
  func intervalDays(stability: Double, retention: Double) -> Double

  /// The memory after the first answer ever.
  func first(_ grade: Grade) -> MemoryState

  /// The memory after a later answer.
  ///
  /// `elapsedDays` counts study days since the last review; 0 is the same day, and so is anything
  /// negative (a clock that had run ahead).
  func next(_ state: MemoryState, _ grade: Grade, elapsedDays: Int) -> MemoryState
}

extension MemoryModel {
  /// The memory after an answer, first or later.
  @inlinable
  public func after(_ state: MemoryState?, _ grade: Grade, elapsedDays: Int) -> MemoryState {
    state.map { next($0, grade, elapsedDays: elapsedDays) } ?? first(grade)
  }

  /// The chance of recall now, from the instant of the last review.
  public func retrievability(of state: MemoryState, since last: Timestamp, at now: Timestamp)
    -> Double
  {
    retrievability(
      stability: state.stability, days: fractionalDays(from: last, to: now))
  }
}

/// Days between two instants, as a fraction; never negative.
public func fractionalDays(from start: Timestamp, to end: Timestamp) -> Double {
  max(0, Double(end.milliseconds - start.milliseconds) / 86_400_000)
}
