import Interaction
import StudyDomain
public import TerminalUI

/// Draws Problems: the places, and of the selected one what is wrong and what to do.
@MainActor public final class ProblemsScreen: Screen {
  private let viewModel: ProblemsViewModel
  private let keys: KeyTable

  public init(viewModel: ProblemsViewModel, keys: KeyCatalogue = .standard) {
    self.viewModel = viewModel
    self.keys = keys.table(for: .problems)
  }

  public var name: ScreenName { .problems }

  public func handle(_ key: Key, now: Moment) -> Bool {
    guard let action = keys.action(for: key) else { return false }
    if let movement = action.movement {
      viewModel.moved(movement)
      return true
    }
    switch action {
    case .openProblem: viewModel.openPressed()
    case .back: viewModel.backPressed()
    default: return false
    }
    return true
  }

  public func whyOff(_ action: Action) -> String? {
    switch action {
    case .openProblem: viewModel.problems.isEmpty ? "There are no problems" : nil
    case .undo, .redo: "Nothing is done here that could be undone"
    default: nil
    }
  }

  public func draw(on canvas: inout Canvas) {
    let problems = viewModel.problems
    let width = Frame(canvas.size).body.width
    let status = viewModel.message?.rows(width: width) ?? detailRows(width: width)
    let frame = Frame(canvas.size, statusHeight: min(status.count, canvas.size.height / 3))
    frame.drawRules(on: &canvas)
    Header(
      left: [Span("Problems", .title, .bold)],
      right: [Span(counted(problems.count, "problem", "problems"), .dim)]
    ).draw(on: &canvas, in: frame.header)
    viewModel.fit(windowHeight: frame.body.height)
    let selection = viewModel.selection
    if problems.isEmpty {
      canvas.draw(
        [Span("All files are read and all history is matched.", .dim)], x: frame.body.x,
        y: frame.body.y + frame.body.height / 2, width: frame.body.width, align: .center)
    }
    let placeWidth = min(
      (problems.map { PortableText.width(of: $0.place) }.max() ?? 0) + 4, frame.body.width / 2)
    let shown = problems.dropFirst(selection.top).prefix(frame.body.height)
    Table(
      columns: [.init("", width: placeWidth), .init("", width: nil)],
      rows: shown.map { problem in
        let isError = problem.severity == .error
        return [
          [Span(isError ? "! " : "  ", .error), Span(problem.place, isError ? .text : .dim)],
          [Span(problem.message)],
        ]
      }, selectedRow: selection.index - shown.startIndex
    ).draw(on: &canvas, in: frame.body, showsTitles: false)
    ScrollMark.draw(
      above: selection.hasMoreAbove, below: selection.hasMoreBelow, on: &canvas,
      in: Rect(
        x: frame.body.maxX - 1, y: frame.body.y, width: min(1, frame.body.width),
        height: frame.body.height))
    for (row, spans) in status.prefix(frame.status.height).enumerated() {
      canvas.draw(spans, x: frame.status.x, y: frame.status.y + row, width: frame.status.width)
    }
    keys.footer(without: { action in
      self.whyOff(action) != nil
    }).draw(on: &canvas, in: frame.footer)
  }

  private func detailRows(width: Int) -> [[Span]] {
    guard let problem = viewModel.selected else { return [] }
    let role: Style.Role = problem.severity == .error ? .error : .warning
    return [[Span(problem.place, role, .bold)]]
      + TextWrap.rows(problem.message, width: width).map { [Span($0)] }
      + TextWrap.rows(problem.nextStep, width: width).map { [Span($0, .accent)] }
  }
}
