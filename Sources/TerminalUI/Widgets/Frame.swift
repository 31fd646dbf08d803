/// The parts of a screen: header, body, status lines and footer, in one centred column.
///
/// As the terminal shrinks, first the rules go (below 14 rows), then the status lines (below 9),
/// then the header (below 5), last the footer (below 2).
public struct Frame: Hashable, Sendable {
  /// The widest column that reads well.
  public static let widestColumn = 100

  public var header: Rect
  public var body: Rect
  public var status: Rect
  public var footer: Rect
  /// Rows that hold a rule.
  public var rules: [Int]
  /// The column of header, rules and footer; body and status are inset by a margin.
  public var column: Rect

  /// `widest` is the most columns that the parts take.
  public init(_ size: Size, statusHeight: Int = 0, widest: Int = Frame.widestColumn) {
    let height = max(0, size.height)
    let width = min(max(0, size.width), widest)
    let x = (max(0, size.width) - width) / 2
    let margin = width >= 40 ? 1 : 0
    let hasRules = height >= 14
    let hasStatus = height >= 9
    let headerHeight = height >= 5 ? 1 : 0
    let footerHeight = height >= 2 ? 1 : 0
    let statusHeight = hasStatus ? statusHeight : 0
    func inner(_ y: Int, _ height: Int) -> Rect {
      Rect(x: x + margin, y: y, width: width - 2 * margin, height: height)
    }
    let top = headerHeight + (hasRules ? 1 : 0)
    let bottom = height - footerHeight - statusHeight - (hasRules ? 1 : 0)
    column = Rect(x: x, y: 0, width: width, height: height)
    header = inner(0, headerHeight)
    body = inner(top, bottom - top)
    status = inner(height - footerHeight - statusHeight, statusHeight)
    footer = inner(height - footerHeight, footerHeight)
    rules = hasRules ? [headerHeight, bottom] : []
  }

  /// The same with the last row of the body always kept for messages, so that the rest stands still
  /// when one comes or goes; below 9 rows there is none.
  public func keepingMessageRow() -> Frame {
    guard column.height >= 9, body.height > 1 else { return self }
    var frame = self
    frame.body.height -= 1
    frame.status = Rect(x: body.x, y: frame.body.maxY, width: body.width, height: 1)
    return frame
  }

  public func drawRules(on canvas: inout Canvas) {
    for y in rules { canvas.drawRule(x: column.x, y: y, width: column.width) }
  }
}
