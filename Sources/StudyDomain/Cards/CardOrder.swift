/// What lists of cards show of each card, and sort by.
public enum CardColumn: String, CaseIterable, Sendable {
  case question, deck, state, due, interval, stability, difficulty, retrievability, reps, lapses
  /// The last answer.
  case answered
  case tags, flag
}

/// The order of a list of cards.
public struct CardOrder: Hashable, Sendable {
  /// Nil is the order of the decks and of the texts in them.
  public var column: CardColumn?
  public var isDescending: Bool

  public init(_ column: CardColumn? = nil, isDescending: Bool = false) {
    self.column = column
    self.isDescending = isDescending
  }
}

/// How a list of cards is laid out.
public struct CardLayout: Hashable, Sendable {
  /// In the order shown.
  public var columns: [CardColumn]
  public var order: CardOrder

  public init(
    columns: [CardColumn] = [.question, .deck, .state, .due, .interval],
    order: CardOrder = CardOrder()
  ) {
    self.columns = columns
    self.order = order
  }
}

/// A query that was kept under a name.
public struct SavedSearch: Hashable, Sendable {
  public var name: String
  public var query: String

  public init(name: String, query: String) {
    self.name = name
    self.query = query
  }
}
