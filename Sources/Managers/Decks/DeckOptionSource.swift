public import History
public import StudyDomain

/// Where the value of an option that is in force was written.
public enum DeckOptionSource: Hashable, Sendable {
  /// The front matter of the deck's file.
  case file(path: String)
  /// What the app wrote into the history for this deck.
  case event
  case preset(String)
  /// A deck above says it, in whatever way.
  case deck(DeckName)
  /// `settings.yaml`, for all decks.
  case collection
  /// Nobody says anything: as shipped.
  case standard

  /// True where the deck itself says it.
  public var isOwn: Bool {
    switch self {
    case .file, .event: true
    default: false
    }
  }
}

/// An option of a deck with its value in force.
public struct DeckOptionValue: Hashable, Sendable {
  public var name: String
  /// As a person would write it.
  public var text: String
  public var source: DeckOptionSource
  /// What would be in force if the deck said nothing of its own.
  public var inherited: String
}

/// What is to be done so that an option gets a value.
public struct DeckOptionChange: Sendable {
  public var files: [FileChange] = []
  public var events: [EventDraft] = []

  public init() {}
}

/// Why an option cannot be changed.
public enum DeckOptionError: Error, Hashable, Sendable {
  case noDeck(DeckName)
  /// The option says how a file is read, and the deck has none.
  case noFile(option: String, deck: DeckName)
  /// The deck says nothing of its own.
  case nothingSaid(option: String, deck: DeckName)
  /// A merge left its markers in the file.
  case conflict(path: String)
  case badFrontMatter(path: String, line: Int, reason: String)
  case noPreset(String)
  case presetExists(String)
  case badPresetName(String)
}
