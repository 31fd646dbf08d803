import Glibc

/// Why there is no terminal to draw on, or why a program could not be given it.
public enum TerminalError: Error, Equatable, CustomStringConvertible {
  /// Input or output is a file or a pipe.
  case notATerminal
  /// terminfo does not know $TERM, and it is no name that passes for an xterm.
  case unknown(term: String)
  /// The terminal cannot move its cursor.
  case incapable(term: String)
  /// A program for `runForeground` did not start; `code` is an errno.
  case cannotRun(program: String, code: Int32)

  /// One line for a person: what is wrong and what to do.
  public var description: String {
    switch self {
    case .notATerminal:
      "input and output must be a terminal; try --plain"
    case .unknown(let term):
      "the terminal type \"\(term)\" is not known here; try TERM=xterm-256color, or --plain"
    case .incapable(let term):
      "a terminal of type \"\(term)\" cannot show screens; try --plain"
    case .cannotRun(let program, let code):
      "cannot start \(program): \(strerror(code).map { String(cString: $0) } ?? "error \(code)")"
    }
  }
}
