import Interaction
import StudyDomain
import TerminalUI

// The bodies of the pages.
extension ExportScreen {
  // MARK: Form

  func drawForm(on canvas: inout Canvas, in body: Rect) {
    guard body.height > 0 else { return }
    viewModel.fit(windowHeight: body.height)
    let selection = viewModel.selection
    let rows = viewModel.rows.dropFirst(selection.top).prefix(body.height)
    let isWide = body.width >= 60
    Table(
      columns: isWide
        ? [
          .init("", width: 14), .init("", width: body.width >= 100 ? 44 : 32),
          .init("", width: nil),
        ]
        : [.init("", width: 8), .init("", width: nil)],
      rows: rows.map { row in
        [
          [
            Span(
              (isWide ? "  " : "") + title(of: row, isShort: !isWide),
              row == .start ? .accent : .text)
          ],
          value(of: row), [Span(explanation(of: row), .dim)],
        ].prefix(isWide ? 3 : 2).map { $0 }
      }, selectedRow: selection.index - selection.top
    ).draw(on: &canvas, in: body, showsTitles: false)
    drawScrollMark(on: &canvas, in: body)
  }

  private func title(of row: ExportRow, isShort: Bool) -> String {
    switch row {
    case .start: "Export"
    case .cards: "cards"
    case .format: "as"
    case .file: "file"
    case .option(.history): "history"
    case .option(.media): "media"
    case .option(.latestLayout): "layout"
    case .option(.html): "HTML"
    case .option(.details): isShort ? "details" : "details"
    }
  }

  private func value(of row: ExportRow) -> [Span] {
    switch row {
    case .start:
      guard let size = viewModel.size else { return [Span("nothing", .dim)] }
      return [
        Span(
          "\(counted(size.notes, "note", "notes")), \(counted(size.cards, "card", "cards"))",
          size.notes > 0 ? .accent : .dim, .bold)
      ]
    case .cards: return [Span(viewModel.query.isEmpty ? "all cards" : viewModel.query, .accent)]
    case .format: return choice(viewModel.request.format.title)
    case .file: return [Span(viewModel.request.path, .accent)]
    case .option(.latestLayout):
      return choice(viewModel.request[.latestLayout] ? "latest" : "older programs too")
    case .option(let option): return choice(viewModel.request[option] ? "yes" : "no")
    }
  }

  private func choice(_ value: String) -> [Span] { [Span("‹ \(value) ›", .accent)] }

  private func explanation(of row: ExportRow) -> String {
    switch row {
    case .start: return "writes the file"
    case .cards: return "notes go with all their cards"
    case .format: return viewModel.request.format.explanation
    case .file: return ""
    case .option(.history): return "schedules, answers, flags, marks"
    case .option(.media): return "pictures and sounds go along"
    case .option(.latestLayout):
      return viewModel.request[.latestLayout] ? "Anki 2.1.50 and newer" : "every Anki reads it"
    case .option(.html): return viewModel.request[.html] ? "as Anki stores it" : "plain text"
    case .option(.details): return "guid, note type, deck and tags"
    }
  }

  func drawScrollMark(on canvas: inout Canvas, in rect: Rect) {
    ScrollMark.draw(
      above: viewModel.selection.hasMoreAbove, below: viewModel.selection.hasMoreBelow,
      on: &canvas,
      in: Rect(x: rect.maxX - 1, y: rect.y, width: min(1, rect.width), height: rect.height))
  }

  // MARK: Cards and file

  func drawChoice(
    _ prompt: String, _ rows: [(text: String, detail: String)], on canvas: inout Canvas,
    in body: Rect
  ) {
    guard body.height > 0 else { return }
    FieldView.draw(
      viewModel.field, prompt: prompt, on: &canvas, x: body.x, y: body.y, width: body.width)
    let gap = body.height >= 8 ? 2 : 1
    let rect = Rect(x: body.x, y: body.y + gap, width: body.width, height: body.height - gap)
    guard rect.height > 0 else { return }
    viewModel.fit(windowHeight: rect.height)
    let selection = viewModel.selection
    let hasDetails = rect.width >= 40 && rows.contains { !$0.detail.isEmpty }
    Table(
      columns: [.init("", width: nil)]
        + (hasDetails ? [.init("", width: 20, align: .right), .init("", width: 1)] : []),
      rows: rows.dropFirst(selection.top).prefix(rect.height).map {
        [[Span("  " + $0.text)], [Span($0.detail, .dim)]]
      }, selectedRow: viewModel.isInList ? selection.index - selection.top : nil
    ).draw(on: &canvas, in: rect, showsTitles: false)
    drawScrollMark(on: &canvas, in: rect)
  }

  // MARK: Work and result

  func drawWork(on canvas: inout Canvas, in body: Rect) {
    let what = viewModel.isCancelling ? "Cancelling" : "Exporting"
    TransferPicture.drawWork(what, viewModel.progress, on: &canvas, in: body)
  }

  func drawResult(on canvas: inout Canvas, in body: Rect) {
    guard let report = viewModel.report, body.height > 0 else { return }
    var parts = [
      counted(report.notes, "note", "notes"), counted(report.cards, "card", "cards"),
    ]
    if report.reviews > 0 { parts.append(counted(report.reviews, "review", "reviews")) }
    if report.media > 0 { parts.append(counted(report.media, "media file", "media files")) }
    var rows = TextWrap.rows("\(parts.joined(separator: ", ")) written", width: body.width)
      .map { [Span($0, .accent, .bold)] }
    rows += TextWrap.rows(viewModel.request.path, width: body.width).map { [Span($0)] }
    let lines = TransferPicture.wrapped(viewModel.resultLines, body.width)
    if !lines.isEmpty { rows.append([Span("! Look at these:", .warning)]) }
    let kept = rows.prefix(lines.isEmpty ? body.height : max(1, body.height - 2))
    for (row, spans) in kept.enumerated() {
      canvas.draw(spans, x: body.x, y: body.y + row, width: body.width)
    }
    let rect = Rect(
      x: body.x, y: body.y + kept.count, width: body.width, height: body.height - kept.count)
    guard rect.height > 0 else { return }
    viewModel.fit(windowHeight: rect.height, count: lines.count)
    let selection = viewModel.selection
    let isWide = TransferPicture.hasColumns(lines, rect.width)
    Table(
      columns: isWide
        ? [.init("", width: rect.width / 2), .init("", width: 2), .init("", width: nil)]
        : [.init("", width: nil)],
      rows: lines.dropFirst(selection.top).prefix(rect.height).map {
        [[Span($0.text)], [], [Span($0.reason, .dim)]]
      }, selectedRow: lines.count > rect.height ? selection.index - selection.top : nil
    ).draw(on: &canvas, in: rect, showsTitles: false)
    drawScrollMark(on: &canvas, in: rect)
  }
}

extension ExportRequest.Format {
  var title: String {
    switch self {
    case .apkg: "package of Anki"
    case .colpkg: "collection of Anki"
    case .notes: "notes as text"
    case .cards: "cards as text"
    case .json: "JSON"
    }
  }

  var explanation: String {
    switch self {
    case .apkg: "merged into what is there"
    case .colpkg: "takes the place of all there"
    case .notes: "a line a note"
    case .cards: "a line a card, both sides"
    case .json: "everything, for other programs"
    }
  }
}
