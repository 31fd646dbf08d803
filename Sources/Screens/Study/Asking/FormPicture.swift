import Markup
import StudyDomain
import TerminalUI

/// What a form shows below the question.
struct FormPicture {
  /// Below the question, or with the answer in the place of the back.
  let rows: [StyledLine]
  /// The rows of what the keys act on.
  let focus: Range<Int>?

  init(_ form: AskForm, width: Int) {
    var rows: [StyledLine] = []
    var focus: Range<Int>?
    switch form {
    case .typed: break
    case .choice(let choice):
      for (index, option) in choice.options.enumerated() {
        let start = rows.count
        rows += Self.row(
          option.blocks, marker: Self.marker(of: choice, index), width: width)
        if index == choice.selection, !choice.isChecked { focus = start..<rows.count }
      }
      if choice.isChecked { rows += Self.below(choice.explanation, width: width) }
    case .order(let order):
      for (index, item) in order.items.enumerated() {
        let start = rows.count
        rows += Self.row(item.blocks, marker: Self.marker(of: order, index), width: width)
        if index == order.selection, !order.isChecked { focus = start..<rows.count }
      }
      if order.isChecked {
        if !order.isRight {
          rows += [StyledLine(), StyledLine([StyledRun("In order:", Style(.dim))])]
          for (number, item) in order.items.sorted(by: { $0.place < $1.place }).enumerated() {
            let marker = [StyledRun("\(number + 1). ", Style(.accent), isDecoration: true)]
            rows += Self.row(item.blocks, marker: marker, width: width)
          }
        }
        rows += Self.below(order.explanation, width: width)
      }
    case .items(let items):
      var list = items.list
      list.items = Array(list.items.prefix(items.shown))
      if items.shown > 0 {
        rows += MarkupLayout(MarkupDocument(blocks: [.list(list)]), width: width).lines
      }
      focus = rows.isEmpty ? nil : rows.count - 1..<rows.count
      rows.append(
        StyledLine([StyledRun("\(items.shown) of \(items.count)", Style(.dim), isDecoration: true)])
      )
    }
    self.rows = rows
    self.focus = focus
  }

  private static func marker(of choice: ChoiceForm, _ index: Int) -> [StyledRun] {
    let option = choice.options[index]
    let number = StyledRun("\(index + 1) ", Style(.dim), isDecoration: true)
    guard choice.isChecked else {
      let isSelected = choice.selection == index
      let box =
        choice.isSingle ? (option.isTicked ? "(•) " : "( ) ") : (option.isTicked ? "[x] " : "[ ] ")
      return [
        StyledRun(isSelected ? "› " : "  ", Style(.accent, .bold), isDecoration: true), number,
        StyledRun(box, Style(option.isTicked ? .accent : .dim), isDecoration: true),
      ]
    }
    let sign: StyledRun =
      switch (option.isTicked, option.isRight) {
      case (true, true): StyledRun("✓   ", Style(.success, .bold), isDecoration: true)
      case (true, false): StyledRun("✗   ", Style(.error, .bold), isDecoration: true)
      case (false, true): StyledRun("→   ", Style(.warning, .bold), isDecoration: true)
      case (false, false): StyledRun("    ", isDecoration: true)
      }
    return [StyledRun("  ", isDecoration: true), number, sign]
  }

  private static func marker(of order: OrderForm, _ index: Int) -> [StyledRun] {
    let number = StyledRun("\(index + 1). ", Style(.dim), isDecoration: true)
    guard order.isChecked else {
      let isSelected = order.selection == index
      let mark = isSelected ? (order.isHeld ? "↕ " : "› ") : "  "
      return [StyledRun(mark, Style(.accent, .bold), isDecoration: true), number]
    }
    let isRight = order.isInPlace(index)
    return [
      StyledRun(
        isRight ? "✓ " : "✗ ", Style(isRight ? .success : .error, .bold), isDecoration: true),
      number,
    ]
  }

  /// Blocks beside a marker, the lines after the first indented as far.
  private static func row(
    _ blocks: [Block], marker: [StyledRun], width: Int
  ) -> [StyledLine] {
    let columns = marker.reduce(0) { $0 + PortableText.width(of: $1.text) }
    // Where there is no room beside the marker its text stands below.
    guard width - columns >= 4 else {
      return [StyledLine(marker)] + MarkupLayout(MarkupDocument(blocks: blocks), width: width).lines
    }
    let lines = MarkupLayout(MarkupDocument(blocks: blocks), width: width - columns).lines
    let indent = [StyledRun(String(repeating: " ", count: columns), isDecoration: true)]
    return lines.enumerated().map { index, line in
      var line = line
      line.runs = (index == 0 ? marker : indent) + line.runs
      return line
    }
  }

  private static func below(_ blocks: [Block], width: Int) -> [StyledLine] {
    guard !blocks.isEmpty else { return [] }
    return [StyledLine()] + MarkupLayout(MarkupDocument(blocks: blocks), width: width).lines
  }

  // MARK: What was typed

  /// The attempt beside the answer; empty when nothing was typed.
  static func rows(of attempt: TypedAttempt, width: Int) -> [StyledLine] {
    guard !attempt.isEmpty else { return [] }
    if attempt.isRight {
      let text = attempt.typed.map(\.text).joined()
      return wrapped(
        [StyledRun("✓ ", Style(.success, .bold), isDecoration: true)],
        [StyledRun(text, Style(.success))], width: width)
    }
    let typed = attempt.typed.map { piece in
      StyledRun(piece.text, piece.agrees ? Style(.success) : Style(.error, [.bold, .underline]))
    }
    let expected = attempt.expected.map { piece in
      StyledRun(piece.text, piece.agrees ? Style(.success) : Style(.warning, [.bold, .underline]))
    }
    return wrapped(
      [StyledRun("✗ ", Style(.error, .bold), isDecoration: true)], typed, width: width)
      + wrapped(
        [StyledRun("→ ", Style(.dim, .bold), isDecoration: true)], expected, width: width)
  }

  private static func wrapped(
    _ marker: [StyledRun], _ runs: [StyledRun], width: Int
  ) -> [StyledLine] {
    let lines = MarkupLayout.lines(of: runs, width: max(1, width - 2))
    let indent = [StyledRun("  ", isDecoration: true)]
    return lines.enumerated().map { index, line in
      var line = line
      line.runs = (index == 0 ? marker : indent) + line.runs
      return line
    }
  }
}
