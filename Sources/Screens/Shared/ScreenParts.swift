import Interaction
public import TerminalUI

extension Notice {
  /// The notice as one row; its kind shows by words and colour.
  var spans: [Span] {
    let role: Style.Role =
      switch kind {
      case .info: .accent
      case .warning: .warning
      case .error: .error
      }
    let mark = kind == .info ? "" : "! "
    var spans = [Span(mark + text, role)]
    if let nextStep { spans.append(Span("  " + nextStep, .dim)) }
    return spans
  }

  /// Draws the notice over the last row of a frame, where the footer stands.
  public func drawLastRow(on canvas: inout Canvas) {
    let frame = Frame(canvas.size)
    let row = canvas.size.height - 1
    canvas.fill(
      Rect(x: frame.column.x, y: row, width: frame.column.width, height: 1), style: .plain)
    canvas.draw(spans, x: frame.body.x, y: row, width: frame.body.width)
    canvas.cursor = nil
  }

  /// The notice over as many rows as it takes.
  func rows(width: Int) -> [[Span]] {
    guard spans.width > width, let first = spans.first else { return [spans] }
    var rows = TextWrap.rows(first.text, width: width).map {
      [Span($0, first.style.role, first.style.attributes)]
    }
    if let nextStep { rows += TextWrap.rows(nextStep, width: width).map { [Span($0, .dim)] } }
    return rows
  }
}

extension Action {
  /// The movement that an action is on every screen; nil for others.
  var movement: Movement? {
    switch self {
    case .moveDown: .down
    case .moveUp: .up
    case .halfPageDown: .halfPageDown
    case .halfPageUp: .halfPageUp
    case .pageDown: .pageDown
    case .pageUp: .pageUp
    case .moveToTop: .top
    case .moveToBottom: .bottom
    default: nil
    }
  }
}

extension Key {
  /// What the key does in a text field; nil for keys that end the edit or mean nothing there.
  var edit: TextField.Edit? {
    switch self {
    case .character(let character): .insert(String(character))
    case .backspace, .control("h"): .deleteBack
    case .delete, .control("d"): .deleteForward
    case .control("w"): .deleteWordBack
    case .control("u"): .deleteToStart
    case .control("k"): .deleteToEnd
    case .left, .control("b"): .left
    case .right, .control("f"): .right
    case .home, .control("a"): .start
    case .end, .control("e"): .end
    default: nil
    }
  }
}

/// "1 card", "2 cards".
func counted(_ count: Int, _ one: String, _ many: String) -> String {
  "\(count) \(count == 1 ? one : many)"
}
