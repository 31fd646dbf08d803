/// A picture of the whole screen, made anew each frame; a driver writes what changed.
///
/// Drawing outside the canvas is cut off, never an error. A wide cell that does not fit is a blank.
public struct Canvas: Sendable {
  public let size: Size
  /// Rows from top to bottom, each `size.width` cells.
  public private(set) var cells: [Cell]
  /// Where the terminal's cursor stands; nil hides it.
  public var cursor: (x: Int, y: Int)?
  /// What a click means, later ones over earlier ones.
  public private(set) var spots: [Spot] = []

  public init(size: Size) {
    self.size = Size(width: max(0, size.width), height: max(0, size.height))
    cells = Array(repeating: .blank, count: self.size.width * self.size.height)
  }

  /// A part of the screen that a click acts on.
  public struct Spot: Hashable, Sendable {
    public var rect: Rect
    public var target: Target

    public enum Target: Hashable, Sendable {
      /// A key, as the footer writes it.
      case key(String)
      /// A row of a list, so many rows below the selected one.
      case row(fromSelected: Int)
    }
  }

  /// Says what a click into a rectangle means.
  public mutating func note(_ target: Spot.Target, in rect: Rect) {
    spots.append(Spot(rect: rect, target: target))
  }

  /// What a click into a cell means; nil for nothing.
  public func target(x: Int, y: Int) -> Spot.Target? {
    spots.last { spot in
      spot.rect.y..<spot.rect.maxY ~= y && spot.rect.x..<spot.rect.maxX ~= x
    }?.target
  }

  public var bounds: Rect { Rect(size) }

  public subscript(x: Int, y: Int) -> Cell {
    cells[y * size.width + x]
  }

  /// Draws one cell; both halves of any wide cell that it cuts become blanks.
  public mutating func put(_ cell: Cell, x: Int, y: Int) {
    let width = Int(cell.width)
    guard y >= 0, y < size.height, x >= 0, width > 0, x + width <= size.width else { return }
    clearHalves(x: x, y: y, width: width)
    let index = y * size.width + x
    cells[index] = cell
    if width == 2 {
      cells[index + 1] = Cell(.empty, width: 0, style: cell.style)
    }
  }

  private mutating func clearHalves(x: Int, y: Int, width: Int) {
    let row = y * size.width
    if cells[row + x].width == 0, x > 0 {
      cells[row + x - 1] = Cell.blank.styled(cells[row + x - 1].style)
    }
    let next = x + width
    if next < size.width, cells[row + next].width == 0 {
      cells[row + next] = Cell.blank.styled(cells[row + next].style)
    }
  }

  /// Draws text on one row in its portable form; returns the column after it.
  ///
  /// `limit` is the first column that may not be drawn into; the canvas's edge when nil.
  @discardableResult
  public mutating func draw(
    _ text: String, x: Int, y: Int, style: Style = .plain, limit: Int? = nil
  ) -> Int {
    let end = min(limit ?? size.width, size.width)
    guard y >= 0, y < size.height else { return column(after: text, from: x, limit: end) }
    var column = x
    // Most text needs no clusters.
    if text.unicodeScalars.allSatisfy(PortableText.isCell) {
      for scalar in text.unicodeScalars {
        let cell = PortableText.cell(plain: scalar)
        guard column + Int(cell.width) <= end else { return column }
        put(cell.styled(style), x: column, y: y)
        column += Int(cell.width)
      }
      return column
    }
    for character in text {
      for cell in PortableText.cells(of: character) {
        guard column + Int(cell.width) <= end else { return column }
        put(cell.styled(style), x: column, y: y)
        column += Int(cell.width)
      }
    }
    return column
  }

  private func column(after text: String, from x: Int, limit: Int) -> Int {
    var column = x
    for character in text {
      let width = PortableText.width(of: character)
      guard column + width <= limit else { return column }
      column += width
    }
    return column
  }

  /// Fills a rectangle with blanks of a style.
  public mutating func fill(_ rect: Rect, style: Style) {
    for y in max(0, rect.y)..<max(0, min(rect.maxY, size.height), rect.y) {
      for x in max(0, rect.x)..<max(0, min(rect.maxX, size.width), rect.x) {
        put(Cell.blank.styled(style), x: x, y: y)
      }
    }
  }
}
