public import TerminalUI

/// One line of the key list: what does what, where, and how it is explained.
public struct KeyBinding: Hashable, Sendable {
  public var action: Action
  public var keys: [Key]
  /// One or two words for the footer.
  public var label: String
  /// A sentence for help and the README.
  public var help: String
  public var scope: Scope
  /// The footer keeps the highest as it narrows; nil stays out of the footer.
  public var footerPriority: Int?

  public init(
    _ action: Action, keys: [Key], _ label: String, _ help: String, in scope: Scope,
    footer footerPriority: Int? = nil
  ) {
    self.action = action
    self.keys = keys
    self.label = label
    self.help = help
    self.scope = scope
    self.footerPriority = footerPriority
  }

  /// Where a binding holds.
  ///
  /// A screen's own binding wins over a global one of the same key.
  public enum Scope: Hashable, Sendable {
    case screen(ScreenName)
    /// On every screen, outside text fields.
    case global
  }
}
