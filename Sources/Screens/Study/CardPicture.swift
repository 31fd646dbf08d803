import Markup
import TerminalUI

/// A card as lines, question and answer at their places.
///
/// The question stands where it will stand with the answer below it, so it does not move when the
/// answer comes.
struct CardPicture {
  let rows: [StyledLine]
  /// Columns by which code or a table is wider than what is seen of it.
  let hiddenColumns: Int
  /// Empty rows above, when it all fits.
  private let top: Int
  /// The columns of the text, from the body's left edge.
  private let x: Int
  private let width: Int
  /// True for short cards: each line stands in the middle.
  private let isCentered: Bool

  /// The widest text that reads well.
  private static let widestText = 76
  private static let shortestRule = 33

  init(
    front: String, back: String, replaces: Bool, showsAnswer: Bool, notes: [[Span]], body: Rect
  ) {
    let margin = body.width >= 40 ? 2 : 0
    let columns = max(1, min(body.width - 2 * margin, Self.widestText))
    let frontLines = Self.lines(of: front, width: columns)
    let backLines = Self.lines(of: back, width: columns)
    let all = frontLines + backLines
    let widest = all.reduce(0) { max($0, $1.width) }
    isCentered =
      frontLines.count <= 3 && backLines.count <= 3
      && !all.contains { $0.hasLayout || $0.ending != .hard }
    let gap = Array(repeating: StyledLine(), count: body.height >= 8 ? 1 : 0)
    let ruleWidth = min(columns, max(widest, Self.shortestRule))
    let rule = StyledLine([
      StyledRun(String(repeating: "─", count: ruleWidth), Style(.rule), isDecoration: true)
    ])
    let full =
      replaces ? backLines : frontLines + gap + [rule] + (isCentered ? [] : gap) + backLines
    let notes = notes.isEmpty ? [] : gap + notes.map(StyledLine.init(spans:))
    rows = (showsAnswer ? full : frontLines) + notes
    let fullHeight = max(full.count, frontLines.count) + notes.count
    top = fullHeight <= body.height ? (body.height - fullHeight) / 3 : 0
    width = isCentered ? columns : min(columns, ruleWidth)
    x = max(0, (body.width - width) / 2)
    hiddenColumns = max(0, rows.reduce(0) { $1.isUnwrapped ? max($0, $1.width) : $0 } - width)
  }

  func draw(on canvas: inout Canvas, in body: Rect, scroll: Int, sideways: Int) {
    let width = min(width, body.width)
    for (row, line) in rows.dropFirst(scroll).enumerated() where top + row < body.height {
      let indent = isCentered ? max(0, (width - line.width) / 2) : 0
      canvas.draw(
        line, x: body.x + x + indent, y: body.y + top + row, width: width - indent,
        sideways: sideways)
    }
  }

  private static func lines(of text: String, width: Int) -> [StyledLine] {
    MarkupLayout(MarkupDocument(markdown: text), width: width).lines
  }
}

extension StyledLine {
  fileprivate init(spans: [Span]) {
    self.init(spans.map { StyledRun($0.text, $0.style, isDecoration: true) })
  }

  /// True for lists, quotes, code and tables, whose lines belong below each other.
  fileprivate var hasLayout: Bool {
    isUnwrapped || runs.contains { $0.isDecoration || $0.style.role == .code && runs.count == 1 }
  }
}
