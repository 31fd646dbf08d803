/// What Browse does with keys at the moment.
public enum BrowseMode: Hashable, Sendable {
  /// The rows have them.
  case rows
  /// The query is typed.
  case query
  /// The card at hand is shown whole.
  case card
  /// Something is typed below the rows.
  case field(BrowseField)
  /// Something is chosen from a list.
  case list(BrowseList)
  /// The next digit is a flag.
  case flag
  /// The notes of the cards go, if the next key says so.
  case deleting(BrowseSize)
}

/// What is typed below the rows.
public enum BrowseField: Hashable, Sendable {
  case tags, due, searchName
}

/// What is chosen from.
public enum BrowseList: Hashable, Sendable {
  case searches, order, columns
  /// Where the notes go; typing finds a deck.
  case decks
  /// How the cards are studied.
  case study
}
