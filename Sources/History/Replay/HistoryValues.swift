public import StudyDomain

/// A card within one `History`: a living text, or an orphan.
///
/// Stable as long as the object lives, also over appends; never written anywhere.
public struct CardID: Hashable, Sendable, BitwiseCopyable {
  /// The place of the card's name in the table of keys, below `History.keyCount`.
  public let number: UInt32

  init(_ number: UInt32) {
    self.number = number
  }
}

/// A setting in force.
public struct Setting: Hashable, Sendable {
  public var kind: EventKind
  /// The deck, or the preset of `parameters`.
  public var subject: String
  /// The option's, goal's or limit's name; nil for the other kinds.
  public var name: String?
  /// The day a limit holds for; nil for the other kinds.
  public var day: StudyDay?
  /// All details of the line, the name first where there is one.
  public var details: [String]
  /// What a follower writes as `after`.
  public var event: EventName
}

/// Answers of one study day.
public struct DayCount: Hashable, Sendable, BitwiseCopyable {
  public var reviews = 0
  /// Those of `reviews` whose card was new.
  public var new = 0
  public var cram = 0
  /// Time taken, practice too, at most `longestAnswer` an answer.
  public var milliseconds: Int64 = 0

  /// A minute: who takes longer has left the card open.
  public static let longestAnswer: Int64 = 60_000

  public init(reviews: Int = 0, new: Int = 0, cram: Int = 0, milliseconds: Int64 = 0) {
    self.reviews = reviews
    self.new = new
    self.cram = cram
    self.milliseconds = milliseconds
  }
}

/// One event in force of a card, with what it did.
///
/// In replay order.
public struct CardEntry: Hashable, Sendable {
  public var name: EventName
  public var kind: EventKind
  /// After retiming.
  public var time: Timestamp
  public var day: StudyDay
  /// Minutes east of UTC where it was written.
  public var offsetMinutes: Int
  public var phaseBefore: CardPhase
  public var phaseAfter: CardPhase
  /// Nil unless it is a review.
  public var review: ReviewEntry?
}

/// What a review did.
public struct ReviewEntry: Hashable, Sendable {
  public var grade: Grade
  public var takenMilliseconds: Int64
  public var mode: ReviewMode
  /// Days since the last review, never negative; 0 for a first one and for cram.
  public var elapsedDays: Int
  /// In force after replay; for cram as the line says.
  public var interval: Interval
  /// True when `interval` was computed anew because the writer had not seen the whole card.
  public var isRecomputed: Bool
  /// True when the card had no memory before.
  public var isFirst: Bool
  /// Desired retention in thousandths.
  public var retention: Int
  /// Nil for cram.
  public var memory: MemoryState?
}

/// An answer of a day, for limits and progress.
public struct DayReview: Hashable, Sendable {
  public var card: CardID
  public var entry: CardEntry
}

/// A card whose text is gone.
public struct Orphan: Hashable, Sendable {
  public var card: CardID
  /// The lowest key of its set.
  public var key: String
  /// The newest `card` event of the set; nil when none came.
  public var details: CardDetails?
}

/// What could not be taken in, for the Problems screen.
public struct HistoryProblems: Hashable, Sendable {
  /// In the order read; a line that stands twice is here twice.
  public var badLines: [BadLine] = []
  /// Bad lines, repeated ones counted once.
  public var badCount = 0
  /// Events of kinds that this version does not know.
  public var unknownCount = 0
  /// Identities that differing lines claim, as `name@time`, lowest first.
  public var altered: [String] = []
  /// Names used at several times, lowest first.
  public var reused: [String] = []
  /// Sources whose reviews lie under two cards, lowest first.
  public var splitImports: [String] = []

  /// Where a bad line stands.
  public struct BadLine: Hashable, Sendable {
    /// As given to `HistoryReader.beginFile(named:)`.
    public var file: String
    /// From 1.
    public var line: Int
    public var bytes: [UInt8]
  }
}

/// One action as the list of undoable things shows it.
public struct RecentAction: Hashable, Sendable {
  /// What an undo of it names.
  public var target: UndoTarget
  public var time: Timestamp
  public var day: StudyDay
  /// Its first events in replay order, at most `mostItems`; `card` events are left out unless there
  /// is nothing else.
  public var items: [Item]
  /// All its events by kind, with the same exception; sorted by the kinds' words.
  public var counts: [Count]
  /// True when none of its events (except `card`) is in force.
  public var isUndone: Bool

  /// Actions of more events tell only the first ones, however large they are.
  public static let mostItems = 50

  public var count: Int { counts.reduce(0) { $0 + $1.count } }

  /// One event of the action.
  public struct Item: Hashable, Sendable {
    public var identity: EventIdentity
    public var kind: EventKind
    public var subject: String
    public var details: [String]
  }

  public struct Count: Hashable, Sendable {
    public var kind: EventKind
    public var count: Int
  }
}

/// What an append did.
public struct AppendReport: Sendable {
  /// Cards whose state or name changed, came or went; unordered.
  public var changedCards: Set<CardID> = []
  public var settingsChanged = false
  /// True when everything was replayed; `changedCards` is right then, too, but after an intake.
  public var replayedAll = false
  /// Lines that were new events.
  public var addedEvents = 0
  public var addedBadLines = 0
}
