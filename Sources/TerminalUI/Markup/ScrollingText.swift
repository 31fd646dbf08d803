/// Where a long text stands in a window of some rows.
public struct ScrollingText: Hashable, Sendable {
  /// The first row shown.
  public private(set) var top = 0
  /// Columns by which unwrapped lines are moved to the left.
  public private(set) var sideways = 0
  private var rows = 0
  private var height = 1
  private var columns = 0
  private var width = 1

  public init() {}

  /// Tells the size of the text and of its window; the place stays within.
  public mutating func fit(rows: Int, height: Int, columns: Int = 0, width: Int = 1) {
    self.rows = rows
    self.height = max(1, height)
    self.columns = columns
    self.width = max(1, width)
    scroll(by: 0)
    move(by: 0)
  }

  public mutating func scroll(by lines: Int) {
    top = max(0, min(top + lines, rows - height))
  }

  public mutating func scroll(pages: Int) {
    scroll(by: pages * max(1, height - 1))
  }

  public mutating func scroll(halfPages: Int) {
    scroll(by: halfPages * max(1, height / 2))
  }

  public mutating func scrollToTop() {
    top = 0
  }

  public mutating func scrollToBottom() {
    scroll(by: rows)
  }

  /// Moves unwrapped lines; positive shows what is further right.
  public mutating func move(by columns: Int) {
    sideways = max(0, min(sideways + columns, self.columns - width))
  }

  public var hasMoreAbove: Bool { top > 0 }
  public var hasMoreBelow: Bool { top + height < rows }
}
