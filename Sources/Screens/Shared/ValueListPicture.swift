import Interaction
import TerminalUI

/// What the screens of options and settings draw alike: values in groups, the selected one
/// explained.
struct ValueListPicture {
  enum Line {
    case heading(String)
    /// `note` says where the value comes from.
    case row(name: [Span], value: [Span], note: [Span])
  }

  let title: String
  /// Beside the title.
  let place: [Span]
  let lines: [Line]
  /// Of the selected line; below the list where nothing else is said.
  let explanation: [Span]
  let message: Notice?
  /// Said in the middle of an empty list.
  var emptyText = ""
  /// What is typed, below the list.
  var field: (field: TextField, prompt: String)?
  let footer: () -> Footer

  /// `fit` tells how many lines there is room for and gets what is selected.
  func draw(on canvas: inout Canvas, fit: (Int) -> ListSelection) {
    let column = Frame(canvas.size).body.width
    let said = message?.rows(width: column) ?? explanationRows(width: column)
    let kept = canvas.size.height >= 14 ? 3 : 2
    let frame = Frame(canvas.size, statusHeight: max(kept, min(said.count, canvas.size.height / 3)))
    frame.drawRules(on: &canvas)
    Header(left: [Span(title, .title, .bold)] + place, right: [])
      .draw(on: &canvas, in: frame.header)
    let body = frame.body
    let selection = fit(max(0, body.height))
    if lines.isEmpty {
      let rows = TextWrap.rows(emptyText, width: max(1, body.width))
      for (row, text) in rows.enumerated() where row < body.height {
        canvas.draw([Span(text, .dim)], x: body.x, y: body.y + row, width: body.width)
      }
    } else {
      drawLines(selection, on: &canvas, in: body)
    }
    for (row, spans) in said.prefix(frame.status.height).enumerated() {
      canvas.draw(spans, x: frame.status.x, y: frame.status.y + row, width: frame.status.width)
    }
    drawFooter(said, on: &canvas, in: frame)
  }

  private func drawFooter(_ said: [[Span]], on canvas: inout Canvas, in frame: Frame) {
    let rect = frame.footer
    guard rect.height > 0 else { return }
    if let field {
      let hint = Footer([
        .init(key: Key.enter.name, label: "take", priority: 1),
        .init(key: Key.escape.name, label: "leave", priority: 2),
      ])
      let hintWidth = rect.width >= 50 ? 22 : 0
      let prompt = PortableText.truncate(field.prompt, to: max(2, rect.width / 2)) + " "
      FieldView.draw(
        field.field, prompt: prompt, on: &canvas, x: rect.x, y: rect.y,
        width: rect.width - hintWidth)
      hint.draw(
        on: &canvas, in: Rect(x: rect.maxX - hintWidth, y: rect.y, width: hintWidth, height: 1))
      // What was wrong with it must be seen where there is no other room.
      if message != nil, frame.status.height == 0, let first = said.first, frame.header.height > 0 {
        canvas.fill(frame.header, style: .plain)
        canvas.draw(
          first, x: frame.header.x, y: frame.header.y, width: frame.header.width)
      }
      return
    }
    // Where there is no room for a message it takes the footer's place.
    if frame.status.height == 0, message != nil, let first = said.first {
      canvas.draw(first, x: rect.x, y: rect.y, width: rect.width)
    } else {
      footer().draw(on: &canvas, in: rect)
    }
  }

  private func explanationRows(width: Int) -> [[Span]] {
    guard explanation.width > width else { return explanation.isEmpty ? [] : [explanation] }
    return explanation.flatMap { span in
      TextWrap.rows(span.text, width: max(1, width)).map {
        [Span($0, span.style.role, span.style.attributes)]
      }
    }
  }

  private func drawLines(
    _ selection: ListSelection, on canvas: inout Canvas, in body: Rect
  ) {
    let isWide = body.width >= 60
    let nameWidth = min(
      body.width / 2,
      2 + (lines.map { if case .row(let name, _, _) = $0 { name.width + 2 } else { 0 } }.max() ?? 0)
    )
    let columns: [Table.Column] =
      isWide
      ? [
        .init("", width: nameWidth), .init("", width: nil), .init("", width: 1),
        .init("", width: body.width / 3), .init("", width: 1),
      ]
      : [.init("", width: nil), .init("", width: max(6, body.width / 3)), .init("", width: 1)]
    let rows: [[[Span]]] = lines.dropFirst(selection.top).prefix(max(0, body.height)).map { line in
      switch line {
      case .heading: []
      case .row(let name, let value, let note):
        [[Span(isWide ? "  " : "")] + name, value] + (isWide ? [[], note] : [])
      }
    }
    Table(columns: columns, rows: rows, selectedRow: selection.index - selection.top)
      .draw(on: &canvas, in: body, showsTitles: false)
    // Headings go over all columns.
    for (row, line) in lines.dropFirst(selection.top).prefix(max(0, body.height)).enumerated() {
      guard case .heading(let text) = line else { continue }
      canvas.draw(
        [Span(text, .heading, .bold)], x: body.x, y: body.y + row, width: body.width)
    }
    ScrollMark.draw(
      above: selection.hasMoreAbove, below: selection.hasMoreBelow, on: &canvas,
      in: Rect(x: body.maxX - 1, y: body.y, width: min(1, body.width), height: body.height))
  }
}
