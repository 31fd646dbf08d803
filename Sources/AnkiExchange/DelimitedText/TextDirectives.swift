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
  /// The column with the note in deckle's own notation: a comment for Anki.
  public var notationColumn: Int?
  /// Types of notes in deckle's own form, each as JSON: comments for Anki.
  public var noteTypes: [String] = []
  public var matches: TextMapping.Matches?
  public var isWithinDeck: Bool?

  public init() {}

  /// True when no line says anything.
  public var isEmpty: Bool { self == TextDirectives() }
}
