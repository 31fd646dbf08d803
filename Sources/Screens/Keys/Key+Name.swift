public import TerminalUI

extension Key {
  /// The key as footer, help and overrides write it: `j`, `Ctrl-D`, `Space`, `PgUp`.
  public var name: String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .control(let letter): "Ctrl-" + letter.uppercased()
    case .function(let number): "F\(number)"
    case .command(let name): name
    default: Key.named.first { $0.key == self }?.name ?? "?"
    }
  }

  /// Reads what `name` writes; words in any case.
  public init?(name: String) {
    let word = name.lowercased()
    if let key = Key.named.first(where: { $0.name.lowercased() == word })?.key {
      self = key
      return
    }
    if let character = name.first, name.count == 1, character != " " {
      self = .character(character)
      return
    }
    if word == "space" {
      self = .character(" ")
    } else if word.hasPrefix("ctrl-"), word.count == 6, let letter = word.last {
      self = .control(letter)
    } else if word.first == "f", let number = Int(word.dropFirst()), 1...24 ~= number {
      self = .function(number)
    } else {
      return nil
    }
  }

  private static let named: [(key: Key, name: String)] = [
    (.enter, "Enter"), (.escape, "Esc"), (.tab, "Tab"), (.backTab, "Shift-Tab"),
    (.backspace, "Backspace"), (.delete, "Del"), (.insert, "Ins"), (.up, "↑"), (.down, "↓"),
    (.left, "←"), (.right, "→"), (.pageUp, "PgUp"), (.pageDown, "PgDn"), (.home, "Home"),
    (.end, "End"), (.up, "Up"), (.down, "Down"), (.left, "Left"), (.right, "Right"),
  ]
}
