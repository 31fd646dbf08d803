/// A deck, whose name holds the whole path: a rename of a parent renames its children.
public struct AnkiDeck: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case normal(AnkiNormalDeck)
    case filtered(AnkiFilteredDeck)
  }

  /// The deck that always exists.
  public static let defaultID: Int64 = 1

  public var id: Int64
  /// Levels joined by `::`.
  public var name: String
  public var modified: Int64 = 0
  public var isCollapsed = false
  public var isBrowserCollapsed = false
  /// What was studied on one day; it counts only on that day.
  public var studied = AnkiStudied()
  public var kind: Kind
  public var other: [String: JSONValue] = [:]

  public init(id: Int64, name: String, kind: Kind = .normal(AnkiNormalDeck())) {
    self.id = id
    self.name = name
    self.kind = kind
  }

  /// Equal for names that Anki takes for one, which capitals do not tell apart.
  public static func key(ofName name: String) -> [UInt8] {
    NormalForm.nameKey(name)
  }

  public var isFiltered: Bool {
    if case .filtered = kind { true } else { false }
  }
}

/// What a deck that holds cards of its own has beside its name.
public struct AnkiNormalDeck: Hashable, Sendable {
  public var presetID: Int64 = 1
  public var description = ""
  public var descriptionIsMarkdown = false
  /// More new cards and reviews for one day.
  public var extendNew: Int64 = 0
  public var extendReviews: Int64 = 0
  /// Limits of this deck instead of the preset's.
  public var reviewLimit: Int64?
  public var newLimit: Int64?
  public var reviewLimitToday: AnkiDayLimit?
  public var newLimitToday: AnkiDayLimit?
  /// 0 to 1, instead of the preset's.
  public var desiredRetention: Float?

  public init() {}
}

/// A limit that holds on one day.
public struct AnkiDayLimit: Hashable, Sendable {
  public var limit: Int64
  /// Counted from the day of `AnkiCollection.created`.
  public var day: Int64

  public init(limit: Int64, day: Int64) {
    self.limit = limit
    self.day = day
  }
}

/// What a deck that borrows cards by a search has beside its name.
public struct AnkiFilteredDeck: Hashable, Sendable {
  public struct Term: Hashable, Sendable {
    public var search: String
    public var limit: Int64
    /// 0 oldest seen first, 1 random, 2 and 3 interval, 4 lapses, 5 added, 6 due, 7 latest added,
    /// 8 and 9 retrievability, 10 overdueness.
    public var order: Int64

    public init(search: String, limit: Int64, order: Int64) {
      self.search = search
      self.limit = limit
      self.order = order
    }
  }

  public var reschedules = true
  public var terms: [Term] = []
  /// Minutes; of old schedulers.
  public var delays: [Float] = []
  /// Minutes; of old schedulers.
  public var previewDelay: Int64 = 0
  public var previewAgainSeconds: Int64 = 60
  public var previewHardSeconds: Int64 = 600
  public var previewGoodSeconds: Int64 = 0

  public init() {}
}

/// What was studied in a deck on one day.
public struct AnkiStudied: Hashable, Sendable {
  /// Counted from the day of `AnkiCollection.created`.
  public var day: Int64 = 0
  public var new: Int64 = 0
  public var reviews: Int64 = 0
  public var learning: Int64 = 0
  public var milliseconds: Int64 = 0

  public init() {}
}
