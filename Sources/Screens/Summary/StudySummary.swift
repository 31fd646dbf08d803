public import StudyDomain

/// What a session came to.
public struct StudySummary: Hashable, Sendable {
  public var deck: DeckName
  /// Whether the deck is no longer there: its file was removed, renamed or moved.
  public var isGone: Bool
  /// Different cards that were answered.
  public var cards: Int
  /// How often each grade was given.
  public var answers: Answers
  /// Cards asked for the first time.
  public var newCards: Int
  public var seconds: Int
  /// Cards that were failed at least once, the latest first.
  public var failed: [FailedCard]
  public var heldBackSiblings: Int
  /// New cards of the deck beyond today's limit.
  public var newCardsLeft: Int
  /// Learning cards that come up later today.
  public var learningLater: Int
  public var dueTomorrow: Int
  /// What a person put together; nil for what was due of the deck.
  public var custom: StudySession.Custom?
  /// What the session can go on with after a limit of its own; nil when it had none.
  public var continuation: Continuation?

  public init(
    deck: DeckName, isGone: Bool = false, cards: Int = 0, answers: Answers = Answers(),
    newCards: Int = 0, seconds: Int = 0,
    failed: [FailedCard] = [], heldBackSiblings: Int = 0, newCardsLeft: Int = 0,
    learningLater: Int = 0, dueTomorrow: Int = 0, custom: StudySession.Custom? = nil,
    continuation: Continuation? = nil
  ) {
    self.deck = deck
    self.isGone = isGone
    self.cards = cards
    self.answers = answers
    self.newCards = newCards
    self.seconds = seconds
    self.failed = failed
    self.heldBackSiblings = heldBackSiblings
    self.newCardsLeft = newCardsLeft
    self.learningLater = learningLater
    self.dueTomorrow = dueTomorrow
    self.custom = custom
    self.continuation = continuation
  }

  /// As much again as the session began with.
  public enum Continuation: Hashable, Sendable {
    case minutes(Int)
    case cards(Int)

    /// What is over.
    var sentence: String {
      switch self {
      case .minutes(let minutes):
        minutes == 1 ? "The minute is over" : "The \(minutes) minutes are over"
      case .cards(let cards): cards == 1 ? "The card is done" : "The \(cards) cards are done"
      }
    }

    /// What comes when the session goes on.
    var words: String {
      switch self {
      case .minutes(let minutes): counted(minutes, "more minute", "more minutes")
      case .cards(let cards): counted(cards, "more card", "more cards")
      }
    }
  }

  /// A count for each grade.
  public struct Answers: Hashable, Sendable {
    public var again: Int
    public var hard: Int
    public var good: Int
    public var easy: Int

    public init(again: Int = 0, hard: Int = 0, good: Int = 0, easy: Int = 0) {
      self.again = again
      self.hard = hard
      self.good = good
      self.easy = easy
    }

    public var total: Int { again + hard + good + easy }

    public subscript(grade: Grade) -> Int {
      switch grade {
      case .again: again
      case .hard: hard
      case .good: good
      case .easy: easy
      }
    }
  }

  /// A failed card, to look over.
  public struct FailedCard: Hashable, Sendable {
    public var key: CardKey
    public var text: CardText

    public init(key: CardKey, text: CardText) {
      self.key = key
      self.text = text
    }
  }
}
