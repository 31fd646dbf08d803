/// Rows under column titles; the least important columns go as it narrows.
public struct Table: Sendable {
  public var columns: [Column]
  public var rows: [[[Span]]]
  /// The row that is marked as selected.
  public var selectedRow: Int?

  /// Columns that the flexible one keeps before others have to go.
  public var narrowestFlexible: Int

  public init(
    columns: [Column], rows: [[[Span]]], selectedRow: Int? = nil, narrowestFlexible: Int = 8
  ) {
    self.narrowestFlexible = narrowestFlexible
    self.columns = columns
    self.rows = rows
    self.selectedRow = selectedRow
  }

  /// A column; a width of nil takes what the others leave, and never goes.
  public struct Column: Sendable {
    public var title: String
    public var width: Int?
    public var align: Alignment
    /// The highest stay longest.
    public var priority: Int

    public init(_ title: String, width: Int?, align: Alignment = .left, priority: Int = 0) {
      self.title = title
      self.width = width
      self.align = align
      self.priority = priority
    }
  }

  /// Draws titles, if asked, and as many rows as fit.
  public func draw(on canvas: inout Canvas, in rect: Rect, showsTitles: Bool) {
    guard rect.width > 0, rect.height > 0 else { return }
    let widths = fittedWidths(in: rect.width)
    var y = rect.y
    if showsTitles {
      let titles = columns.map { [Span($0.title, .dim)] }
      drawRow(titles, widths: widths, on: &canvas, x: rect.x, y: y)
      y += 1
    }
    for row in rows.indices {
      guard y < rect.maxY else { break }
      if row == selectedRow {
        canvas.fill(
          Rect(x: rect.x, y: y, width: rect.width, height: 1), style: Style(.selection))
      }
      if let selectedRow {
        canvas.note(
          .row(fromSelected: row - selectedRow),
          in: Rect(x: rect.x, y: y, width: rect.width, height: 1))
      }
      let cells = row == selectedRow ? rows[row].map { $0.selected() } : rows[row]
      drawRow(cells, widths: widths, on: &canvas, x: rect.x, y: y)
      y += 1
    }
  }

  private func drawRow(
    _ cells: [[Span]], widths: [Int?], on canvas: inout Canvas, x: Int, y: Int
  ) {
    var x = x
    for (index, width) in widths.enumerated() {
      guard let width, cells.indices.contains(index) else { continue }
      canvas.draw(cells[index], x: x, y: y, width: width, align: columns[index].align)
      x += width
    }
  }

  /// The width of each column; nil for those that have to go.
  private func fittedWidths(in width: Int) -> [Int?] {
    var kept = Set(columns.indices)
    func fixed() -> Int { kept.reduce(0) { $0 + (columns[$1].width ?? narrowestFlexible) } }
    while fixed() > width,
      let last = kept.filter({ columns[$0].width != nil })
        .min(by: { (columns[$0].priority, $1) < (columns[$1].priority, $0) })
    {
      kept.remove(last)
    }
    let rest = kept.reduce(width) { $0 - (columns[$1].width ?? 0) }
    return columns.indices.map { kept.contains($0) ? columns[$0].width ?? max(0, rest) : nil }
  }
}
