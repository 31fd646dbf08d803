/// One cell of the screen: a spacing scalar with its marks, or the right half of a wide one.
public struct Cell: Hashable, Sendable, BitwiseCopyable {
  /// What stands in the cell; nothing in the right half of a wide one.
  public let scalars: CellScalars
  public var style: Style
  /// 1 or 2 columns; 0 for the right half of a wide cell.
  public var width: UInt8

  public init(text: String, width: UInt8 = 1, style: Style = .plain) {
    self.init(CellScalars(text.unicodeScalars), width: width, style: style)
  }

  init(_ scalars: CellScalars, width: UInt8 = 1, style: Style = .plain) {
    self.scalars = scalars
    self.width = width
    self.style = style
  }

  /// The spacing scalar and up to four marks; empty in the right half of a wide cell.
  public var text: String { String(scalars) }

  /// The same cell in another style.
  func styled(_ style: Style) -> Cell {
    Cell(scalars, width: width, style: style)
  }

  public static let blank = Cell(text: " ")
}
