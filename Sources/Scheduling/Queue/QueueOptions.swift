public import StudyDomain

/// How one session is put together; the orders are those of the deck that was opened.
public struct QueueOptions: Sendable, Hashable {
  public var newOrder = DeckOptions.NewOrder.deck
  public var reviewOrder = DeckOptions.ReviewOrder.due
  public var newMix = DeckOptions.NewMix.mix
  /// Steps that end within this time are shown when nothing else is left.
  public var learnAheadSeconds = DeckCounts.learnAheadSeconds
  /// At most so many cards that are not among `begun`.
  public var sessionLimit: Int?
  /// Cards that the session has asked before: they come back whatever its limit.
  public var begun: Set<Int32> = []
  /// False shows the siblings that would wait until tomorrow.
  public var buriesSiblings = true
  /// True serves all that is due, whatever the limits of the day.
  public var ignoresLimits = false
  /// Nothing but these cards; nil for all of the decks.
  public var only: Set<Int32>?
  /// Shuffles random orders and breaks ties, together with the day.
  public var seed: UInt64 = 0

  public init() {}

  public init(_ options: DeckOptions) {
    newOrder = options.newOrder
    reviewOrder = options.reviewOrder
    newMix = options.newMix
  }
}
