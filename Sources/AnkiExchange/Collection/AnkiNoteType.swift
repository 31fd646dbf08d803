/// The shape of notes: fields, and the templates that make cards of them.
public struct AnkiNoteType: Hashable, Sendable {
  public enum Kind: Int64, Sendable {
    /// A card for each template.
    case normal
    /// A card for each number of the cloze deletions; one template.
    case cloze
  }

  /// Which of the built-in note types this one began as; 0 when none or unknown.
  public enum Stock {
    public static let basic: Int64 = 1
    public static let basicAndReversed: Int64 = 2
    public static let optionalReversed: Int64 = 3
    public static let typing: Int64 = 4
    public static let cloze: Int64 = 5
    public static let imageOcclusion: Int64 = 6
  }

  public var id: Int64
  public var name: String
  public var kind: Kind
  public var modified: Int64 = 0
  public var fields: [AnkiField]
  public var templates: [AnkiTemplate]
  /// The field that the browser sorts by.
  public var sortField = 0
  public var css = ""
  public var latexHeader = ""
  public var latexFooter = ""
  public var latexAsSVG = false
  /// The deck that notes last went to; 0 for none.
  public var targetDeckID: Int64 = 0
  public var stock: Int64 = 0
  /// The note type of another collection that this one was copied from; 0 for none.
  public var originalID: Int64 = 0
  /// Which fields each template needs, a cache of old programs; as JSON has it.
  public var requirements: JSONValue?
  /// What else the file says.
  public var other: [String: JSONValue] = [:]

  public init(
    id: Int64, name: String, kind: Kind = .normal, fields: [AnkiField], templates: [AnkiTemplate]
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.fields = fields
    self.templates = templates
  }
}

/// A field of a note type.
public struct AnkiField: Hashable, Sendable {
  public var name: String
  /// Stays when the field is renamed; nil in old files.
  public var id: Int64?
  public var isSticky = false
  public var isRightToLeft = false
  public var font = "Arial"
  public var fontSize: Int64 = 20
  public var hint = ""
  public var isPlainText = false
  public var isCollapsed = false
  public var isExcludedFromSearch = false
  /// The part that the field plays in a stock note type, such as the image of an occlusion.
  public var role: Int64?
  public var preventsDeletion = false
  public var other: [String: JSONValue] = [:]

  public init(name: String) {
    self.name = name
  }
}

/// A template: the two sides of a card, as HTML with `{{…}}`.
public struct AnkiTemplate: Hashable, Sendable {
  public var name: String
  /// Stays when the template is renamed; nil in old files.
  public var id: Int64?
  public var modified: Int64 = 0
  public var question: String
  public var answer: String
  /// Short sides for the browser; empty for none.
  public var browserQuestion = ""
  public var browserAnswer = ""
  public var browserFont = ""
  public var browserFontSize: Int64 = 0
  /// New cards go to this deck instead of the note's; 0 for none.
  public var targetDeckID: Int64 = 0
  public var other: [String: JSONValue] = [:]

  public init(name: String, question: String, answer: String) {
    self.name = name
    self.question = question
    self.answer = answer
  }
}
