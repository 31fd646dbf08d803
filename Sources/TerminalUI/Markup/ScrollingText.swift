public import Interaction

/// Laid-out text in a window of some rows; a new one starts at its top.
public struct ScrollingText: Hashable, Sendable {
  public private(set) var lines: [StyledLine]
  /// The rows shown, and how to move through them.
  public private(set) var scroll = ScrollState()
  /// Columns by which unwrapped lines are moved to the left.
  public private(set) var sideways = 0
  private var width = 0
  private var contentWidth = 0

  public init(_ lines: [StyledLine] = []) {
    self.lines = lines
    contentWidth = Self.width(of: lines)
  }

  /// Tells the size of the window; the place stays within the text.
  public mutating func fit(width: Int, height: Int) {
    self.width = max(0, width)
    scroll.fit(contentHeight: lines.count, windowHeight: height)
    move(by: 0)
  }

  /// Takes the same text laid out anew, as after a change of width; the place stays.
  public mutating func replace(with lines: [StyledLine]) {
    self.lines = lines
    contentWidth = Self.width(of: lines)
    fit(width: width, height: scroll.windowHeight)
  }

  public mutating func apply(_ movement: Movement) {
    scroll.apply(movement)
  }

  /// Moves unwrapped lines; positive shows what is further right.
  public mutating func move(by columns: Int) {
    sideways = max(0, min(sideways + columns, contentWidth - width))
  }

  /// The first row shown.
  public var top: Int { scroll.offset }
  public var hasMoreAbove: Bool { scroll.hasMoreAbove }
  public var hasMoreBelow: Bool { scroll.hasMoreBelow }

  /// Draws the rows of the window.
  public func draw(on canvas: inout Canvas, in rect: Rect) {
    for (row, line) in lines.dropFirst(top).prefix(rect.height).enumerated() {
      canvas.draw(line, x: rect.x, y: rect.y + row, width: rect.width, sideways: sideways)
    }
  }

  private static func width(of lines: [StyledLine]) -> Int {
    lines.reduce(0) { $1.isUnwrapped ? max($0, $1.width) : $0 }
  }
}
