import Interaction
public import TerminalUI

/// Draws Help: each key with what it does.
@MainActor public final class HelpScreen: Screen {
  private let viewModel: HelpViewModel
  private let keys: KeyTable
  private let subject: KeyTable
  private let forms: [KeyBinding]

  public init(viewModel: HelpViewModel, keys: KeyCatalogue = .standard) {
    self.viewModel = viewModel
    self.keys = keys.table(for: .help)
    subject = keys.table(for: viewModel.subject)
    forms = viewModel.subject == .study ? keys.table(for: .studyForm).own : []
  }

  public var name: ScreenName { .help }

  public func handle(_ key: Key, now: Moment) -> Bool {
    guard let action = keys.action(for: key) else { return false }
    if let movement = action.movement {
      viewModel.scrolled(movement)
      return true
    }
    switch action {
    case .back, .help: viewModel.backPressed()
    default: return false
    }
    return true
  }

  public func whyOff(_ action: Action) -> String? {
    action == .undo || action == .redo ? "Close the help first" : nil
  }

  public func draw(on canvas: inout Canvas) {
    let frame = Frame(canvas.size)
    frame.drawRules(on: &canvas)
    Header(left: [Span("Keys", .title, .bold), Span("  " + viewModel.subject.title, .dim)])
      .draw(on: &canvas, in: frame.header)
    let rows = rows(width: frame.body.width)
    viewModel.fit(contentHeight: rows.count, windowHeight: frame.body.height)
    for (row, spans) in rows.dropFirst(viewModel.scroll.offset).prefix(frame.body.height)
      .enumerated()
    {
      canvas.draw(spans, x: frame.body.x, y: frame.body.y + row, width: frame.body.width)
    }
    ScrollMark.draw(viewModel.scroll, on: &canvas, in: frame.body)
    keys.footer(without: { $0 == .help || whyOff($0) != nil }).draw(on: &canvas, in: frame.footer)
  }

  private func rows(width: Int) -> [[Span]] {
    let own = viewModel.subject == .help ? [] : subject.own
    var rows: [[Span]] = []
    if !own.isEmpty {
      rows.append([Span(viewModel.subject.title, .heading, .bold)])
      rows += own.flatMap { row(of: $0, hiding: [], width: width) }
      rows.append([])
    }
    if !forms.isEmpty {
      rows.append([Span(ScreenName.studyForm.title, .heading, .bold)])
      rows += forms.flatMap { row(of: $0, hiding: [], width: width) }
      rows.append([])
    }
    rows.append([Span("On every screen", .heading, .bold)])
    let taken = Set(own.flatMap(\.keys))
    return rows + subject.global.flatMap { row(of: $0, hiding: taken, width: width) }
  }

  /// The rows of one binding; none when the screen took all its keys for itself.
  private func row(of binding: KeyBinding, hiding taken: Set<Key>, width: Int) -> [[Span]] {
    let names = binding.keys.filter { !taken.contains($0) }.map(\.name).joined(separator: " ")
    guard !names.isEmpty else { return [] }
    guard width >= 40 else {
      // No room for two columns: what a key does stands below it.
      return [[Span(names, .key, .bold)]]
        + TextWrap.rows(binding.help, width: max(1, width - 2)).map { [Span("  " + $0)] }
    }
    let column = 16
    let padding = max(1, column - PortableText.width(of: names))
    let help = TextWrap.rows(binding.help, width: max(1, width - column - 1))
    return help.enumerated().map { index, text in
      index == 0
        ? [Span(" " + names, .key, .bold), Span(String(repeating: " ", count: padding) + text)]
        : [Span(String(repeating: " ", count: column + 1) + text)]
    }
  }
}
