import Synchronization
import TerminalUI

/// All key bindings of all screens: footer, help, README and overrides come from this list.
///
/// Screens share one list: keys that change do so on all of them at once.
public final class KeyCatalogue: Sendable {
  private let list: Mutex<[KeyBinding]>

  public var bindings: [KeyBinding] { list.withLock { $0 } }

  /// The bindings as deckle ships them.
  public static let standard = KeyCatalogue(bindings: standardBindings)

  init(bindings: [KeyBinding]) {
    list = Mutex(bindings)
  }

  /// The keys that act on one screen: its own, then the global ones.
  public func table(for screen: ScreenName) -> KeyTable {
    KeyTable(screen: screen, catalogue: self)
  }

  /// Takes the keys of another list, for every screen that has its keys from here.
  public func take(_ other: KeyCatalogue) {
    let bindings = other.bindings
    list.withLock { $0 = bindings }
  }

  /// The list with the user's keys: action names to key names, as `study.good` to `["3", "Space"]`.
  ///
  /// All entries are applied before they are checked, so two actions may change keys with each
  /// other. An entry that cannot be read is left out; two actions of one scope that end up with one
  /// key both keep their usual ones. Both are complained of.
  public func applying(
    overrides: [String: [String]]
  ) -> (catalogue: KeyCatalogue, complaints: [KeyComplaint]) {
    let usual = bindings
    var result = usual
    var complaints: [KeyComplaint] = []
    for (name, keyNames) in overrides.sorted(by: { $0.key < $1.key }) {
      if let notice = Self.override(name, keyNames, in: &result) {
        complaints.append(KeyComplaint(actions: [name], notice: notice))
      }
    }
    // A usual key that comes back may be the one that a third action was given.
    while case let conflicts = Self.conflicts(in: result), !conflicts.isEmpty {
      for conflict in conflicts {
        complaints.append(conflict.complaint)
        for index in conflict.indices { result[index].keys = usual[index].keys }
      }
    }
    return (KeyCatalogue(bindings: result), complaints)
  }

  private static func override(
    _ name: String, _ keyNames: [String], in bindings: inout [KeyBinding]
  ) -> Notice? {
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
  private static func conflicts(
    in bindings: [KeyBinding]
  ) -> [(complaint: KeyComplaint, indices: [Int])] {
    var found: [(complaint: KeyComplaint, indices: [Int])] = []
    for index in bindings.indices {
      for earlier in bindings[..<index].indices
      where bindings[earlier].scope == bindings[index].scope {
        guard let key = bindings[earlier].keys.first(where: bindings[index].keys.contains) else {
          continue
        }
        let names = [earlier, index].map { bindings[$0].action.rawValue }
        let notice = Notice(
          .warning, "keys: \(key.name) is given to \(names.joined(separator: " and "))",
          nextStep: "Both have their usual keys until one gets another key.")
        found.append((KeyComplaint(actions: names, notice: notice), [earlier, index]))
      }
    }
    return found
  }
}

extension KeyCatalogue: Equatable {
  public static func == (left: KeyCatalogue, right: KeyCatalogue) -> Bool {
    left.bindings == right.bindings
  }
}

/// Why keys that a person asked for are not in force.
public struct KeyComplaint: Hashable, Sendable {
  /// The names that were written, or that want one key.
  public var actions: [String]
  public var notice: Notice
}
