public import TerminalUI

/// The keys of one screen.
public struct KeyTable: Sendable {
  let screen: ScreenName
  let catalogue: KeyCatalogue

  /// The screen's own bindings, in the order of help.
  public var own: [KeyBinding] { catalogue.bindings.filter { $0.scope == .screen(screen) } }
  public var global: [KeyBinding] { catalogue.bindings.filter { $0.scope == .global } }

  /// What a key does here.
  ///
  /// The screen's own bindings win, and a key wins over what it stands for on another keyboard
  /// layout.
  public func action(for key: Key) -> Action? {
    if case .command(let name) = key { return Action(rawValue: name).flatMap(binding)?.action }
    let (own, global) = (own, global)
    for alias in key.aliases {
      let holds = { (binding: KeyBinding) in binding.keys.contains(alias) }
      if let binding = own.first(where: holds) ?? global.first(where: holds) {
        return binding.action
      }
    }
    return nil
  }

  /// The first key of an action, as it is written: "Enter".
  public func keyName(of action: Action) -> String? {
    binding(of: action)?.keys.first?.name
  }

  func binding(of action: Action) -> KeyBinding? {
    own.first { $0.action == action } ?? global.first { $0.action == action }
  }

  /// The footer's items, without actions that are off now; `labels` renames some, `priorities` ranks
  /// some otherwise, also such as other screens leave out.
  func footer(
    without isOff: (Action) -> Bool, labels: [Action: String] = [:],
    priorities: [Action: Int] = [:]
  ) -> Footer {
    var items: [Footer.Item] = []
    let (own, global) = (own, global)
    for binding in own + global {
      guard let priority = priorities[binding.action] ?? binding.footerPriority,
        let key = binding.keys.first,
        !isOff(binding.action), !isShadowed(binding, by: own)
      else { continue }
      items.append(
        Footer.Item(
          key: key.name, label: labels[binding.action] ?? binding.label,
          priority: priority))
    }
    return Footer(items)
  }

  /// What can be done here, each once: the screen's own, then what all screens do.
  var commands: [KeyBinding] {
    var seen: Set<Action> = [.palette, .menu]
    return (own + global).filter { seen.insert($0.action).inserted }
  }

  /// The keys of a binding that reach it here; a screen's own bindings win.
  func keys(of binding: KeyBinding) -> [Key] {
    guard binding.scope == .global else { return binding.keys }
    return binding.keys.filter { key in !own.contains { $0.keys.contains(key) } }
  }

  /// True for a global binding whose first key the screen uses for something of its own.
  private func isShadowed(_ binding: KeyBinding, by own: [KeyBinding]) -> Bool {
    guard binding.scope == .global, let key = binding.keys.first else { return false }
    return own.contains { $0.keys.contains(key) }
  }
}
