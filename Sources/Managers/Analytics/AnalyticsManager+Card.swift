import History
import Scheduling
public import StudyDomain

extension AnalyticsManager {
  /// What happened to a card of the library, and what its next answer would make of it.
  public func history(ofCard card: Int) -> CardHistory {
    index.refresh()
    let clock = index.clock
    let deck = index.library.snapshot.deck(ofCard: card)
    let state = index.state(ofCard: card)
    let entries = index.id(ofCard: card).map { index.history.history.entries(of: $0) } ?? []
    let now = clock.now()
    return CardHistory(
      reviews: entries.compactMap { CardHistory.Review($0) },
      reasons: index.reasons(ofCard: card, at: now),
      curve: curve(entries, state, deck: deck, now: now),
      elapsedDays: state.lastDay.map { max(0, clock.today - $0) },
      desiredRetention: index.options(ofDeck: deck).desiredRetention)
  }

  /// From the first answer after the last forget on.
  private func curve(
    _ entries: [CardEntry], _ state: CardState, deck: Int, now: Timestamp
  ) -> ForgettingCurve? {
    let begin = entries.lastIndex { $0.kind == .forget }.map { $0 + 1 } ?? 0
    var points = entries[begin...].compactMap { entry in
      entry.review?.memory.map { (time: entry.time, stability: $0.stability) }
    }
    // A due date set by hand may have set the memory.
    if let memory = state.memory, let last = state.lastReview {
      points.removeAll { $0.time == last }
      points.append((last, memory.stability))
    }
    let due: Timestamp? =
      switch state.due {
      case nil: nil
      case .day(let day): index.clock.calendar.start(of: day)
      case .time(let time): time
      }
    return CurvePoints(points, model: index.answerRules(ofDeck: deck).model)
      .curve(now: now, due: due, samples: 480)
  }
}

extension CardHistory.Review {
  fileprivate init?(_ entry: CardEntry) {
    guard let review = entry.review else { return nil }
    self.init(
      time: entry.time, offsetMinutes: entry.offsetMinutes, day: entry.day, grade: review.grade,
      phaseBefore: entry.phaseBefore, mode: AnswerSample.Mode(review.mode),
      interval: review.interval, milliseconds: review.takenMilliseconds, memory: review.memory)
  }
}

extension StudyIndex {
  /// Why each grade would give its interval now, as `outcomes(ofCard:at:)` gives it.
  func reasons(ofCard card: Int, at now: Timestamp) -> [IntervalReason] {
    answerRules(ofDeck: library.snapshot.deck(ofCard: card))
      .reasons(for: answerInput(ofCard: card, at: now))
  }
}
