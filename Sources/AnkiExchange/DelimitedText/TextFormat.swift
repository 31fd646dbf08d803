/// How a text in columns is written: found by looking at it, and to be changed by a person.
public struct TextFormat: Hashable, Sendable {
  public enum LineEnd: String, Hashable, Sendable {
    case lf = "LF"
    case crlf = "CRLF"
    case cr = "CR"
  }

  /// What was guessed and may be wrong.
  public enum Doubt: Hashable, Sendable {
    /// The bytes are not UTF-8: letters beyond ASCII may come out as others.
    case encoding
    /// Rows differ in length, or another separator fits as well.
    case separator
    /// A quote that opens here is never closed, so quotes are taken for plain characters.
    case openQuote(line: Int)
    /// The first row was taken for names of columns by its words.
    case heading
  }

  public var encoding: TextEncoding
  public var separator: TextSeparator
  /// `"` at the beginning of a cell quotes it.
  public var hasQuotes = true
  /// Cells are HTML; else plain text.
  public var isHTML = false
  /// The first row names the columns.
  public var hasHeading = false
  public var lineEnd = LineEnd.lf
  /// What the lines at the top say.
  public var directives = TextDirectives()
  public var doubts: [Doubt] = []

  public init(encoding: TextEncoding, separator: TextSeparator) {
    self.encoding = encoding
    self.separator = separator
  }
}

/// What a person decides about a text instead of what was found; nil leaves it to the text.
public struct TextFormatChoice: Hashable, Sendable {
  public var encoding: TextEncoding?
  public var separator: TextSeparator?
  public var hasQuotes: Bool?
  public var isHTML: Bool?
  public var hasHeading: Bool?

  public init() {}
}
