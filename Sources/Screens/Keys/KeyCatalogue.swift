import TerminalUI

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
  /// An entry that cannot be read, or that would take the keys of another action of the same
  /// scope, is left out and said in a notice.
  public func applying(
    overrides: [String: [String]]
  ) -> (catalogue: KeyCatalogue, notices: [Notice]) {
    var result = self
    var notices: [Notice] = []
    for (name, keyNames) in overrides.sorted(by: { $0.key < $1.key }) {
      if let complaint = result.override(name, keyNames) { notices.append(complaint) }
    }
    for complaint in result.conflicts() {
      notices.append(complaint.notice)
      for index in complaint.indices { result.bindings[index].keys = bindings[index].keys }
    }
    return (result, notices)
  }

  private mutating func override(_ name: String, _ keyNames: [String]) -> Notice? {
    guard let action = Action(rawValue: name),
      bindings.contains(where: { $0.action == action })
    else {
      return Notice(
        .warning, "keys: there is no action \(name)",
        nextStep: "The names of all actions are in the key list of the README.")
    }
    var keys: [Key] = []
    for keyName in keyNames {
      guard let key = Key(name: keyName) else {
        return Notice(
          .warning, "keys: \(name): there is no key \(keyName)",
          nextStep: "Write a character, or Space, Enter, Esc, Tab, PgUp, Ctrl-D and the like.")
      }
      keys.append(key)
    }
    for index in bindings.indices where bindings[index].action == action {
      bindings[index].keys = keys
    }
    return nil
  }

  /// The bindings that share a key with an earlier one of the same scope.
  private func conflicts() -> [(notice: Notice, indices: [Int])] {
    var found: [(notice: Notice, indices: [Int])] = []
    for index in bindings.indices {
      for earlier in bindings[..<index].indices
      where bindings[earlier].scope == bindings[index].scope {
        guard let key = bindings[earlier].keys.first(where: bindings[index].keys.contains) else {
          continue
        }
        let names = "\(bindings[earlier].action.rawValue) and \(bindings[index].action.rawValue)"
        found.append(
          (
            Notice(
              .warning, "keys: \(key.name) is given to \(names)",
              nextStep: "Both have their usual keys until one gets another key."),
            [earlier, index]
          ))
      }
    }
    return found
  }
}
