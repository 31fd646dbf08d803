/// One row of laid-out text.
public struct StyledLine: Hashable, Sendable {
  public var runs: [StyledRun]
  /// Code and wide tables: the line may be wider than the layout and is moved sideways.
  public var isUnwrapped: Bool
  /// How the text goes on in the next line: what wrapping took away here.
  public var ending: Ending

  public init(_ runs: [StyledRun] = [], isUnwrapped: Bool = false, ending: Ending = .hard) {
    self.runs = runs
    self.isUnwrapped = isUnwrapped
    self.ending = ending
  }

  public enum Ending: Hashable, Sendable {
    /// A line end of the text itself.
    case hard
    /// Wrapped at a blank, which is not drawn.
    case blank
    /// Wrapped between two characters.
    case nothing
  }

  /// The text without styles.
  public var text: String {
    runs.reduce(into: "") { $0 += $1.text }
  }

  /// The text without what layout put there: indentation, bullets, bars, lines of tables.
  public var content: String {
    runs.reduce(into: "") { if !$1.isDecoration { $0 += $1.text } }
  }

  /// Columns.
  public var width: Int {
    runs.reduce(0) { $0 + PortableText.width(of: $1.text) }
  }
}

/// Text of one style.
public struct StyledRun: Hashable, Sendable {
  public var text: String
  public var style: Style
  /// Put there by layout: indentation, the bar of a quote, the lines of a table.
  public var isDecoration: Bool

  public init(_ text: String, _ style: Style = .plain, isDecoration: Bool = false) {
    self.text = text
    self.style = style
    self.isDecoration = isDecoration
  }
}
