/// One cell of the screen: a spacing scalar with its marks, or the right half of a wide one.
public struct Cell: Hashable, Sendable {
  /// The spacing scalar and up to four marks; empty in the right half of a wide cell.
  public var text: String
  public var style: Style
  /// 1 or 2 columns; 0 for the right half of a wide cell.
  public var width: UInt8

  public init(text: String, width: UInt8 = 1, style: Style = .plain) {
    self.text = text
    self.width = width
    self.style = style
  }

  /// The same cell in another style.
  func styled(_ style: Style) -> Cell {
    Cell(text: text, width: width, style: style)
  }

  public static let blank = Cell(text: " ")
}
