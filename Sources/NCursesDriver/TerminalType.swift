/// Which terminfo entry to use for what TERM says.
enum TerminalType {
  /// Entries to try in order; the first is TERM itself unless it is unset.
  ///
  /// Terminals younger than the system's terminfo (kitty, foot, st-256color over ssh) all
  /// understand what an xterm does. A name that denies such abilities is not replaced.
  static func candidates(term: String?) -> [String] {
    guard let term, !term.isEmpty else { return ["xterm-256color"] }
    switch term {
    case "dumb", "unknown", "emacs", "network", "dialup": return [term]
    default: break
    }
    if term.hasPrefix("screen") || term.hasPrefix("tmux") {
      return [term, "screen-256color", "xterm-256color"]
    }
    return [term, "xterm-256color"]
  }
}
