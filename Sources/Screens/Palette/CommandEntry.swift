/// An action as palette and menu offer it, for the screen below them.
public struct CommandEntry: Hashable, Sendable {
  public var action: Action
  /// One or two words.
  public var label: String
  /// A sentence.
  public var help: String
  /// The keys that do it on that screen, as they are written.
  public var keys: [String]
  public var group: Group
  /// Why it would do nothing now; nil when it can be done.
  public var whyOff: String?

  public init(
    action: Action, label: String, help: String, keys: [String], group: Group,
    whyOff: String? = nil
  ) {
    self.action = action
    self.label = label
    self.help = help
    self.keys = keys
    self.group = group
    self.whyOff = whyOff
  }

  /// What belongs together in the menu.
  public enum Group: Int, CaseIterable, Hashable, Sendable {
    /// What the screen itself does.
    case screen
    case everywhere, movement
  }

  /// All that can be done on a screen; `why` says what of it is off.
  @MainActor public static func all(
    on screen: any Screen, keys: KeyCatalogue, whyOff why: (Action) -> String?
  ) -> [CommandEntry] {
    let table = keys.table(for: screen.name)
    return table.commands.map { binding in
      CommandEntry(
        action: binding.action, label: binding.label, help: binding.help,
        keys: table.keys(of: binding).map(\.name),
        group: binding.action.movement != nil
          ? .movement : binding.scope == .global ? .everywhere : .screen,
        whyOff: why(binding.action))
    }
  }
}
