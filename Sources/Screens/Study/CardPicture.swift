import Markup
import TerminalUI

/// A card as lines, question and answer at their places.
///
/// The question stands where it will stand with the answer below it, so it does not move when the
/// answer comes.
struct CardPicture {
  /// What a picture is made of; the same contents give the same picture.
  struct Contents: Equatable {
    var front: String
    var back: String
    /// The back stands in the place of the front, not below it.
    var replaces: Bool
    var showsAnswer: Bool
    /// Sources of pictures whose file is not there.
    var missingPictures: Set<String>
    var notes: [[Span]]
    /// How the card is answered; nil when it is turned over.
    var form: AskForm?
    var width: Int
    var height: Int
  }

  let contents: Contents
  let rows: [StyledLine]
  /// Columns by which code or a table is wider than what is seen of it.
  let hiddenColumns: Int
  /// The rows of the answer, from the first that says something new; nil while it is not shown.
  let answerRows: Range<Int>?
  /// The rows of what the keys of a form act on.
  let focusRows: Range<Int>?
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

  init(_ contents: Contents) {
    self.contents = contents
    let margin = contents.width >= 40 ? 2 : 0
    let columns = max(1, min(contents.width - 2 * margin, Self.widestText))
    let frontLines = Self.lines(of: contents.front, in: contents, width: columns)
    let backLines = Self.lines(of: contents.back, in: contents, width: columns)
    let all = frontLines + backLines
    let form = contents.form.map { FormPicture($0, width: columns) }
    let widest = (all + (form?.rows ?? [])).reduce(0) { max($0, $1.width) }
    isCentered =
      contents.form == nil && frontLines.count <= 3 && backLines.count <= 3
      && !all.contains { $0.hasLayout || $0.ending != .hard }
    let gap = Array(repeating: StyledLine(), count: contents.height >= 8 ? 1 : 0)
    let ruleWidth = min(columns, max(widest, Self.shortestRule))
    let rule = StyledLine([
      StyledRun(String(repeating: "─", count: ruleWidth), Style(.rule), isDecoration: true)
    ])
    let between = gap + [rule] + (isCentered ? [] : gap)
    let answer = Self.answer(contents, backLines, form, gap: gap, width: columns)
    let full = contents.replaces ? answer : frontLines + between + answer
    let isListed = form.map { !$0.rows.isEmpty } ?? false
    let question = frontLines + (isListed ? between + (form?.rows ?? []) : [])
    let notes = contents.notes.isEmpty ? [] : gap + contents.notes.map(StyledLine.init(spans:))
    rows = (contents.showsAnswer ? full : question) + notes
    let firstRow =
      contents.replaces
      ? backLines.firstIndex { $0.runs.contains { $0.style.role == .cloze } } ?? 0
      : full.count - answer.count
    answerRows = contents.showsAnswer ? firstRow..<full.count : nil
    let before = frontLines.count + between.count
    focusRows =
      contents.showsAnswer
      ? nil : form?.focus.map { $0.lowerBound + before..<$0.upperBound + before }
    let fullHeight = max(full.count, question.count) + notes.count
    top = fullHeight <= contents.height ? (contents.height - fullHeight) / 3 : 0
    width = isCentered ? columns : min(columns, ruleWidth)
    x = max(0, (contents.width - width) / 2)
    hiddenColumns = max(0, rows.reduce(0) { $1.isUnwrapped ? max($0, $1.width) : $0 } - width)
  }

  /// What stands below the rule once the answer is shown.
  private static func answer(
    _ contents: Contents, _ back: [StyledLine], _ form: FormPicture?, gap: [StyledLine], width: Int
  ) -> [StyledLine] {
    switch contents.form {
    case .choice(let choice): choice.isChecked ? form?.rows ?? back : back
    case .order(let order): order.isChecked ? form?.rows ?? back : back
    case .typed(let typed):
      (typed.attempt.map { FormPicture.rows(of: $0, width: width) }.map { $0 + gap } ?? []) + back
    case .items, nil: back
    }
  }

  func draw(on canvas: inout Canvas, in body: Rect, scroll: Int, sideways: Int) {
    let width = min(width, body.width)
    let shown = rows.dropFirst(scroll).prefix(max(0, body.height - top))
    for (row, line) in shown.enumerated() {
      let indent = isCentered ? max(0, (width - line.width) / 2) : 0
      canvas.draw(
        line, x: body.x + x + indent, y: body.y + top + row, width: width - indent,
        sideways: sideways)
      if line.isUnwrapped {
        drawMarks(line, y: body.y + top + row, sideways, on: &canvas, in: body)
      }
    }
  }

  /// Beside a line that goes on to the left or right, where the margin has room for the marks.
  private func drawMarks(
    _ line: StyledLine, y: Int, _ sideways: Int, on canvas: inout Canvas, in body: Rect
  ) {
    let left = body.x + x - 1
    let right = body.x + x + width
    if sideways > 0, left >= body.x { canvas.draw("‹", x: left, y: y, style: Style(.accent)) }
    if line.width - sideways > width, right < body.maxX {
      canvas.draw("›", x: right, y: y, style: Style(.accent))
    }
  }

  private static func lines(
    of text: String, in contents: Contents, width: Int
  ) -> [StyledLine] {
    let document = MarkupDocument(
      markdown: text, isPictureMissing: contents.missingPictures.contains)
    return MarkupLayout(document, width: width).lines
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
