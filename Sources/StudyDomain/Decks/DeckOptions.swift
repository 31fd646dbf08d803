/// The options in force for one deck.
///
/// Each comes from the deck's front matter, else the latest `option` event, else its preset, else
/// the parent deck, last the collection's defaults.
public struct DeckOptions: Hashable, Sendable {
  /// New cards a day, 0 and up.
  public var newPerDay = 20
  /// Reviews a day, 0 and up.
  public var reviewsPerDay = 200
  /// The chance of recall at which a card is asked again; 0.70 to 0.99.
  public var desiredRetention = 0.9
  /// FSRS parameters as given (17, 19 or 21 numbers); empty means the standard ones.
  public var parameters: [Double] = []
  /// Seconds.
  public var learningSteps = [60, 600]
  /// Seconds.
  public var relearningSteps = [600]
  /// Days, 1 to 36,500.
  public var maximumInterval = 36_500
  public var usesFuzz = true
  public var burySiblings = BurySiblings.all
  public var newOrder = NewOrder.deck
  public var reviewOrder = ReviewOrder.due
  public var newMix = NewMix.mix
  /// Lapses at which a card is a leech; 0 never.
  public var leechThreshold = 8
  public var leechAction = LeechAction.tag
  public var ask = AskMode.flip
  /// Fields are HTML as Anki stores them.
  public var isHTML = false
  /// The marks of Obsidian's plugin are read.
  public var isObsidian = false
  public var tags: [String] = []
  public var isPinned = false
  /// Higher comes first on Home.
  public var priority = 0

  public init() {}

  public enum BurySiblings: String, CaseIterable, Sendable { case none, new, reviews, all }
  public enum NewOrder: String, CaseIterable, Sendable { case deck, random }
  public enum NewMix: String, CaseIterable, Sendable { case mix, before, after }
  public enum LeechAction: String, CaseIterable, Sendable { case tag, suspend }

  /// The order of reviews within a day; ties are broken by a hash that is stable within the day.
  public enum ReviewOrder: String, CaseIterable, Sendable {
    case due
    case dueThenDeck = "due_then_deck"
    case deckThenDue = "deck_then_due"
    case random
    case intervalsAscending = "intervals_ascending"
    case intervalsDescending = "intervals_descending"
    case difficultyAscending = "difficulty_ascending"
    case difficultyDescending = "difficulty_descending"
    case retrievabilityAscending = "retrievability_ascending"
    case retrievabilityDescending = "retrievability_descending"
    case relativeOverdueness = "relative_overdueness"
    case added
    case reverseAdded = "reverse_added"
  }
}
