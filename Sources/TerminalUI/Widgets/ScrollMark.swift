public import Interaction

/// The marks that say there is more above or below.
public enum ScrollMark {
  /// Draws them at the right edge of a body.
  public static func draw(above: Bool, below: Bool, on canvas: inout Canvas, in rect: Rect) {
    guard rect.width > 0, rect.height > 0 else { return }
    if above { draw("▲", fallback: "▲ more", on: &canvas, in: rect, y: rect.y) }
    if below { draw("▼", fallback: "▼ more", on: &canvas, in: rect, y: rect.maxY - 1) }
  }

  public static func draw(_ scroll: ScrollState, on canvas: inout Canvas, in rect: Rect) {
    draw(above: scroll.hasMoreAbove, below: scroll.hasMoreBelow, on: &canvas, in: rect)
  }

  private static func draw(
    _ short: String, fallback long: String, on canvas: inout Canvas, in rect: Rect, y: Int
  ) {
    let text = rect.width >= 40 ? long : short
    let width = PortableText.width(of: text)
    guard width <= rect.width else { return }
    canvas.draw(text, x: rect.maxX - width, y: y, style: Style(.accent))
  }
}
