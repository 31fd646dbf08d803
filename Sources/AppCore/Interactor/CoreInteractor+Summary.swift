import Managers
import Scheduling
public import Screens
import StudyDomain

extension CoreInteractor: SummaryInteractor {
  /// Counts all cards of the deck, so it is made once and not each time a frame asks.
  public var summary: StudySummary {
    summaryMemo.value(for: sessionKey(everySeconds: 10)) { summaryNow() }
  }

  private func summaryNow() -> StudySummary {
    let session = container.session
    let outlook = session.outlook()
    var answers = StudySummary.Answers()
    for answer in session.answers {
      switch answer.grade {
      case .again: answers.again += 1
      case .hard: answers.hard += 1
      case .good: answers.good += 1
      case .easy: answers.easy += 1
      }
    }
    return StudySummary(
      deck: session.deck ?? DeckName("All decks"), isGone: isDeckGone,
      cards: Set(session.answers.map(\.card)).count, answers: answers,
      newCards: session.answers.filter(\.wasNew).count,
      seconds: session.answers.reduce(0) { $0 + $1.milliseconds } / 1000,
      failed: failedCards, heldBackSiblings: session.heldBackCount,
      newCardsLeft: max(0, outlook.newCards - session.counts.new),
      learningLater: outlook.learningLater, dueTomorrow: outlook.dueTomorrow,
      custom: customSession,
      continuation: session.continuation.map {
        switch $0 {
        case .minutes(let minutes): .minutes(minutes)
        case .cards(let cards): .cards(cards)
        }
      })
  }

  /// Whether nothing is left of what is studied.
  private var isDeckGone: Bool {
    container.index.refresh()
    guard let deck = container.session.deck else {
      return container.session.custom == nil && container.index.decks.isEmpty
    }
    return !container.index.decks.contains { $0.name == deck }
  }

  private var failedCards: [StudySummary.FailedCard] {
    container.session.failedCards().compactMap { key in
      container.library.snapshot.card(of: key).map { .init(key: key, text: text(ofCard: $0)) }
    }
  }

  public func extend(_ extension: SessionExtension) throws -> String? {
    let session = container.session
    return try attempt {
      switch `extension` {
      case .failedCards:
        let count = session.cramFailedCards()
        guard count > 0 else {
          throw ActionFailure(
            "none of the failed cards can be asked now",
            nextStep: "they are suspended, buried, or gone from their decks")
        }
        return "\(count) failed cards once more; this is practice only"
      case .newCards(let count):
        return try perform(.addNew(count))
      case .heldBackSiblings:
        return try perform(.showHeldBackSiblings)
      case .asMuchAgain:
        guard session.goOn() else { throw ActionFailure("nothing is left of this session") }
        return nil
      case .learningCards:
        return try perform(.learnAhead)
      }
    }
  }
}
