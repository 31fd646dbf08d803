public import StudyDomain

/// All that Home shows.
public struct HomeOverview: Hashable, Sendable {
  public var day: StudyDay
  /// When the study day ends, as local time: "04:00".
  public var dayEnds: String
  public var content: Content
  /// Said below the table, the most pressing first.
  public var notices: [Notice]
  /// How many entries the Problems screen has.
  public var problemCount: Int
  /// Goals of the collection and the streak.
  public var progress: StudyProgress

  public init(
    day: StudyDay, dayEnds: String = "04:00", content: Content, notices: [Notice] = [],
    problemCount: Int = 0, progress: StudyProgress = StudyProgress()
  ) {
    self.day = day
    self.dayEnds = dayEnds
    self.content = content
    self.notices = notices
    self.problemCount = problemCount
    self.progress = progress
  }

  public enum Content: Hashable, Sendable {
    case loading
    case ready(decks: [DeckRow], today: TodaySummary)
    case failed(ActionFailure)
  }
}

/// One deck in the tree.
///
/// Rows come parents first; among the children of one parent the pinned ones come first. All rows
/// are given, whatever is folded.
public struct DeckRow: Hashable, Sendable {
  public var name: DeckName
  /// 0 at the top of the collection.
  public var depth: Int
  public var hasChildren: Bool
  public var isFolded: Bool
  public var isPinned: Bool
  /// Today's cards of the deck and of all below it, under its limits.
  public var counts: CardCounts

  public init(
    name: DeckName, depth: Int = 0, hasChildren: Bool = false, isFolded: Bool = false,
    isPinned: Bool = false, counts: CardCounts
  ) {
    self.name = name
    self.depth = depth
    self.hasChildren = hasChildren
    self.isFolded = isFolded
    self.isPinned = isPinned
    self.counts = counts
  }
}

/// Today over the whole collection.
public struct TodaySummary: Hashable, Sendable {
  public var reviewsDone: Int
  /// Reviews that still wait.
  public var reviewsLeft: Int
  public var newDone: Int
  public var newLeft: Int
  /// Different cards that were answered, learning cards among them.
  public var cards: Int
  /// A card within its steps is answered more than once.
  public var answers: Int
  public var seconds: Int

  public init(
    reviewsDone: Int = 0, reviewsLeft: Int = 0, newDone: Int = 0, newLeft: Int = 0, cards: Int = 0,
    answers: Int = 0, seconds: Int = 0
  ) {
    self.cards = cards
    self.answers = answers
    self.reviewsDone = reviewsDone
    self.reviewsLeft = reviewsLeft
    self.newDone = newDone
    self.newLeft = newLeft
    self.seconds = seconds
  }
}
