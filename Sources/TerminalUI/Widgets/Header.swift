/// The first row: where one is, and on the right what holds now.
public struct Header: Sendable {
  public var left: [Span]
  public var middle: [Span]
  public var right: [Span]

  public init(left: [Span], middle: [Span] = [], right: [Span] = []) {
    self.left = left
    self.middle = middle
    self.right = right
  }

  /// The middle goes first when it is narrow; then the left is cut, down to eight columns.
  public func draw(on canvas: inout Canvas, in rect: Rect) {
    guard rect.height > 0 else { return }
    let rightWidth = right.width + (right.isEmpty ? 0 : 2)
    let showsRight = rightWidth + min(8, left.width) <= rect.width
    let leftWidth = showsRight ? rect.width - rightWidth : rect.width
    canvas.draw(left, x: rect.x, y: rect.y, width: leftWidth)
    if showsRight {
      canvas.draw(right, x: rect.x, y: rect.y, width: rect.width, align: .right)
    }
    let start = rect.x + (rect.width - middle.width) / 2
    if start >= rect.x + left.width + 2, start + middle.width + rightWidth <= rect.maxX {
      canvas.draw(middle, x: start, y: rect.y, width: middle.width)
    }
  }
}
