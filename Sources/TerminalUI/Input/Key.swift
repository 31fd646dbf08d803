/// A key press as the application sees it, however the terminal wrote it.
public enum Key: Hashable, Sendable {
  /// A character without Ctrl; also Space (" ").
  case character(Character)
  /// Ctrl with a lower-case letter: `.control("d")`.
  case control(Character)
  case enter, escape, tab, backTab, backspace, delete, insert
  case up, down, left, right
  case pageUp, pageDown, home, end
  case function(Int)
  /// No key of a keyboard: an action chosen by its name, as the palette does.
  case command(String)
}
