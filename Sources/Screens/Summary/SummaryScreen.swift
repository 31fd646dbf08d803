import Interaction
import Markup
import StudyDomain
public import TerminalUI

/// Draws Summary: what was done, what failed, what comes.
@MainActor public final class SummaryScreen: Screen {
  private let viewModel: SummaryViewModel
  private let keys: KeyTable

  public init(viewModel: SummaryViewModel, keys: KeyCatalogue = .standard) {
    self.viewModel = viewModel
    self.keys = keys.table(for: .summary)
  }

  public var name: ScreenName { .summary }

  public func handle(_ key: Key, now: Moment) -> Bool {
    guard let action = keys.action(for: key) else { return false }
    if let movement = action.movement {
      viewModel.scrolled(movement)
      return true
    }
    if let wanted = sessionExtension(of: action) {
      viewModel.extended(by: wanted)
      return true
    }
    switch action {
    case .undo: viewModel.undoPressed()
    case .redo: viewModel.redoPressed()
    case .back: viewModel.backPressed()
    default: return false
    }
    return true
  }

  public func whyOff(_ action: Action) -> String? {
    sessionExtension(of: action).flatMap(viewModel.reasonAgainst)
  }

  private func sessionExtension(of action: Action) -> SessionExtension? {
    switch action {
    case .failedAgain: .failedCards
    case .summaryMoreNew: .newCards(10)
    case .summarySiblings: .heldBackSiblings
    case .studyAhead: .learningCards
    case .goOn: .asMuchAgain
    default: nil
    }
  }

  public func draw(on canvas: inout Canvas) {
    let summary = viewModel.summary
    let width = Frame(canvas.size).body.width
    let status = viewModel.message?.rows(width: width) ?? []
    let frame = Frame(canvas.size, statusHeight: status.count)
    frame.drawRules(on: &canvas)
    Header(
      left: title(of: summary),
      right: [summary.isGone ? Span("gone", .warning) : Span("done for now", .success)]
    ).draw(on: &canvas, in: frame.header)
    let rows = rows(of: summary, width: frame.body.width, isRoomy: frame.body.height >= 10)
    viewModel.fit(contentHeight: rows.count, windowHeight: frame.body.height)
    for (row, spans) in rows.dropFirst(viewModel.scroll.offset).prefix(frame.body.height)
      .enumerated()
    {
      canvas.draw(spans, x: frame.body.x, y: frame.body.y + row, width: frame.body.width)
    }
    ScrollMark.draw(viewModel.scroll, on: &canvas, in: frame.body)
    for (row, spans) in status.prefix(frame.status.height).enumerated() {
      canvas.draw(spans, x: frame.status.x, y: frame.status.y + row, width: frame.status.width)
    }
    keys.footer(without: { action in
      self.whyOff(action) != nil || (action == .undo && summary.answers.total == 0)
    }).draw(on: &canvas, in: frame.footer)
  }

  private func title(of summary: StudySummary) -> [Span] {
    let name = summary.custom?.cards ?? summary.deck.parts.joined(separator: " › ")
    let word = summary.custom?.word ?? ""
    return (word.isEmpty ? [] : [Span(word.uppercased() + " ", .warning, .bold)])
      + [Span(name, .title, .bold)]
  }

  private func rows(of summary: StudySummary, width: Int, isRoomy: Bool) -> [[Span]] {
    let space: [[Span]] = isRoomy ? [[]] : []
    var rows = space
    if let continuation = summary.continuation {
      let key = keys.keyName(of: .goOn) ?? ""
      rows +=
        [
          [
            Span(continuation.sentence + ".  ", .accent, .bold), Span(key, .key, .bold),
            Span(" " + continuation.words, .dim),
          ]
        ] + space
    }
    if summary.isGone {
      let said = "The deck is gone: its file was removed, renamed or moved while you studied it."
      let next = "Its history is kept: it returns with the texts, under any name."
      rows += TextWrap.rows(said, width: width).map { [Span($0, .warning)] }
      rows += TextWrap.rows(next, width: width).map { [Span($0, .dim)] }
      if summary.answers.total > 0 { rows += space }
    }
    if summary.answers.total == 0 {
      if !summary.isGone { rows.append([Span(Self.nothingText(summary))]) }
    } else {
      rows += Self.packed(
        [
          Span(counted(summary.cards, "card", "cards"), .text, .bold),
          Span(counted(summary.answers.total, "answer", "answers")),
          Span("in \(minutesText(seconds: summary.seconds))", .dim),
        ] + (summary.newCards > 0 ? [Span("\(summary.newCards) new", .new)] : []), width: width)
      rows += space + answerRows(of: summary, width: width)
    }
    rows += space
    if summary.learningLater > 0 {
      let many = counted(summary.learningLater, "card in learning comes", "cards in learning come")
      rows.append([Span(many + " later today")])
    }
    if summary.heldBackSiblings > 0 {
      let wait = counted(summary.heldBackSiblings, "sibling waits", "siblings wait")
      let key = keys.keyName(of: .summarySiblings) ?? ""
      rows.append([Span("\(wait) until tomorrow (\(key) shows them)")])
    }
    rows.append([Span("Tomorrow  ", .dim), Span("\(summary.dueTomorrow) due", .due)])
    guard !summary.failed.isEmpty else { return rows }
    rows += space + [[Span("Failed at least once", .heading, .bold)]]
    rows += summary.failed.map { failed in
      let front = Self.firstLine(failed.text.front)
      let back = Self.answer(failed.text.back)
      return [Span("  " + front), Span("  " + back, .dim)]
    }
    return rows
  }

  private static func nothingText(_ summary: StudySummary) -> String {
    switch summary.custom?.mode {
    case nil: "Nothing is due in this deck."
    case .normal?: "Nothing of this is due."
    case .ahead?, .cram?: "No card of this can be asked."
    }
  }

  /// The first line of what a text shows.
  private static func firstLine(_ text: String) -> String {
    let lines = MarkupDocument(markdown: text).plainText.split(separator: "\n")
    return lines.first.map(String.init) ?? ""
  }

  /// An answer on one line: of choices only the right ones, of other lists all items.
  private static func answer(_ text: String) -> String {
    let document = MarkupDocument(markdown: text)
    guard case .list(let list) = document.blocks.first, document.blocks.count == 1 else {
      return firstLine(text)
    }
    let isChoice = list.items.contains { $0.isTicked == true }
    let items = list.items.filter { !isChoice || $0.isTicked == true }
    return items.map { MarkupDocument(blocks: $0.blocks).plainText }
      .map { $0.split(separator: "\n").first.map(String.init) ?? "" }.joined(separator: " · ")
  }

  /// Spans beside each other, in as many rows as it takes.
  private static func packed(_ spans: [Span], width: Int) -> [[Span]] {
    var rows: [[Span]] = []
    for span in spans {
      if let last = rows.last, last.width + 2 + [span].width <= width {
        rows[rows.count - 1] += [Span("  "), span]
      } else {
        rows.append([span])
      }
    }
    return rows
  }

  private func answerRows(of summary: StudySummary, width: Int) -> [[Span]] {
    Grade.allCases.map { grade in
      let name = GradeRow.name(grade)
      let count = String(summary.answers[grade])
      let bar = ProgressBar.spans(
        done: summary.answers[grade], total: summary.answers.total,
        width: width >= 40 ? min(40, width - 20) : 0)
      return [
        Span(name + String(repeating: " ", count: 6 - name.count), GradeRow.role(of: grade)),
        Span(String(repeating: " ", count: max(0, 5 - count.count)) + count + "  "),
      ] + bar
    }
  }
}
