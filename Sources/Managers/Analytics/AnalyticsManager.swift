import History
import Scheduling
public import StudyDomain

/// Statistics over the history and the cards as they are now.
@MainActor public final class AnalyticsManager {
  let index: StudyIndex
  /// The answers counted last: another deck or period does not read the history again.
  private var kept: (revision: [Int], answers: [AnswerSample])?

  public init(index: StudyIndex) {
    self.index = index
  }

  /// Changes whenever statistics may have.
  public var revision: [Int] {
    index.refresh()
    return [index.library.revision, index.history.revision, index.clock.today.number]
  }

  /// Counts the given cards of the library and their answers; nil for everything, histories whose
  /// text is gone among them.
  public func statistics(of cards: [Int]?, period: StatisticsPeriod) -> Statistics {
    index.refresh()
    let today = index.clock.today
    var includes: [Bool]?
    if let cards {
      var marked = Array(repeating: false, count: index.history.history.keyCount)
      for card in cards { if let id = index.id(ofCard: card) { marked[Int(id.number)] = true } }
      includes = marked
    }
    let cards = cards ?? index.pool.candidates.map { Int($0.card) }
    return StatisticsCount.statistics(
      answers: answers(), includes: includes, cards: samples(of: cards, today: today),
      today: today, period: period)
  }

  /// Gives back the memory that the answers take: 16 bytes each.
  public func letGo() {
    kept = nil
  }

  private func answers() -> [AnswerSample] {
    let revision = [index.library.revision, index.history.revision]
    if let kept, kept.revision == revision { return kept.answers }
    kept = nil
    let answers = index.history.history.answerSamples()
    kept = (revision, answers)
    return answers
  }

  private func samples(of cards: [Int], today: StudyDay) -> [CardSample] {
    let snapshot = index.library.snapshot
    let calendar = index.clock.calendar
    let now = index.clock.now()
    let models = index.decks.indices.map { index.answerRules(ofDeck: $0).model }
    return cards.map { card in
      let state = index.state(ofCard: card)
      var sample = CardSample(
        phase: state.phase, isSuspended: state.isSuspended, isBuried: state.isBuried(on: today),
        intervalDays: state.interval?.days ?? 0, memory: state.memory)
      switch state.due {
      case nil: break
      case .day(let day): sample.dueIn = day - today
      case .time(let time): sample.dueIn = calendar.studyDay(at: time) - today
      }
      if let memory = state.memory, let last = state.lastReview {
        let model = models[snapshot.deck(ofCard: card)]
        sample.retrievability = model.retrievability(of: memory, since: last, at: now)
      }
      return sample
    }
  }
}
