import TerminalUI

/// A key as the lists of bindings write it: a character, or one of the named keys.
struct KeyName: ExpressibleByExtendedGraphemeClusterLiteral {
  var key: Key

  init(extendedGraphemeClusterLiteral character: Character) {
    key = .character(character)
  }

  private init(_ key: Key) {
    self.key = key
  }

  static let enter = KeyName(.enter)
  static let tab = KeyName(.tab)
  static let backTab = KeyName(.backTab)
  static let left = KeyName(.left)
  static let right = KeyName(.right)
  static let up = KeyName(.up)
  static let down = KeyName(.down)
  static let escape = KeyName(.escape)
  static let pageUp = KeyName(.pageUp)
  static let pageDown = KeyName(.pageDown)
  static let home = KeyName(.home)
  static let end = KeyName(.end)
  static let delete = KeyName(.delete)

  static func control(_ letter: Character) -> KeyName {
    KeyName(.control(letter))
  }
}

extension KeyBinding {
  static func home(
    _ action: Action, _ keys: [KeyName], _ label: String, _ help: String, footer: Int? = nil
  ) -> KeyBinding {
    KeyBinding(action, keys, label, help, in: .screen(.home), footer: footer)
  }

  static func study(
    _ action: Action, _ keys: [KeyName], _ label: String, _ help: String, footer: Int? = nil
  ) -> KeyBinding {
    KeyBinding(action, keys, label, help, in: .screen(.study), footer: footer)
  }

  static func studyForm(
    _ action: Action, _ keys: [KeyName], _ label: String, _ help: String, footer: Int? = nil
  ) -> KeyBinding {
    KeyBinding(action, keys, label, help, in: .screen(.studyForm), footer: footer)
  }

  static func edit(
    _ action: Action, _ keys: [KeyName], _ label: String, _ help: String, footer: Int? = nil
  ) -> KeyBinding {
    KeyBinding(action, keys, label, help, in: .screen(.edit), footer: footer)
  }

  static func summary(
    _ action: Action, _ keys: [KeyName], _ label: String, _ help: String, footer: Int? = nil
  ) -> KeyBinding {
    KeyBinding(action, keys, label, help, in: .screen(.summary), footer: footer)
  }

  static func browse(
    _ action: Action, _ keys: [KeyName], _ label: String, _ help: String, footer: Int? = nil
  ) -> KeyBinding {
    KeyBinding(action, keys, label, help, in: .screen(.browse), footer: footer)
  }

  static func global(
    _ action: Action, _ keys: [KeyName], _ label: String, _ help: String, footer: Int? = nil
  ) -> KeyBinding {
    KeyBinding(action, keys, label, help, in: .global, footer: footer)
  }

  init(
    _ action: Action, _ keys: [KeyName], _ label: String, _ help: String, in scope: Scope,
    footer: Int? = nil
  ) {
    self.init(action, keys: keys.map(\.key), label, help, in: scope, footer: footer)
  }
}
