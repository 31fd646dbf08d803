/// All that the history says of one card, after replay.
public struct CardState: Hashable, Sendable, BitwiseCopyable {
  public var phase: CardPhase = .new
  /// 0 none, 1 to 7.
  public var flag: UInt8 = 0
  public var isSuspended = false
  public var isMarked = false
  public var isLeech = false
  /// The interval given last; nil for a new card.
  public var interval: Interval?
  /// When the card is asked next; nil for a new card.
  public var due: Due?
  /// Nil until the first review, and after a forget.
  public var memory: MemoryState?
  /// The study day of the last review; nil when there is none.
  public var lastDay: StudyDay?
  /// The instant of the last review; for display and sorting by retrievability.
  public var lastReview: Timestamp?
  /// The study day that a bury holds.
  public var buriedDay: StudyDay?
  /// Answers since the last forget.
  public var reps: Int32 = 0
  public var lapses: Int32 = 0
  /// All answers ever given that count, forgets notwithstanding.
  public var reviews: Int32 = 0
  /// Answers given while cramming.
  public var crams: Int32 = 0
  /// Schedule events in force: what a new `review` writes as `seen`.
  public var scheduleEvents: Int32 = 0
  /// Learning or relearning steps that remain; 0 outside them.
  public var stepsLeft: Int32 = 0

  public init() {}

  /// When a card is asked next.
  public enum Due: Hashable, Sendable, BitwiseCopyable {
    /// From the beginning of a study day on.
    case day(StudyDay)
    /// From an instant on (learning steps).
    case time(Timestamp)
  }

  public func isBuried(on today: StudyDay) -> Bool {
    buriedDay == today
  }
}
