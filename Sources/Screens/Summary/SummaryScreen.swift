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

  private func sessionExtension(of action: Action) -> SessionExtension? {
    switch action {
    case .failedAgain: .failedCards
    case .summaryMoreNew: .newCards(10)
    case .summarySiblings: .heldBackSiblings
    case .studyAhead: .learningCards
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
      left: [Span(summary.deck.parts.joined(separator: " › "), .title, .bold)],
      right: [Span("done for now", .success)]
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
      self.sessionExtension(of: action).map { self.viewModel.reasonAgainst($0) != nil }
        ?? (action == .undo && summary.answers.total == 0)
    }).draw(on: &canvas, in: frame.footer)
  }

  private func rows(of summary: StudySummary, width: Int, isRoomy: Bool) -> [[Span]] {
    let space: [[Span]] = isRoomy ? [[]] : []
    var rows = space
    if summary.answers.total == 0 {
      rows.append([Span("Nothing is due in this deck.")])
    } else {
      rows.append([
        Span(counted(summary.answers.total, "answer", "answers"), .text, .bold),
        Span("  in \(minutesText(seconds: summary.seconds))", .dim),
        Span(summary.newCards > 0 ? "  \(summary.newCards) new" : "", .new),
      ])
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
      let back = Self.firstLine(failed.text.back)
      return [Span("  " + front), Span("  " + back, .dim)]
    }
    return rows
  }

  /// As it is written; of HTML what it shows.
  private static func firstLine(_ text: String) -> String {
    let isHTML = text.unicodeScalars.contains(where: HTMLMark.isMark)
    let shown = isHTML ? MarkupDocument(markdown: text).plainText : ClozeMark.plain(text)
    return shown.split(separator: "\n").first.map(String.init) ?? ""
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
