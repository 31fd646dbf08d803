import Screens
import TerminalUI

/// The mouse as keys: a click does what the keys under it do, so that screens know only keys.
enum ClickKeys {
  /// Rows that a turn of the wheel moves.
  private static let wheelStep = 3

  /// The keys to press for what the mouse did on a frame; `isField` while keys go into a text.
  static func keys(for event: MouseEvent, on frame: Canvas, isField: Bool) -> [Key] {
    // In a field the arrows move in its list, and names of actions mean nothing.
    let down: Key = isField ? .down : .command(Action.moveDown.rawValue)
    let up: Key = isField ? .up : .command(Action.moveUp.rawValue)
    switch event.kind {
    case .wheelDown: return Array(repeating: down, count: wheelStep)
    case .wheelUp: return Array(repeating: up, count: wheelStep)
    case .press:
      switch frame.target(x: event.x, y: event.y) {
      case .key(let name): return Key(name: name).map { [$0] } ?? []
      // The selected row is opened, any other is selected.
      case .row(fromSelected: 0): return [.enter]
      case .row(let rows): return Array(repeating: rows > 0 ? down : up, count: abs(rows))
      case nil: return []
      }
    }
  }
}
