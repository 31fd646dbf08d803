public import StudyDomain

/// A snapshot of the session in progress.
public struct StudySession: Hashable, Sendable {
  public var deck: DeckName
  public var counts: CardCounts
  /// Answers given in this session.
  public var done: Int
  /// Answers given plus cards that wait.
  public var total: Int
  /// Siblings that wait until tomorrow because one of their note was asked today.
  public var heldBackSiblings: Int
  public var current: Current
  /// The card answered last, to look at again.
  public var previous: CardText?
  /// Sources, as written, of pictures of the card before whose file is not there.
  public var previousMissingPictures: Set<String>
  /// What a person put together; nil for what is due of the deck.
  public var custom: Custom?
  /// Said by the session itself: "This card was deleted; here is the next one".
  public var notice: Notice?

  public init(
    deck: DeckName, counts: CardCounts = CardCounts(), done: Int = 0, total: Int = 0,
    heldBackSiblings: Int = 0, current: Current, previous: CardText? = nil,
    previousMissingPictures: Set<String> = [], custom: Custom? = nil, notice: Notice? = nil
  ) {
    self.deck = deck
    self.counts = counts
    self.done = done
    self.total = total
    self.heldBackSiblings = heldBackSiblings
    self.current = current
    self.previous = previous
    self.previousMissingPictures = previousMissingPictures
    self.custom = custom
    self.notice = notice
  }

  /// A session over other cards than what is due of a deck.
  public struct Custom: Hashable, Sendable {
    public var mode: CustomStudy.Mode
    /// "tag:verbs", "12 chosen cards"; nil when it is the deck that is named.
    public var cards: String?
    /// Nil without a time.
    public var minutesLeft: Int?

    public init(mode: CustomStudy.Mode, cards: String? = nil, minutesLeft: Int? = nil) {
      self.mode = mode
      self.cards = cards
      self.minutesLeft = minutesLeft
    }

    /// The word that says what answers do; empty for a usual session.
    public var word: String {
      switch mode {
      case .normal: ""
      case .ahead: "ahead"
      case .cram: "cram"
      }
    }
  }

  public enum Current: Hashable, Sendable {
    case card(StudyCard)
    /// Only learning cards are left, and the first is due then.
    case waiting(until: Timestamp)
    case finished
  }
}

/// One card as it is asked.
public struct StudyCard: Hashable, Sendable {
  /// A new one each time a card comes up, also when undo brings it back.
  public var showing: Showing
  public var key: CardKey
  public var deck: DeckName
  /// The headings above the card: "Verbs › Irregular".
  public var context: String?
  public var text: CardText
  /// Sources, as written, of pictures whose file is not there.
  public var missingPictures: Set<String>
  /// 0 none, 1 to 7.
  public var flag: UInt8
  public var isMarked: Bool
  /// Those of the note, its headings and its deck.
  public var tags: [String]
  /// Cards of the note, this one included.
  public var noteCards: Int
  public var isLeech: Bool
  public var pool: CardCounts.Pool
  /// What each grade would give.
  public var intervals: GradeIntervals
  /// Shuffles choices: the same as long as the card is on screen, another one next time.
  public var seed: UInt64

  public init(
    showing: Showing, key: CardKey, deck: DeckName, context: String? = nil, text: CardText,
    missingPictures: Set<String> = [], flag: UInt8 = 0, isMarked: Bool = false,
    tags: [String] = [], noteCards: Int = 1, isLeech: Bool = false,
    pool: CardCounts.Pool, intervals: GradeIntervals, seed: UInt64 = 0
  ) {
    self.showing = showing
    self.key = key
    self.deck = deck
    self.context = context
    self.text = text
    self.missingPictures = missingPictures
    self.flag = flag
    self.isMarked = isMarked
    self.tags = tags
    self.noteCards = noteCards
    self.isLeech = isLeech
    self.pool = pool
    self.intervals = intervals
    self.seed = seed
  }

  /// Names one showing of a card within a session.
  public struct Showing: Hashable, Sendable {
    public var number: Int

    public init(_ number: Int) {
      self.number = number
    }
  }
}

/// The interval that each grade would give.
public struct GradeIntervals: Hashable, Sendable {
  public var again: Interval
  public var hard: Interval
  public var good: Interval
  public var easy: Interval

  public init(again: Interval, hard: Interval, good: Interval, easy: Interval) {
    self.again = again
    self.hard = hard
    self.good = good
    self.easy = easy
  }

  public subscript(grade: Grade) -> Interval {
    switch grade {
    case .again: again
    case .hard: hard
    case .good: good
    case .easy: easy
    }
  }
}
