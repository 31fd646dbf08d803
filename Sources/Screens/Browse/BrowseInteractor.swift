public import StudyDomain

/// What Browse may ask for; cards are named by their keys, whatever happens to the decks meanwhile.
@MainActor public protocol BrowseInteractor: UndoInteractor {
  /// A snapshot that is cheap to read: it is read several times a frame.
  var browse: BrowseContext { get }
  /// The cards that a query asks for, in an order.
  func find(_ query: Query, in order: CardOrder) -> BrowseFound
  /// What is known of cards; nil for one that is gone.
  func cards(_ keys: [CardKey]) -> [CardReport?]
  /// What would be lost with the notes of cards.
  func size(ofNotesOf keys: [CardKey]) -> BrowseSize
  /// Does it to all of them as one action; the sentence says what was done.
  func perform(_ action: BrowseAction, on keys: [CardKey]) throws -> String
  /// Opens a card's file in the editor at its line; the sentence says what came of it.
  func editInEditor(_ key: CardKey) async throws -> String?
}

/// Where Browse may go.
@MainActor public protocol BrowseRouter: Dismissing {
  /// Begins with a query; empty for all cards.
  func showExport(ofCards query: String)
  func study(_ custom: CustomStudy)
  /// Opens the form of a card's note.
  func edit(_ card: CardKey)
}

/// What holds while cards are looked at.
public struct BrowseContext: Hashable, Sendable {
  /// Changes with the decks, the history and the study day: then rows are found anew.
  public var revision: [Int]
  public var today: StudyDay
  public var layout: CardLayout
  public var searches: [SavedSearch]
  public var decks: [DeckName]
  public var tags: [String]

  public init(
    revision: [Int] = [], today: StudyDay, layout: CardLayout = CardLayout(),
    searches: [SavedSearch] = [], decks: [DeckName] = [], tags: [String] = []
  ) {
    self.revision = revision
    self.today = today
    self.layout = layout
    self.searches = searches
    self.decks = decks
    self.tags = tags
  }
}

/// The answer to a query.
public struct BrowseFound: Hashable, Sendable {
  public var cards: [CardKey]
  /// Names in a query that found nothing and that nothing here has, each in a sentence.
  public var unknownNames: [String]

  public init(_ cards: [CardKey], unknownNames: [String] = []) {
    self.cards = cards
    self.unknownNames = unknownNames
  }
}

/// How much a deletion takes.
public struct BrowseSize: Hashable, Sendable {
  public var notes: Int
  public var cards: Int
  /// Answers given to them.
  public var reviews: Int

  public init(notes: Int, cards: Int, reviews: Int) {
    self.notes = notes
    self.cards = cards
    self.reviews = reviews
  }
}

/// What can be done to cards of the list.
public enum BrowseAction: Hashable, Sendable {
  /// Until tomorrow; brings them back when all are buried.
  case bury(wholeNotes: Bool)
  /// Brings them back when all are suspended.
  case suspend(wholeNotes: Bool)
  /// Takes the marks off when all are marked.
  case mark
  /// 0 none, 1 to 7.
  case flag(Int)
  case forget
  case setDue(DueChange)
  /// Of the notes, as the next two.
  case changeTags(adding: [String], removing: [String])
  case move(to: DeckName)
  case delete
  // What the list itself keeps; no card is concerned.
  case saveSearch(SavedSearch)
  case removeSearch(String)
  case setLayout(CardLayout)
}
