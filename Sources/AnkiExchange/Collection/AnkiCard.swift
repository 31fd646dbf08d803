public import StudyDomain

/// A card of a note, with where it stands in its schedule.
public struct AnkiCard: Hashable, Sendable {
  public enum Kind: UInt8, Sendable {
    case new, learning, review, relearning
  }

  public enum Queue: Int8, Sendable {
    case buriedByHand = -3
    case buriedByScheduler = -2
    case suspended = -1
    case new = 0
    /// A step within the day.
    case learning = 1
    case review = 2
    /// A step that crosses a day boundary.
    case dayLearning = 3
    /// Comes back in a filtered deck that does not reschedule.
    case preview = 4
  }

  /// Milliseconds since 1970 of its making, and an id.
  public var id: Int64
  public var noteID: Int64
  /// The deck that it is in now; a filtered one while `originalDeckID` is not 0.
  public var deckID: Int64
  /// The index of its template, or the number of its cloze deletion less 1.
  public var ordinal: Int
  public var modified: Int64 = 0
  public var kind = Kind.new
  public var queue = Queue.new
  /// See `dueForm` for what it counts.
  public var due: Int64 = 0
  /// Days; for relearning the interval after it; 0 for new and learning.
  public var intervalDays: Int32 = 0
  /// 2500 is 250 %; 0 when never set; kept beside FSRS.
  public var easePermille: UInt16 = 0
  public var repetitions: Int32 = 0
  public var lapses: Int32 = 0
  /// Learning steps still to do; old schedulers add a thousand times those of today.
  public var stepsLeft: Int32 = 0
  /// The due and the deck to go back to from a filtered deck; 0 otherwise.
  public var originalDue: Int64 = 0
  public var originalDeckID: Int64 = 0
  /// The three low bits are the flag's colour.
  public var flags: Int32 = 0
  /// The place among new cards before it was first shown.
  public var originalPosition: Int32?
  public var stability: Double?
  public var difficulty: Double?
  /// The share of recalls that the last interval aimed at, 0 to 1.
  public var desiredRetention: Double?
  /// Of the forgetting curve of FSRS-6, positive; nil means 0.5.
  public var decay: Double?
  /// Seconds since 1970 of the last real answer.
  public var lastReview: Int64?
  /// A JSON object that add-ons keep with the card; empty for none.
  public var customData = ""

  public init(id: Int64, noteID: Int64, deckID: Int64, ordinal: Int) {
    self.id = id
    self.noteID = noteID
    self.deckID = deckID
    self.ordinal = ordinal
  }

  /// 0 none, 1 red, 2 orange, 3 green, 4 blue, 5 pink, 6 turquoise, 7 purple.
  public var flag: Int {
    get { Int(flags & 7) }
    set { flags = flags & ~7 | Int32(newValue & 7) }
  }

  /// The deck it belongs to, also while it is in a filtered one.
  public var homeDeckID: Int64 {
    originalDeckID == 0 ? deckID : originalDeckID
  }

  /// What FSRS remembers; nil unless both numbers are there.
  public var memory: MemoryState? {
    guard let stability, let difficulty else { return nil }
    return MemoryState(stability: stability, difficulty: difficulty)
  }

  /// What `due` means where the card is now.
  public var dueForm: AnkiDue {
    originalDeckID == 0 || queue == .learning || queue == .preview
      ? homeForm(of: due) : .filteredRank(due)
  }

  /// What will be due at home: `dueForm` itself unless the card is in a filtered deck.
  public var homeDueForm: AnkiDue {
    originalDeckID == 0 || originalDue == 0 ? dueForm : homeForm(of: originalDue)
  }

  private func homeForm(of due: Int64) -> AnkiDue {
    switch kind {
    case .new: .position(due)
    case .review: .day(due)
    case .learning, .relearning: due > 1_000_000_000 ? .time(due) : .day(due)
    }
  }
}

/// The four things that `due` of a card may count.
public enum AnkiDue: Hashable, Sendable {
  /// The place among new cards.
  case position(Int64)
  /// Seconds since 1970.
  case time(Int64)
  /// Days since the day of `AnkiCollection.created`.
  case day(Int64)
  /// The place in a filtered deck.
  case filteredRank(Int64)
}
