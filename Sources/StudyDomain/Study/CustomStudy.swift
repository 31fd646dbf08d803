/// A session that a person put together: over cards of their choice, not over a deck as it is due.
public struct CustomStudy: Hashable, Sendable {
  public var cards: Cards
  public var mode: Mode
  /// The most different cards to ask; nil asks all.
  public var limit: Int?
  /// How long it lasts; nil for as long as there are cards.
  public var minutes: Int?
  /// Nil asks them as the query lists them, or as they were given.
  public var order: DeckOptions.ReviewOrder?

  public init(
    _ cards: Cards, mode: Mode, limit: Int? = nil, minutes: Int? = nil,
    order: DeckOptions.ReviewOrder? = nil
  ) {
    self.cards = cards
    self.mode = mode
    self.limit = limit
    self.minutes = minutes
    self.order = order
  }

  /// Which cards.
  public enum Cards: Hashable, Sendable {
    /// What a query finds when the session begins; `text` is how it was written.
    case query(Query, text: String)
    case keys([CardKey])
  }

  /// What answers do.
  public enum Mode: String, CaseIterable, Sendable {
    /// Only what is due, within the limits of the day: a usual session over fewer cards.
    case normal
    /// All of them, before their time too; answers move the schedule from where it is.
    case ahead
    /// All of them, for practice: schedules and limits stay.
    case cram
  }
}
