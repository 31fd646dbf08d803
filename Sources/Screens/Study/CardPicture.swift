import StudyDomain
import TerminalUI

/// A card as rows of spans, question and answer at their places.
///
/// The question stands where it will stand with the answer below it, so it does not move when the
/// answer comes.
struct CardPicture {
  var rows: [[Span]]
  /// Empty rows above, when it all fits.
  var top: Int
  /// The columns the rows are drawn in, relative to the body.
  var x: Int
  var width: Int
  var isCentered: Bool

  /// The widest text that reads well.
  private static let widestText = 76

  init(front: String, back: String, replaces: Bool, showsAnswer: Bool, notes: [[Span]], body: Rect)
  {
    let margin = body.width >= 40 ? 2 : 0
    let columns = max(0, min(body.width - 2 * margin, Self.widestText))
    let frontLines = CardLines.lines(of: front, width: columns)
    let backLines = CardLines.lines(of: back, width: columns)
    let widest = (frontLines + backLines).map(\.width).max() ?? 0
    isCentered = frontLines.count <= 3 && backLines.count <= 3
    let gap = body.height >= 8 ? 1 : 0
    let rule = [Span(String(repeating: "─", count: min(columns, max(widest, 33))), .rule)]
    let space = Array(repeating: [Span](), count: gap)
    let full =
      replaces ? backLines : frontLines + space + [rule] + (isCentered ? [] : space) + backLines
    let shown = showsAnswer ? full : frontLines
    rows = shown + (notes.isEmpty ? [] : space + notes)
    let fullHeight = max(full.count, frontLines.count) + (notes.isEmpty ? 0 : gap + notes.count)
    top = max(0, (body.height - fullHeight) / 3)
    width = isCentered ? columns : min(columns, max(widest, rule.width))
    x = (body.width - width) / 2
  }

  func draw(on canvas: inout Canvas, in body: Rect, scroll: Int, sideways: Int) {
    let top = rows.count + top <= body.height ? top : 0
    for (row, spans) in rows.dropFirst(scroll).enumerated() where top + row < body.height {
      canvas.draw(
        spans, x: body.x + x, y: body.y + top + row, width: width,
        align: isCentered ? .center : .left)
    }
  }
}
