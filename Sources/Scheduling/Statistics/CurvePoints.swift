public import StudyDomain

/// The memories that a card had, each from an instant on, as a curve of the chance of recall.
public struct CurvePoints: Sendable {
  private let points: [(time: Timestamp, stability: Double)]
  private let model: FSRS6

  /// `points` in the order of time; each holds until the next.
  public init(_ points: [(time: Timestamp, stability: Double)], model: FSRS6) {
    self.points = points.sorted { $0.time < $1.time }
    self.model = model
  }

  /// The chance of recall at an instant; 0 before the first memory.
  public func chance(at time: Timestamp) -> Double {
    guard let last = points.last(where: { $0.time <= time }) else { return 0 }
    return model.retrievability(
      stability: last.stability, days: fractionalDays(from: last.time, to: time))
  }

  /// The curve from the first memory to a little after `now`: as far as `due`, unless that lies
  /// further than the past is long.
  public func curve(now: Timestamp, due: Timestamp?, samples: Int) -> ForgettingCurve? {
    guard let first = points.first, samples > 1 else { return nil }
    let day: Int64 = 86_400_000
    let past = max(now.milliseconds - first.time.milliseconds, day)
    let ahead = due.map { min($0.milliseconds - now.milliseconds, past) } ?? 0
    let end = max(now.milliseconds, first.time.milliseconds) + max(ahead, past / 8)
    let length = end - first.time.milliseconds
    func share(_ time: Timestamp) -> Float {
      Float(Double(time.milliseconds - first.time.milliseconds) / Double(length))
    }
    return ForgettingCurve(
      start: first.time, end: Timestamp(milliseconds: end), now: now,
      chances: (0..<samples).map { place in
        let time = first.time.milliseconds + length * Int64(place) / Int64(samples - 1)
        return Float(chance(at: Timestamp(milliseconds: time)))
      },
      answers: points.map { share($0.time) })
  }
}
