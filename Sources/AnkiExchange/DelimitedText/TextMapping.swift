/// What the columns of a text become: a value to show, and to change before an import.
public struct TextMapping: Hashable, Sendable {
  /// What a column is.
  public enum Role: Hashable, Sendable {
    /// A field of the note type, from 0.
    case field(Int)
    case tags, deck, noteType, guid
    /// The note in deckle's own notation, beside its fields.
    case notation
    case ignored
  }

  /// What happens with a row whose note is here already.
  public enum Matches: String, Hashable, Sendable, CaseIterable {
    /// The row's fields replace those of the note, its tags are added.
    case update
    /// The row is left out.
    case keep
    /// The row becomes a note beside it.
    case both
  }

  /// The note types of rows with and without gaps.
  public struct GapTypes: Hashable, Sendable {
    public var with: TextNoteType
    public var without: TextNoteType
  }

  /// One for each column.
  public var roles: [Role]
  public var noteType: TextNoteType
  /// Where nothing says the note type, each row is told by its gaps; nil where it is said.
  public var gapTypes: GapTypes?
  /// Where rows without a deck of their own go; nil for the deck that the import is given.
  public var deck: String?
  /// Tags of every note.
  public var tags: [String] = []
  public var matches = Matches.update
  /// Only notes of the row's own deck count as being here already.
  public var isWithinDeck = false
  /// Columns that hold text and become nothing, from 0.
  public var unusedColumns: [Int] = []

  public init(roles: [Role], noteType: TextNoteType) {
    self.roles = roles
    self.noteType = noteType
  }
}

/// A note type as far as a mapping needs it.
public struct TextNoteType: Hashable, Sendable {
  public var name: String
  public var fields: [String]
  public var isCloze: Bool

  public init(name: String, fields: [String], isCloze: Bool = false) {
    self.name = name
    self.fields = fields
    self.isCloze = isCloze
  }
}
