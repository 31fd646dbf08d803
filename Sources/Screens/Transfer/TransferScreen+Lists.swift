import Interaction
import StudyDomain
import TerminalUI

// Pages that are lists: columns, notes of a kind, results.
extension TransferScreen {
  // MARK: Columns

  func drawColumns(on canvas: inout Canvas, in body: Rect) {
    guard let columns = viewModel.columns, body.height > 0 else { return }
    let new = viewModel.report.map { "\(counted($0.new, "new note", "new notes"))" } ?? ""
    let hasSum = body.height >= 8
    let list = Rect(
      x: body.x, y: body.y, width: body.width, height: body.height - (hasSum ? 2 : 0))
    viewModel.fit(windowHeight: list.height)
    let selection = viewModel.selection
    let rows = viewModel.textRows.dropFirst(selection.top).prefix(list.height)
    let isWide = body.width >= 60
    Table(
      columns: isWide
        ? [
          .init("", width: 21), .init("", width: 1), .init("", width: 19), .init("", width: 1),
          .init("", width: nil),
        ] : [.init("", width: 9), .init("", width: 1), .init("", width: nil)],
      rows: rows.map { row, choice in
        [
          [Span((isWide ? "  " : "") + title(of: row, columns, isShort: !isWide))],
          [], [Span("‹ \(choice.value) ›", .accent)], [],
          [Span(samples(of: row, columns), .dim)],
        ].prefix(isWide ? 5 : 3).map { $0 }
      }, selectedRow: selection.index - selection.top
    ).draw(on: &canvas, in: list, showsTitles: false)
    drawScrollMark(on: &canvas, in: list)
    if hasSum {
      canvas.draw([Span(new, .dim)], x: body.x, y: body.maxY - 1, width: body.width)
    }
  }

  private func title(of row: TextRow, _ columns: TextColumns, isShort: Bool) -> String {
    switch row {
    case .separator: "separator"
    case .encoding: "encoding"
    case .noteType: isShort ? "type" : "note type"
    case .html: isShort ? "HTML" : "cells are HTML"
    case .matches: isShort ? "existing" : "notes here already"
    case .column(let place):
      "\(isShort ? "" : "column ")\(place + 1)"
        + (columns.columns[place].name.isEmpty ? "" : " \(columns.columns[place].name)")
    }
  }

  private func samples(of row: TextRow, _ columns: TextColumns) -> String {
    guard case .column(let place) = row else { return "" }
    return columns.columns[place].samples.filter { !$0.isEmpty }.joined(separator: " · ")
  }

  // MARK: Lists and results

  func drawList(_ list: TransferList, on canvas: inout Canvas, in body: Rect) {
    guard body.height > 0 else { return }
    guard list != .remarks else {
      return drawText(
        viewModel.lines(of: list, 0..<viewModel.count(of: list)).flatMap {
          TransferPicture.wrapped($0, body.width - 1).map { [Span($0.text)] }
        }, on: &canvas, in: body)
    }
    var rect = body
    let place = viewModel.selection.index
    let reason = viewModel.lines(of: list, place..<place + 1).first?.reason ?? ""
    var rows: [String] = []
    // What its column cuts off stands below the list.
    if body.height >= 8, body.width < 60 || reason.count > body.width - body.width / 2 - 3 {
      rows = Array(TextWrap.rows(reason, width: body.width).prefix(3))
      rect.height -= rows.count + 1
    }
    viewModel.fit(windowHeight: rect.height)
    let selection = viewModel.selection
    let lines = viewModel.lines(of: list, selection.top..<selection.top + rect.height)
    drawLines(lines, selected: selection.index - selection.top, on: &canvas, in: rect)
    drawScrollMark(on: &canvas, in: rect)
    for (row, text) in rows.enumerated() {
      canvas.draw(
        [Span(text, .dim)], x: body.x, y: rect.maxY + 1 + row, width: body.width)
    }
  }

  /// Lines that scroll without one that is selected.
  func drawText(_ lines: [[Span]], on canvas: inout Canvas, in body: Rect) {
    viewModel.fit(windowHeight: body.height, count: lines.count)
    let top = lines.count > body.height ? viewModel.selection.top : 0
    for (row, spans) in lines.dropFirst(top).prefix(body.height).enumerated() {
      canvas.draw(spans, x: body.x, y: body.y + row, width: body.width)
    }
    drawScrollMark(on: &canvas, in: body)
  }

  /// Texts with their reasons, beside each other where there is room.
  private func drawLines(
    _ lines: [TransferReport.Note], selected: Int?, on canvas: inout Canvas, in rect: Rect
  ) {
    let isWide = TransferPicture.hasColumns(lines, rect.width)
    Table(
      columns: isWide
        ? [.init("", width: rect.width / 2), .init("", width: 2), .init("", width: nil)]
        : [.init("", width: nil)],
      rows: lines.map { [[Span($0.text)], [], [Span($0.reason, .dim)]] }, selectedRow: selected
    ).draw(on: &canvas, in: rect, showsTitles: false)
  }

  func resultRows(width: Int) -> [[Span]] {
    guard let report = viewModel.report else { return [] }
    let done = [
      "\(counted(report.new, "note", "notes")) added", "\(report.updated) updated",
      "\(report.unchanged) unchanged",
    ]
    var rows = (width < 40 ? done : [done.joined(separator: ", ")]).map {
      [Span($0, .accent, .bold)]
    }
    if let text = report.updatedText() {
      rows += TextWrap.rows(text, width: width).map { [Span($0)] }
    }
    rows += TextWrap.rows(numbers(of: report), width: width).map { [Span($0)] }
    let left = report.conflicting.count + report.skipped.count
    if left > 0 {
      rows += TextWrap.rows(
        "! \(report.conflicting.count) conflicting, ours stay; \(report.skipped.count) skipped",
        width: width
      ).map { [Span($0, .warning)] }
    }
    return rows
  }

  func undoneRows(width: Int) -> [[Span]] {
    guard let report = viewModel.undoReport else { return [] }
    var parts = ["\(counted(report.removed, "note", "notes")) taken out"]
    if report.media > 0 {
      parts[0] += " with \(counted(report.media, "media file", "media files"))"
    }
    if report.restored > 0 {
      parts.append("\(counted(report.restored, "note has", "notes have")) the old text again")
    }
    var rows = (width < 40 ? parts : [parts.joined(separator: ", ")]).map {
      [Span($0, .accent, .bold)]
    }
    rows += TextWrap.rows("What it wrote into the history no longer counts.", width: width)
      .map { [Span($0)] }
    if !report.left.isEmpty { rows.append([Span("! Left as it is:", .warning)]) }
    return rows
  }

  /// Rows on top, below them what is named one by one.
  func drawResult(_ rows: [[Span]], on canvas: inout Canvas, in body: Rect) {
    guard body.height > 0 else { return }
    let lines = TransferPicture.wrapped(viewModel.resultLines, body.width)
    let kept = rows.prefix(lines.isEmpty ? body.height : max(1, body.height - 2))
    for (row, spans) in kept.enumerated() {
      canvas.draw(spans, x: body.x, y: body.y + row, width: body.width)
    }
    let gap = body.height >= kept.count + 4 ? 1 : 0
    let rect = Rect(
      x: body.x, y: body.y + kept.count + gap, width: body.width,
      height: body.height - kept.count - gap)
    guard rect.height > 0 else { return }
    viewModel.fit(windowHeight: rect.height, count: lines.count)
    let selection = viewModel.selection
    let shown = Array(lines.dropFirst(selection.top).prefix(rect.height))
    drawLines(
      shown, selected: lines.count > rect.height ? selection.index - selection.top : nil,
      on: &canvas, in: rect)
    drawScrollMark(on: &canvas, in: rect)
  }
}
