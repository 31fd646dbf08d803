import Interaction
import StudyDomain
import TerminalUI

// The bodies of the pages.
extension TransferScreen {
  // MARK: A file

  func drawChoosing(on canvas: inout Canvas, in body: Rect) {
    guard body.height > 0 else { return }
    drawField("File  ", on: &canvas, in: body)
    let gap = body.height >= 8 ? 2 : 1
    let rect = Rect(x: body.x, y: body.y + gap, width: body.width, height: body.height - gap)
    let files = viewModel.files
    guard !files.isEmpty else {
      let text =
        viewModel.path.text.isEmpty
        ? "Packages of Anki (.apkg, .colpkg) and text in columns (.csv, .tsv, .txt) are imported."
        : "There is no file of that name."
      for (row, line) in TextWrap.rows(text, width: rect.width).prefix(max(0, rect.height))
        .enumerated()
      {
        canvas.draw([Span(line, .dim)], x: rect.x, y: rect.y + row, width: rect.width)
      }
      return
    }
    drawRows(
      files.map { [[Span("  " + $0.path, .text)], [Span($0.detail, .dim)]] }, details: 20,
      isSelected: viewModel.isInList || !viewModel.isTyping, on: &canvas, in: rect)
  }

  private func drawField(_ prompt: String, on canvas: inout Canvas, in body: Rect) {
    let field = viewModel.page == .preview ? viewModel.deck : viewModel.path
    if viewModel.isTyping {
      FieldView.draw(field, prompt: prompt, on: &canvas, x: body.x, y: body.y, width: body.width)
    } else {
      canvas.draw(
        [Span(prompt, .key, .bold), Span(field.text, .accent)], x: body.x, y: body.y,
        width: body.width)
    }
  }

  /// Rows of two columns in a window, the second as wide as asked where that leaves enough.
  private func drawRows(
    _ rows: [[[Span]]], details: Int, isSelected: Bool, on canvas: inout Canvas, in rect: Rect
  ) {
    guard rect.height > 0 else { return }
    viewModel.fit(windowHeight: rect.height)
    let selection = viewModel.selection
    let shown = rows.dropFirst(selection.top).prefix(rect.height)
    let hasDetails = rect.width >= details + 20
    Table(
      columns: [.init("", width: nil)]
        + (hasDetails ? [.init("", width: details, align: .right), .init("", width: 1)] : []),
      rows: Array(shown), selectedRow: isSelected ? selection.index - selection.top : nil
    ).draw(on: &canvas, in: rect, showsTitles: false)
    drawScrollMark(on: &canvas, in: rect)
  }

  private func drawScrollMark(on canvas: inout Canvas, in rect: Rect) {
    ScrollMark.draw(
      above: viewModel.selection.hasMoreAbove, below: viewModel.selection.hasMoreBelow,
      on: &canvas,
      in: Rect(x: rect.maxX - 1, y: rect.y, width: min(1, rect.width), height: rect.height))
  }

  // MARK: Work

  func drawWork(_ work: TransferWork, on canvas: inout Canvas, in body: Rect) {
    guard body.height > 0 else { return }
    let what =
      switch work {
      case .reading: "Looking at the file"
      case .importing: viewModel.isCancelling ? "Cancelling" : "Importing"
      case .undoing: "Taking the import back"
      }
    let column = min(body.width, 60)
    let x = body.x + (body.width - column) / 2
    var rows: [[Span]] = [[Span(what + " …", .text, .bold)]]
    if let progress = viewModel.progress {
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

  // MARK: Preview

  func drawPreview(on canvas: inout Canvas, in body: Rect) {
    guard let report = viewModel.report, body.height > 0 else { return }
    if viewModel.isTyping {
      drawField("Below deck  ", on: &canvas, in: body)
      let gap = body.height >= 8 ? 2 : 1
      drawRows(
        viewModel.deckMatches.map { [[Span("  " + $0)], []] }, details: 0,
        isSelected: viewModel.isInList, on: &canvas,
        in: Rect(x: body.x, y: body.y + gap, width: body.width, height: body.height - gap))
      return
    }
    let rows = viewModel.rows
    let facts = facts(of: report, width: body.width)
    let listHeight = max(min(rows.count, body.height), body.height - facts.count - 1)
    let list = Rect(
      x: body.x, y: body.y, width: body.width, height: min(rows.count, listHeight))
    viewModel.fit(windowHeight: list.height)
    let selection = viewModel.selection
    let shown = rows.dropFirst(selection.top).prefix(list.height)
    let isWide = body.width >= 60
    Table(
      columns: isWide
        ? [.init("", width: 18), .init("", width: 8, align: .right), .init("", width: nil)]
        : [.init("", width: nil), .init("", width: 8, align: .right), .init("", width: 1)],
      rows: shown.map { Array(cells(of: $0).prefix(isWide ? 3 : 2)) },
      selectedRow: selection.index - selection.top
    ).draw(on: &canvas, in: list, showsTitles: false)
    drawScrollMark(on: &canvas, in: list)
    for (row, spans) in facts.enumerated() where list.maxY + 1 + row < body.maxY {
      canvas.draw(spans, x: body.x, y: list.maxY + 1 + row, width: body.width)
    }
  }

  private func cells(of row: TransferRow) -> [[Span]] {
    switch row.subject {
    case .start:
      let label = viewModel.canStart ? "Import" : "Nothing"
      return [
        [Span("  " + label, .accent, .bold)], [Span("\(row.count)", .accent, .bold)],
        [Span("  notes that are added or updated", .dim)],
      ]
    case .list(let list):
      let role: Style.Role = row.count == 0 ? .dim : list.isWarning ? .warning : .text
      let mark = list.isWarning && row.count > 0 ? "! " : "  "
      return [
        [Span(mark + list.title, role)], [Span("\(row.count)", role)],
        [Span("  " + list.explanation, .dim)],
      ]
    }
  }

  /// What the preview says besides its rows.
  private func facts(of report: TransferReport, width: Int) -> [[Span]] {
    let deck = viewModel.deck.text
    var rows: [[Span]] = [
      [
        Span("Decks go ", .dim),
        Span(deck.isEmpty ? "by their own names" : "below \(deck)", .accent),
        Span("  \(keys.keyName(of: .transferDeck) ?? "") changes", .dim),
      ]
    ]
    rows += TextWrap.rows(numbers(of: report), width: width).map { [Span($0)] }
    if !report.noteTypes.isEmpty {
      rows += TextWrap.rows(
        "note types: \(report.noteTypes.joined(separator: ", "))", width: width
      ).map { [Span($0, .dim)] }
    }
    return rows
  }

  private func numbers(of report: TransferReport) -> String {
    var parts = [
      counted(report.cards, "new card", "new cards"),
      counted(report.reviews, "review", "reviews"),
    ]
    if report.knownReviews > 0 { parts.append("\(report.knownReviews) reviews here already") }
    if report.media > 0 { parts.append(counted(report.media, "media file", "media files")) }
    if report.lostCards > 0 {
      parts.append("\(counted(report.lostCards, "card", "cards")) that no text here makes")
    }
    return parts.joined(separator: ", ")
  }

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
        ? [.init("", width: 22), .init("", width: 20), .init("", width: nil)]
        : [.init("", width: 10), .init("", width: nil)],
      rows: rows.map { row, choice in
        [
          [Span((isWide ? "  " : "") + title(of: row, columns, isShort: !isWide))],
          [Span("‹ \(choice.value) ›", .accent)],
          [Span(samples(of: row, columns), .dim)],
        ].prefix(isWide ? 3 : 2).map { $0 }
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
    viewModel.fit(windowHeight: body.height)
    let selection = viewModel.selection
    let lines = viewModel.lines(of: list, selection.top..<selection.top + body.height)
    drawLines(lines, selected: selection.index - selection.top, on: &canvas, in: body)
    drawScrollMark(on: &canvas, in: body)
  }

  /// Texts with their reasons, beside each other where there is room.
  private func drawLines(
    _ lines: [TransferReport.Note], selected: Int?, on canvas: inout Canvas, in rect: Rect
  ) {
    let isWide = rect.width >= 60
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
    let lines = viewModel.resultLines
    let kept = rows.prefix(lines.isEmpty ? body.height : max(1, body.height - 2))
    for (row, spans) in kept.enumerated() {
      canvas.draw(spans, x: body.x, y: body.y + row, width: body.width)
    }
    let gap = body.height >= kept.count + 4 ? 1 : 0
    let rect = Rect(
      x: body.x, y: body.y + kept.count + gap, width: body.width,
      height: body.height - kept.count - gap)
    guard rect.height > 0 else { return }
    viewModel.fit(windowHeight: rect.height)
    let selection = viewModel.selection
    let shown = Array(lines.dropFirst(selection.top).prefix(rect.height))
    drawLines(
      shown, selected: lines.count > rect.height ? selection.index - selection.top : nil,
      on: &canvas, in: rect)
    drawScrollMark(on: &canvas, in: rect)
  }
}

extension TransferList {
  /// Lists that a person should look at.
  fileprivate var isWarning: Bool {
    switch self {
    case .notes(.conflicting), .notes(.skipped), .missingMedia: true
    default: false
    }
  }
}

extension TransferProgress.Stage {
  var words: String {
    switch self {
    case .reading: "reading"
    case .comparing: "comparing with what is here"
    case .media: "copying media"
    case .decks: "writing decks"
    case .history: "writing the history"
    case .finishing: "finishing"
    case .takingBack: "taking back what was written"
    }
  }
}
