extension DeckOptions {
  /// What is said together on the Options screen.
  public enum Group: String, CaseIterable, Sendable {
    case limits = "Each day"
    case steps = "New cards and lapses"
    case schedule = "Schedule"
    case order = "Order"
    case leeches = "Leeches"
    case reading = "Cards of this file"
    case home = "On Home"
    case preset = "Preset"
  }

  /// The group that an option belongs to.
  public static func group(of name: String) -> Group {
    switch name {
    case "new_per_day", "reviews_per_day": .limits
    case "learning_steps", "relearning_steps": .steps
    case "new_order", "review_order", "new_mix", "bury_siblings": .order
    case "leech_threshold", "leech_action": .leeches
    case "ask", "html", "obsidian", "tags": .reading
    case "pinned", "priority": .home
    case "preset": .preset
    default: .schedule
    }
  }

  /// What values an option takes.
  public static func kind(of name: String) -> ValueKind {
    switch name {
    case "new_per_day", "reviews_per_day", "leech_threshold": .whole(0...1_000_000)
    case "desired_retention": .share
    case "parameters": .numbers
    case "learning_steps", "relearning_steps": .steps
    case "maximum_interval": .whole(1...36_500)
    case "fuzz", "html", "obsidian", "pinned": .flag
    case "bury_siblings": .word(BurySiblings.allCases.map(\.rawValue))
    case "new_order": .word(NewOrder.allCases.map(\.rawValue))
    case "review_order": .word(ReviewOrder.allCases.map(\.rawValue))
    case "new_mix": .word(NewMix.allCases.map(\.rawValue))
    case "leech_action": .word(LeechAction.allCases.map(\.rawValue))
    case "ask": .word(AskMode.allCases.map(\.word))
    case "tags": .words
    case "priority": .whole(-1_000_000...1_000_000)
    case "preset": .preset
    default: .text
    }
  }

  /// Options that say how the text of a file is read: they stand in it, never in an event.
  public static func saysHowFilesAreRead(_ name: String) -> Bool {
    group(of: name) == .reading
  }

  /// The value of an `option` event that takes the deck's own value away.
  public static let inherited = "inherit"

  /// A written value as a deck's front matter holds it: what is a list there is one.
  public static func value(of name: String, written text: String) -> OptionValue {
    kind(of: name).written(text)
  }

  /// The value in force as a person would write it: like `text(of:)`, with a word for no steps.
  public func writtenText(of name: String) -> String? {
    guard let text = text(of: name) else { return nil }
    return text.isEmpty && Self.kind(of: name) == .steps ? "none" : text
  }
}
