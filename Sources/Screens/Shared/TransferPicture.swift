import StudyDomain
import TerminalUI

/// What the screens of import and export draw alike.
struct TransferPicture {
  let title: String
  /// Beside the title.
  let place: [Span]
  let message: Notice?
  /// Asked for once the body is drawn, which may move the selection into sight.
  let footer: () -> Footer

  func draw(on canvas: inout Canvas, body drawBody: (inout Canvas, Rect) -> Void) {
    let status = message?.rows(width: Frame(canvas.size).body.width) ?? []
    let frame = Frame(canvas.size, statusHeight: min(status.count, canvas.size.height / 3))
    frame.drawRules(on: &canvas)
    Header(left: [Span(title, .title, .bold)] + place, right: [])
      .draw(on: &canvas, in: frame.header)
    drawBody(&canvas, frame.body)
    for (row, spans) in status.prefix(frame.status.height).enumerated() {
      canvas.draw(spans, x: frame.status.x, y: frame.status.y + row, width: frame.status.width)
    }
    // Where there is no room for a message it takes the footer's place.
    if frame.status.height == 0, let first = status.first {
      canvas.draw(first, x: frame.footer.x, y: frame.footer.y, width: frame.footer.width)
    } else {
      footer().draw(on: &canvas, in: frame.footer)
    }
  }

  /// Texts with their reasons stand in two columns, where there is room.
  static func hasColumns(_ lines: [TransferReport.Note], _ width: Int) -> Bool {
    width >= 60 && lines.contains { !$0.reason.isEmpty }
  }

  /// Lines each in as many as text or reason takes.
  static func wrapped(_ lines: [TransferReport.Note], _ width: Int) -> [TransferReport.Note] {
    let isWide = hasColumns(lines, width)
    let room = isWide ? width / 2 : width
    return lines.flatMap { line -> [TransferReport.Note] in
      guard !line.reason.isEmpty else { return wrapped(line, room) }
      guard isWide else {
        let rows = TextWrap.rows(line.reason, width: max(1, width - 3))
        return [.init(text: line.text, reason: "")]
          + rows.map { .init(text: "  " + $0, reason: "") }
      }
      let rows = TextWrap.rows(line.reason, width: max(1, width - width / 2 - 3))
      return rows.enumerated().map { .init(text: $0 == 0 ? line.text : "", reason: $1) }
    }
  }

  /// A line without a reason in as many as it takes.
  static func wrapped(_ line: TransferReport.Note, _ width: Int) -> [TransferReport.Note] {
    guard line.reason.isEmpty else { return [line] }
    return TextWrap.rows(line.text, width: max(1, width - 2)).enumerated().map { place, row in
      .init(text: place == 0 ? row : "  " + row, reason: "")
    }
  }

  /// What is being done, how far it is, and a bar.
  static func drawWork(
    _ what: String, _ progress: TransferProgress?, on canvas: inout Canvas, in body: Rect
  ) {
    guard body.height > 0 else { return }
    let column = min(body.width, 60)
    let x = body.x + (body.width - column) / 2
    var rows: [[Span]] = [[Span(what + " …", .text, .bold)]]
    if let progress {
      let share = Int(min(max(progress.fraction, 0), 1) * 1000)
      rows += [
        [Span(progress.stage.words, .dim)],
        ProgressBar.spans(done: share, total: 1000, width: column),
      ]
    }
    let top = body.y + max(0, (body.height - rows.count) / 3)
    for (row, spans) in rows.enumerated() where top + row < body.maxY {
      canvas.draw(spans, x: x, y: top + row, width: column)
    }
  }
}
