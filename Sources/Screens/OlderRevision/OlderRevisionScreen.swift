public import TerminalUI

/// Draws the question about an older revision: what is missing, and what each answer does.
@MainActor public final class OlderRevisionScreen: Screen {
  private let viewModel: OlderRevisionViewModel
  private let keys: KeyTable

  public init(viewModel: OlderRevisionViewModel, keys: KeyCatalogue = .standard) {
    self.viewModel = viewModel
    self.keys = keys.table(for: .olderRevision)
  }

  public var name: ScreenName { .olderRevision }

  public func handle(_ key: Key, now: Moment) -> Bool {
    switch keys.action(for: key) {
    case .restoreHistory: viewModel.restorePressed()
    case .acceptOlder: viewModel.acceptPressed()
    case .back: viewModel.laterPressed()
    default: return false
    }
    return true
  }

  public func tick(_ now: Moment) {
    viewModel.looked()
  }

  public func whyOff(_ action: Action) -> String? {
    action == .undo || action == .redo ? "Decide about the missing events first" : nil
  }

  public func draw(on canvas: inout Canvas) {
    let width = Frame(canvas.size).body.width
    let status = viewModel.message?.rows(width: width) ?? []
    let frame = Frame(canvas.size, statusHeight: min(status.count, canvas.size.height / 3))
    frame.drawRules(on: &canvas)
    Header(left: [Span("An older history", .title, .bold)]).draw(on: &canvas, in: frame.header)
    let body = frame.body
    let column = min(body.width, 72)
    let x = body.x + (body.width - column) / 2
    let rows = rows(width: column, height: body.height)
    let top = body.y + max(0, (body.height - rows.count) / 3)
    for (row, spans) in rows.prefix(max(0, body.height)).enumerated() {
      canvas.draw(spans, x: x, y: top + row, width: column)
    }
    for (row, spans) in status.prefix(frame.status.height).enumerated() {
      canvas.draw(spans, x: frame.status.x, y: frame.status.y + row, width: frame.status.width)
    }
    keys.footer(
      without: { whyOff($0) != nil || [.moveDown, .moveUp].contains($0) }, labels: [.back: "later"]
    ).draw(on: &canvas, in: frame.footer)
  }

  /// The whole text, or its beginning where it does not fit.
  private func rows(width: Int, height: Int) -> [[Span]] {
    guard let missing = viewModel.missing else {
      return TextWrap.rows("Nothing is missing any more.", width: width).map { [Span($0)] }
    }
    let events = counted(missing.eventCount, "event", "events")
    let when =
      missing.first == missing.last
      ? "of \(missing.first)"
      : "from \(missing.first) to \(missing.last)"
    let what = TextWrap.rows("\(events) of this machine \(isAre(missing)) missing", width: width)
      .map { [Span($0, .warning, .bold)] }
    let times = TextWrap.rows(when, width: width).map { [Span($0)] }
    let files = missing.files.flatMap { TextWrap.rows("in \($0)", width: width) }
      .map { [Span($0, .dim)] }
    let why = Self.why.flatMap { TextWrap.rows($0, width: width) }.map { [Span($0)] }
    let answers = Self.answers.flatMap { action, text in
      TextWrap.rows("\(keys.keyName(of: action) ?? "")  \(text)", width: width)
        .map { [Span($0)] } + [[]]
    }.dropLast()
    let whole = what + times + files + [[]] + why + [[]] + answers
    return whole.count <= height ? whole : what + times + files
  }

  private func isAre(_ missing: MissingHistory) -> String {
    missing.eventCount == 1 ? "is" : "are"
  }

  private static let why = [
    "The folder holds an older revision of the history, as after a restored backup or git checkout."
      + " deckle has its own copy of what is missing."
  ]

  private static let answers: [(Action, String)] = [
    (.restoreHistory, "writes the missing events again: nothing is lost."),
    (
      .acceptOlder,
      "accepts the older revision: the events stay only in deckle's copy, and this machine goes on"
        + " in a new history file."
    ),
    (.back, "decides later: you can look around; nothing is written before you decide."),
  ]
}
