/// A terminal: the real one by ncurses, or a headless one in tests.
@MainActor public protocol TerminalDriver: AnyObject {
  var size: Size { get }

  /// Keys, pastes, resizes and signals, in order; `closed` is the last.
  var input: InputOutlet { get }

  /// Shows a frame; writes only what changed since the last one.
  func show(_ canvas: Canvas, theme: Theme)

  /// Turns reports of the mouse on or off; they are off at first.
  func useMouse(_ isOn: Bool)

  /// Rings the bell or flashes, if the terminal can.
  func alert()

  /// Offers a text for the clipboard of the terminal, which may take it or not.
  func copy(_ text: String)

  /// Leaves the terminal to another program and takes it back after.
  ///
  /// The program runs in the foreground process group without a shell; the result is its exit
  /// status as `waitpid` reports it.
  func runForeground(_ arguments: [String], directory: String?) async throws -> Int32

  /// Restores the terminal as it was found.
  func close()
}
