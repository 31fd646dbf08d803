/// What reaches the application from the terminal.
public enum InputEvent: Hashable, Sendable {
  case key(Key)
  /// A bracketed paste: text, never keys.
  case paste(String)
  /// Only where the mouse was turned on.
  case mouse(MouseEvent)
  case resize(Size)
  case focusGained, focusLost
  /// The terminal is gone: leave without drawing.
  case closed
  /// A signal asks to end.
  case terminate(signal: Int32)
}
