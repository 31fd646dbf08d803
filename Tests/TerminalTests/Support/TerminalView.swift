import Foundation
import Glibc
import TerminalUI

/// A terminal that shows the program, and takes keys.
protocol TerminalView {
  var size: Size { get }
  /// The rows as they are now, blanks at their ends removed; perhaps in the middle of a frame.
  func rows() throws -> [String]
  func press(_ key: PressedKey) throws
  /// The program's process.
  var pid: pid_t { get }
}

extension TerminalView {
  /// Whether no thread of the program has anything to do: it is not in the middle of a frame.
  var isIdle: Bool {
    let tasks = "/proc/\(pid)/task"
    guard let threads = try? FileManager.default.contentsOfDirectory(atPath: tasks) else {
      return true  // it has ended
    }
    return threads.allSatisfy { thread in
      let stat = (try? String(contentsOfFile: "\(tasks)/\(thread)/stat", encoding: .utf8)) ?? ""
      return stat.split(separator: ")").last?.hasPrefix(" S") ?? true
    }
  }
}

/// A key, by tmux's name for it.
enum PressedKey: String {
  case top = "g"
  case down = "j"
  case pageDown = "NPage"
  case easy = "4"
  case space = "Space"
  case enter = "Enter"

  /// What a terminal sends for it.
  var bytes: String {
    switch self {
    case .top, .down, .easy: rawValue
    case .pageDown: "\u{1B}[6~"
    case .space: " "
    case .enter: "\r"
    }
  }
}
