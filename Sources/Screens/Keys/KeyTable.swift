public import TerminalUI

/// The keys of one screen.
public struct KeyTable: Hashable, Sendable {
  /// The screen's own bindings, in the order of help.
  public var own: [KeyBinding]
  public var global: [KeyBinding]

  /// What a key does here: the screen's own bindings win.
  public func action(for key: Key) -> Action? {
    binding(for: key)?.action
  }

  private func binding(for key: Key) -> KeyBinding? {
    own.first { $0.keys.contains(key) } ?? global.first { $0.keys.contains(key) }
  }
}
