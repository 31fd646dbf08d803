import TerminalUI

/// A terminal that shows the program, and takes keys.
protocol TerminalView {
  var size: Size { get }
  /// The rows as they are now, blanks at their ends removed; perhaps in the middle of a frame.
  func rows() throws -> [String]
  func press(_ key: PressedKey) throws
}

/// A key, by tmux's name for it.
enum PressedKey: String {
  case top = "g"
  case down = "j"
  case halfPageDown = "C-d"
  case easy = "4"
  case space = "Space"
  case enter = "Enter"

  /// What a terminal sends for it.
  var bytes: String {
    switch self {
    case .top, .down, .easy: rawValue
    case .halfPageDown: "\u{4}"
    case .space: " "
    case .enter: "\r"
    }
  }
}
