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

  func drawScrollMark(on canvas: inout Canvas, in rect: Rect) {
    ScrollMark.draw(
      above: viewModel.selection.hasMoreAbove, below: viewModel.selection.hasMoreBelow,
      on: &canvas,
      in: Rect(x: rect.maxX - 1, y: rect.y, width: min(1, rect.width), height: rect.height))
  }

  // MARK: Work

  func drawWork(_ work: TransferWork, on canvas: inout Canvas, in body: Rect) {
    let what =
      switch work {
      case .reading: "Looking at the file"
      case .importing: viewModel.isCancelling ? "Cancelling" : "Importing"
      case .undoing: "Taking the import back"
      }
    TransferPicture.drawWork(what, viewModel.progress, on: &canvas, in: body)
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
    if let text = report.updatedText() {
      rows += TextWrap.rows(text, width: width).map { [Span($0)] }
    }
    if !report.noteTypes.isEmpty {
      rows += TextWrap.rows(
        "note types: \(report.noteTypes.joined(separator: ", "))", width: width
      ).map { [Span($0, .dim)] }
    }
    return rows
  }

  func numbers(of report: TransferReport) -> String {
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
    case .exporting: "reading notes and histories"
    case .packing: "writing the file"
    }
  }
}
