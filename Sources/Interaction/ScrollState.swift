/// How far something taller than its window has been scrolled.
public struct ScrollState: Hashable, Sendable {
  /// The first line shown, from 0.
  public private(set) var offset = 0
  public private(set) var contentHeight = 0
  public private(set) var windowHeight = 0

  public init() {}

  /// Takes the sizes of the picture about to be drawn, and keeps the offset within them.
  public mutating func fit(contentHeight: Int, windowHeight: Int) {
    self.contentHeight = max(0, contentHeight)
    self.windowHeight = max(0, windowHeight)
    offset = min(offset, maximum)
  }

  public mutating func apply(_ movement: Movement) {
    offset = min(max(0, movement.target(from: offset, page: windowHeight, last: maximum)), maximum)
  }

  /// Brings the first of some lines into the window, and as many more of them as fit; a window that
  /// shows the first line already stays where it is.
  public mutating func reveal(_ lines: Range<Int>) {
    let window = offset..<offset + max(1, windowHeight)
    guard !lines.isEmpty, !window.contains(lines.lowerBound) else { return }
    let lastLine = lines.upperBound - windowHeight
    let oneLineAbove = lines.lowerBound - 1
    let firstAtTheEnd = lines.lowerBound - max(1, windowHeight) + 1
    offset = min(max(0, max(firstAtTheEnd, min(oneLineAbove, lastLine))), maximum)
  }

  public var hasMoreAbove: Bool { offset > 0 }
  public var hasMoreBelow: Bool { offset < maximum }

  private var maximum: Int { max(0, contentHeight - windowHeight) }
}

/// A step through lines or rows.
public enum Movement: Hashable, Sendable {
  case down, up, halfPageDown, halfPageUp, pageDown, pageUp, top, bottom

  /// Where a step leads; may lie outside 0 to `last`.
  func target(from index: Int, page: Int, last: Int) -> Int {
    switch self {
    case .down: index + 1
    case .up: index - 1
    case .halfPageDown: index + max(1, page / 2)
    case .halfPageUp: index - max(1, page / 2)
    // Two lines stay: what stood beside the mark for more is read on the next page.
    case .pageDown: index + max(1, page - 2)
    case .pageUp: index - max(1, page - 2)
    case .top: 0
    case .bottom: last
    }
  }
}
