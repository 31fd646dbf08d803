import Interaction
import StudyDomain
import TerminalUI

// The query, the rows, and the card beside or below them.
extension BrowseScreen {
  /// Columns from which on the card stands beside the rows.
  private static let widthForPreview = 100
  /// Rows from which on it stands below them.
  private static let heightForPreview = 24

  func drawRows(on canvas: inout Canvas, in frame: Frame) {
    let body = frame.body
    guard body.height > 0 else { return }
    drawQuery(on: &canvas, in: body)
    let hasTitles = !frame.rules.isEmpty
    let hasError = viewModel.error != nil && body.height > 2
    let top = 1 + (hasTitles || hasError ? 1 : 0)
    let area = Rect(
      x: body.x, y: body.y + top, width: body.width, height: body.height - top)
    let (rows, card) = Self.parts(of: area)
    if hasError { drawError(on: &canvas, in: body) }
    viewModel.fit(windowHeight: rows.height)
    drawTable(
      on: &canvas, in: rows, titles: hasTitles && !hasError ? area.y - 1 : nil)
    guard let card else { return }
    if card.x > rows.x {
      for y in area.y..<area.maxY {
        canvas.draw("│", x: card.x - 2, y: y, style: Style(.rule))
      }
    } else {
      canvas.drawRule(x: card.x, y: card.y - 1, width: card.width)
    }
    drawPreview(on: &canvas, in: card)
  }

  /// The rows, and the card where there is room for it.
  private static func parts(of area: Rect) -> (rows: Rect, card: Rect?) {
    if area.width >= widthForPreview, area.height >= 6 {
      let width = area.width * 3 / 5
      return (
        Rect(x: area.x, y: area.y, width: width, height: area.height),
        Rect(
          x: area.x + width + 3, y: area.y, width: area.width - width - 3, height: area.height)
      )
    }
    guard area.height >= heightForPreview else { return (area, nil) }
    let height = area.height / 3
    return (
      Rect(x: area.x, y: area.y, width: area.width, height: area.height - height - 1),
      Rect(x: area.x, y: area.maxY - height, width: area.width, height: height)
    )
  }

  /// Columns of a question for which others have to go.
  private static let narrowestQuestion = 28

  private static let prompt = "/ "

  private func drawQuery(on canvas: inout Canvas, in body: Rect) {
    if viewModel.mode == .query {
      FieldView.draw(
        viewModel.query, prompt: Self.prompt, on: &canvas, x: body.x, y: body.y, width: body.width)
      return
    }
    let text = viewModel.query.text
    canvas.draw(
      [
        Span(Self.prompt, .key, .bold),
        text.isEmpty ? Span("all cards", .dim) : Span(text, .accent),
      ], x: body.x, y: body.y, width: body.width)
  }

  /// Below the place where the query goes wrong.
  private func drawError(on canvas: inout Canvas, in body: Rect) {
    guard let error = viewModel.error else { return }
    let before = String(viewModel.query.text.prefix(max(0, error.column - 1)))
    let place = Self.prompt.count + PortableText.width(of: before)
    // A message that has no room behind its mark stands before it; else it goes without.
    let width = PortableText.width(of: error.message) + 2
    let (text, x) =
      place + width <= body.width
      ? ("^ " + error.message, place)
      : width <= place + 1 && place < body.width
        ? (error.message + " ^", place + 1 - width) : (error.message, 0)
    canvas.draw([Span(text, .error)], x: body.x + x, y: body.y + 1, width: body.width - x)
  }

  // MARK: Table

  private func drawTable(on canvas: inout Canvas, in rect: Rect, titles: Int?) {
    guard rect.height > 0 else { return }
    guard !viewModel.found.isEmpty else {
      let text = viewModel.shownQuery.isEmpty ? "There is no card yet" : "No card is found"
      canvas.draw(
        [Span(text, .dim)], x: rect.x, y: rect.y + rect.height / 3, width: rect.width,
        align: .center)
      return
    }
    let context = viewModel.context
    let order = context.layout.order
    let columns = context.layout.columns
    var tableColumns = [Table.Column("", width: 2, priority: 101)]
    for column in columns {
      let mark = order.column == column ? (order.isDescending ? " ▼" : " ▲") : ""
      tableColumns.append(column.tableColumn(mark: mark))
      // The question may fill its column.
      if column == .question { tableColumns.append(.init("", width: 1, priority: 101)) }
    }
    let selection = viewModel.selection
    let cells = viewModel.rows.enumerated().map { place, row in
      let isSelected = viewModel.isSelected(row: selection.top + place, row.key)
      return [[Span(isSelected ? "●" : " ", .accent, .bold)]]
        + columns.flatMap { column in
          let cell = column.cell(of: row, today: context.today)
          return column == .question ? [cell, []] : [cell]
        }
    }
    let table = Table(
      columns: tableColumns, rows: cells, selectedRow: selection.index - selection.top,
      narrowestFlexible: max(1, min(Self.narrowestQuestion, rect.width - 3)))
    var area = rect
    if let titles { area = Rect(x: rect.x, y: titles, width: rect.width, height: rect.height + 1) }
    table.draw(on: &canvas, in: area, showsTitles: titles != nil)
    ScrollMark.draw(
      above: selection.hasMoreAbove, below: selection.hasMoreBelow, on: &canvas,
      in: Rect(x: rect.maxX - 1, y: rect.y, width: min(1, rect.width), height: rect.height))
  }

  // MARK: Card

  private func drawPreview(on canvas: inout Canvas, in rect: Rect) {
    guard let report = viewModel.row?.report, rect.height > 0 else { return }
    let picture = cardPicture(of: report, size: Size(width: rect.width, height: rect.height))
    picture.draw(on: &canvas, in: rect, scroll: 0, sideways: 0)
    ScrollMark.draw(
      above: false, below: picture.rows.count > rect.height, on: &canvas,
      in: Rect(x: rect.maxX - 1, y: rect.y, width: min(1, rect.width), height: rect.height))
  }

  /// The card whole, in the place of the rows.
  func drawCard(on canvas: inout Canvas, in body: Rect) {
    viewModel.takeInChanges()
    guard body.height > 0 else { return }
    guard let report = viewModel.row?.report else {
      canvas.draw(
        [Span("The card is gone", .dim)], x: body.x, y: body.y + body.height / 3,
        width: body.width, align: .center)
      return
    }
    let picture = cardPicture(of: report, size: Size(width: body.width, height: body.height))
    viewModel.fit(cardHeight: picture.rows.count, windowHeight: body.height)
    picture.draw(on: &canvas, in: body, scroll: viewModel.scroll.offset, sideways: 0)
    ScrollMark.draw(viewModel.scroll, on: &canvas, in: body)
  }

  private func cardPicture(of report: CardReport, size: Size) -> CardPicture {
    let contents = CardPicture.Contents(
      front: report.text.front, back: report.text.back, replaces: report.text.backReplacesFront,
      showsAnswer: true, missingPictures: [], notes: notes(of: report), width: size.width,
      height: size.height)
    if let picture, picture.contents == contents { return picture }
    let picture = CardPicture(contents)
    self.picture = picture
    return picture
  }

  /// What stands below the card: where it is, its tags, its state.
  private func notes(of report: CardReport) -> [[Span]] {
    var rows: [[Span]] = []
    let headings = report.context.isEmpty ? "" : "  \(report.context)"
    rows.append([Span(report.deck.parts.joined(separator: " › ") + headings, .dim)])
    if !report.tags.isEmpty {
      rows.append([Span(report.tags.map { "#" + $0 }.joined(separator: " "), .dim)])
    }
    let state = report.state
    var parts = [state.word(isBuried: report.isBuried)]
    if state.due != nil { parts.append("due \(state.dueText(today: viewModel.context.today))") }
    if let recall = report.retrievability {
      parts.append("recall \(Int((recall * 100).rounded())) %")
    }
    if state.flag > 0 { parts.append("⚑\(state.flag)") }
    if state.isMarked { parts.append("marked") }
    if state.isLeech { parts.append("leech") }
    rows.append([Span(parts.joined(separator: ", "), .dim)])
    rows.append([Span("\(report.file):\(report.line)", .dim)])
    return rows
  }
}
