public import StudyDomain

/// What one file of another program holds.
public struct NeighbourDeck: Hashable, Sendable {
  /// The path as given to the reader.
  public var path: String
  public var format: NeighbourFormat
  /// What the file itself says it is called; nil when its place says it.
  public var name: DeckName?
  /// In the order of the file.
  public var notes: [NeighbourNote] = []
  /// What was left out or read with a doubt.
  public var problems: [Problem] = []

  public init(path: String, format: NeighbourFormat) {
    self.path = path
    self.format = format
  }
}

/// A note of another program.
public struct NeighbourNote: Hashable, Sendable {
  public var content: Content
  /// How the cards are asked; nil where the answer says it.
  public var ask: AskMode?
  public var tags: [String] = []
  /// The headings above it, outermost first.
  public var headings: [String] = []
  /// A deck of its own; nil for the file's.
  public var deck: DeckName?
  /// Where it begins, from 1.
  public var line: Int
  /// What is known of its cards, in their order; empty when nothing is.
  public var pasts: [NeighbourPast?] = []

  public init(_ content: Content, line: Int) {
    self.content = content
    self.line = line
  }

  public enum Content: Hashable, Sendable {
    /// A block in our own syntax, directives included, with the keys of its cards.
    case block(String, keys: [CardKey])
    /// Markdown, asked in one direction.
    case basic(front: String, back: String)
    /// Markdown, asked in both directions.
    case reversible(front: String, back: String)
    /// Markdown with gaps.
    case gaps([Piece], extra: String)
    /// Markdown in which `{{c1::x::hint}}` marks the gaps.
    case cloze(text: String, extra: String)
    /// HTML.
    case html(front: String, back: String, isReversible: Bool)
  }

  /// A part of a text with gaps.
  public enum Piece: Hashable, Sendable {
    case text(String)
    /// `group`: gaps of one number are asked together; nil for one that is asked alone.
    case gap(String, group: Int? = nil)
  }
}

/// What another program knows of a card.
public struct NeighbourPast: Hashable, Sendable {
  /// Oldest first.
  public var reviews: [Review] = []
  /// The schedule it has now; nil for a card that is new, or whose reviews say all.
  public var schedule: Schedule?

  public init(reviews: [Review] = [], schedule: Schedule? = nil) {
    self.reviews = reviews
    self.schedule = schedule
  }

  /// When something happened, as the program wrote it.
  public enum Moment: Hashable, Sendable {
    /// What a clock on the wall showed, in milliseconds as if it showed UTC.
    case wall(Int64)
    case instant(Timestamp)
    /// Only the date is known.
    case day(StudyDay)
  }

  public struct Review: Hashable, Sendable {
    public var moment: Moment
    public var grade: Grade
    /// At least 1.
    public var intervalDays: Int
    /// Names this review and no other, on every machine.
    public var source: String

    public init(moment: Moment, grade: Grade, intervalDays: Int, source: String) {
      self.moment = moment
      self.grade = grade
      self.intervalDays = intervalDays
      self.source = source
    }
  }

  public struct Schedule: Hashable, Sendable {
    public var due: Moment
    /// At least 1.
    public var intervalDays: Int
    public var last: Moment?
    /// Of SM-2: 2.5 is 250 %.
    public var ease: Double?
    /// Of FSRS.
    public var memory: MemoryState?
    public var reps: Int?
    public var lapses: Int?

    public init(due: Moment, intervalDays: Int) {
      self.due = due
      self.intervalDays = intervalDays
    }
  }
}
