/// The selected row of a list, and which rows are in its window.
public struct ListSelection: Hashable, Sendable {
  /// The selected row; 0 in an empty list.
  public private(set) var index = 0
  /// The first row in the window.
  public private(set) var top = 0
  public private(set) var count = 0
  public private(set) var windowHeight = 0

  public init() {}

  /// Takes the length of the list and the rows that fit, and moves the window to the selection.
  public mutating func fit(count: Int, windowHeight: Int) {
    self.count = max(0, count)
    self.windowHeight = max(0, windowHeight)
    index = min(index, max(0, self.count - 1))
    guard self.windowHeight > 0 else { return }
    top = min(max(top, index - self.windowHeight + 1), index)
    top = max(0, min(top, self.count - self.windowHeight))
  }

  public mutating func apply(_ movement: Movement) {
    let last = max(0, count - 1)
    select(movement.target(from: index, page: windowHeight, last: last))
  }

  /// Selects a row, or the nearest that exists.
  public mutating func select(_ row: Int) {
    index = min(max(0, row), max(0, count - 1))
    fit(count: count, windowHeight: windowHeight)
  }

  public var hasMoreAbove: Bool { top > 0 }
  public var hasMoreBelow: Bool { top + windowHeight < count }
}
