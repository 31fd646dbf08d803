extension Canvas {
  /// Draws a line within `width` columns, moved `sideways` columns to the left if it is unwrapped.
  ///
  /// A wide character that the edge of either side cuts is drawn as blanks.
  public mutating func draw(
    _ line: StyledLine, x: Int, y: Int, width: Int, sideways: Int = 0
  ) {
    guard y >= 0, y < size.height else { return }
    let end = x + width
    var column = x - (line.isUnwrapped ? max(0, sideways) : 0)
    for run in line.runs {
      for character in run.text {
        if column >= end { return }
        for cell in PortableText.cells(of: character) {
          let next = column + Int(cell.width)
          if column >= x, next <= end {
            put(cell.styled(run.style), x: column, y: y)
          } else {
            for cut in max(column, x)..<max(x, min(next, end), column) {
              put(Cell(text: " ", style: run.style), x: cut, y: y)
            }
          }
          column = next
        }
      }
    }
  }
}
