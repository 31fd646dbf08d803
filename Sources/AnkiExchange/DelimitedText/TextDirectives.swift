/// The lines `#key:value` at the top of a text, as Anki reads and writes them.
public struct TextDirectives: Hashable, Sendable {
  public var separator: TextSeparator?
  public var isHTML: Bool?
  /// For every note.
  public var tags: [String] = []
  /// Names of columns.
  public var columns: [String]?
  /// A name or an id.
  public var noteType: String?
  public var deck: String?
  /// From 1, as are the other columns.
  public var noteTypeColumn: Int?
  public var deckColumn: Int?
  public var tagsColumn: Int?
  public var guidColumn: Int?
  public var matches: TextMapping.Matches?
  public var isWithinDeck: Bool?

  public init() {}

  /// True when no line says anything.
  public var isEmpty: Bool { self == TextDirectives() }
}
