/// How a text in columns is taken, to be shown and changed.
public struct TextColumns: Hashable, Sendable {
  /// A thing that a person may choose, with what it is now.
  public struct Choice: Hashable, Sendable {
    public var value: String
    public var values: [String]

    public init(_ value: String, of values: [String]) {
      self.value = value
      self.values = values
    }

    /// The value some steps on, from the last to the first again.
    public func stepped(by steps: Int) -> String {
      guard !values.isEmpty else { return value }
      let place = values.firstIndex(of: value) ?? 0
      return values[((place + steps) % values.count + values.count) % values.count]
    }
  }

  public struct Column: Hashable, Sendable {
    /// By the heading; empty where there is none.
    public var name: String
    /// A field of the note type, `tags`, `deck`, `notetype`, `guid`, or `-` for nothing.
    public var role: Choice
    /// The cells of the first rows.
    public var samples: [String]

    public init(name: String, role: Choice, samples: [String]) {
      self.name = name
      self.role = role
      self.samples = samples
    }
  }

  public var separator: Choice
  public var encoding: Choice
  public var noteType: Choice
  /// `yes` where cells are HTML.
  public var html: Choice
  /// What becomes of rows whose note is here already.
  public var matches: Choice
  public var columns: [Column]

  public init(
    separator: Choice, encoding: Choice, noteType: Choice, html: Choice, matches: Choice,
    columns: [Column]
  ) {
    self.separator = separator
    self.encoding = encoding
    self.noteType = noteType
    self.html = html
    self.matches = matches
    self.columns = columns
  }
}
