/// A collection of Anki, or the part of one that a package holds.
///
/// Times are Unix seconds where a name does not say milliseconds. Day numbers of cards count from
/// the calendar day of `created`.
public struct AnkiCollection: Hashable, Sendable {
  /// 11 or 14 to 18, as read; a writer writes the schema of its generation.
  public var schema = 11
  /// The moment that makes day 0.
  public var created: Int64 = 0
  public var modifiedMilliseconds: Int64 = 0
  public var schemaModifiedMilliseconds: Int64 = 0
  /// Everything of the configuration by its key: `nextPos`, `fsrs`, `curDeck` and many more.
  public var configuration: [String: JSONValue] = [:]
  /// Ordered by id, as are decks, presets, notes, cards and reviews.
  public var noteTypes: [AnkiNoteType] = []
  public var decks: [AnkiDeck] = []
  public var presets: [AnkiPreset] = []
  /// Ordered by name.
  public var tags: [AnkiTag] = []
  public var notes: [AnkiNote] = []
  public var cards: [AnkiCard] = []
  public var reviews: [AnkiReview] = []
  /// Deletions that wait for a sync; only whole collections have any.
  public var graves: [AnkiGrave] = []
  /// What was odd in the file and how it was read nevertheless.
  public var repairs: [AnkiRepair] = []

  public init() {}

  /// Minutes west of UTC at `created`; nil in collections that never saw the present scheduler.
  public var creationOffsetMinutes: Int? {
    get { configuration["creationOffset"]?.integerValue.map { Int(clamping: $0) } }
    set { configuration["creationOffset"] = newValue.map { .integer(Int64($0)) } }
  }

  /// The hour at which a day begins; nil when the collection does not say (then 4).
  public var rolloverHour: Int? {
    get { configuration["rollover"]?.integerValue.map { Int(clamping: $0) } }
    set { configuration["rollover"] = newValue.map { .integer(Int64($0)) } }
  }

  /// True when FSRS schedules, so that the memory state of cards counts.
  public var usesFSRS: Bool {
    get { configuration["fsrs"]?.boolValue ?? false }
    set { configuration["fsrs"] = .bool(newValue) }
  }
}

/// A tag that the collection knows, whether or not a note has it.
public struct AnkiTag: Hashable, Sendable {
  /// Levels are joined by `::`.
  public var name: String
  public var isCollapsed: Bool

  public init(name: String, isCollapsed: Bool = false) {
    self.name = name
    self.isCollapsed = isCollapsed
  }
}

/// A deletion that waits for a sync.
public struct AnkiGrave: Hashable, Sendable {
  public enum Kind: Int64, Sendable {
    case card, note, deck
  }

  public var id: Int64
  public var kind: Kind

  public init(id: Int64, kind: Kind) {
    self.id = id
    self.kind = kind
  }
}
