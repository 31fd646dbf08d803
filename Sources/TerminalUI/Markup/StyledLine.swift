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
    runs.map(\.text).joined()
  }

  /// The text without the indentation, bullets and bars that layout put before it.
  public var content: String {
    runs.filter { !$0.isDecoration }.map(\.text).joined()
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

extension Canvas {
  /// Draws a line within `width` columns, moved `sideways` columns to the left if it is unwrapped.
  public mutating func draw(
    _ line: StyledLine, x: Int, y: Int, width: Int, sideways: Int = 0
  ) {
    let skip = line.isUnwrapped ? sideways : 0
    var column = -skip
    for run in line.runs {
      for character in run.text {
        for cell in PortableText.cells(of: character) {
          let columns = Int(cell.width)
          if column + columns > width { return }
          if column >= 0 {
            put(
              Cell(text: cell.text, width: cell.width, style: run.style), x: x + column, y: y)
          }
          column += columns
        }
      }
    }
  }
}
