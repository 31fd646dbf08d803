import TerminalUI

/// What wakes the run loop.
enum LoopEvent: Sendable {
  case input(InputEvent)
  /// Something that a frame read has changed.
  case redraw(of: Int)
  /// The time that a screen asked for has come.
  case tick
  /// Files of the collection have been quiet for a moment after a change.
  case filesChanged
}
