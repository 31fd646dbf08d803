import Dispatch
public import StudyDomain
import Synchronization

extension History {
  /// Every answer in force of every card and orphan, as statistics count them; by card, in replay
  /// order.
  ///
  /// Folds all cards anew, on all processors: a million answers take about a tenth of a second.
  public func answerSamples() -> [AnswerSample] {
    guard let rules else { return [] }
    let chosen = StepRules(rules)
    let count = table.keys.count
    let pieces = count < 4_000 ? 1 : 16
    // The actor that owns the history waits here: it is only read until all pieces are done.
    nonisolated(unsafe) let history = self
    let found = Mutex([[AnswerSample]](repeating: [], count: pieces))
    DispatchQueue.concurrentPerform(iterations: pieces) { piece in
      var samples: [AnswerSample] = []
      let keys = UInt32(count * piece / pieces)..<UInt32(count * (piece + 1) / pieces)
      for key in keys where history.isOwner(key) {
        history.addSamples(of: key, chosen, to: &samples)
      }
      let kept = samples
      found.withLock { $0[piece] = kept }
    }
    return found.withLock { Array($0.joined()) }
  }

  private func addSamples(of card: UInt32, _ rules: StepRules, to samples: inout [AnswerSample]) {
    var fold = newFold(card, CardRecord(), rules)
    var isFirst = true
    forEachOrderedEvent(card) { event in
      guard status[Int(event)] == 0 else { return }
      let record = table.records[Int(event)]
      guard record.kind != .card else { return }
      let (day, time) = (movedDay(event, record), movedTime(event, record))
      if record.kind == .review {
        samples.append(sample(event, record, fold.card, card: card, day, time, isFirst))
        isFirst = false
      }
      fold.apply(event, record, day: day, time: time)
    }
  }

  private func sample(
    _ event: UInt32, _ record: EventRecord, _ before: CardRecord, card: UInt32, _ day: Int64,
    _ time: Int64, _ isFirst: Bool
  ) -> AnswerSample {
    let isStep = before.bits.contains(.intervalIsSeconds)
    let wall = CivilTime(
      wallSeconds: Timestamp(milliseconds: time).seconds + table.offset(event, record) * 60)
    return AnswerSample(
      card: Int(card), day: StudyDay(Int(day)), hour: wall.hour, grade: record.grade,
      phase: before.phase, mode: AnswerSample.Mode(record.mode),
      previousDays: Int(isStep ? before.interval / 86_400 : before.interval),
      milliseconds: table.taken(event, record), isFirst: isFirst)
  }
}

extension AnswerSample.Mode {
  /// What a mode of the history is to statistics.
  public init(_ mode: ReviewMode) {
    switch mode {
    case .normal: self = .normal
    case .ahead: self = .ahead
    case .cram: self = .practice
    }
  }
}
