/// A setting of this machine or of the collection, as the Settings screen and the papers tell it.
public struct SettingDescription: Hashable, Sendable {
  public var name: String
  public var kind: ValueKind
  /// The default in its written form; empty for none.
  public var standard: String
  public var explanation: String

  public init(_ name: String, _ kind: ValueKind, standard: String = "", _ explanation: String) {
    self.name = name
    self.kind = kind
    self.standard = standard
    self.explanation = explanation
  }

  /// What `config.yaml` may say besides `keys`, in the order of the Settings screen.
  public static let machine: [SettingDescription] = [
    SettingDescription(
      "theme", .word(themeNames), standard: "terminal",
      "colours: the terminal's own, or for a dark or light background, high contrast, none"),
    SettingDescription(
      "editor", .text,
      "the program that opens decks, instead of $VISUAL and $EDITOR: nvim, code --wait"),
    SettingDescription(
      "viewer", .text, "the program that opens pictures, instead of the system's own: feh"),
    SettingDescription(
      "player", .text, "the program that plays sounds and films, where none is found: mpv"),
    SettingDescription(
      "look_up", .text,
      "the program that looks a word up, {} for the word: dict {}, xdg-open https://…/{}"),
    SettingDescription(
      "typed_answers", .words,
      "how answers are judged that are typed: any_case any_accents, or exact"),
    SettingDescription(
      "hints", .word(["shown", "asked"]), standard: "shown",
      "hints of gaps stand in the gap, as in Anki, or wait for the key"),
    SettingDescription(
      "mouse", .flag, standard: "false",
      "clicks and the wheel work; the terminal then selects text only with Shift"),
    SettingDescription(
      "rest_days", .weekdays, "days without study that break no streak: sat sun"),
    SettingDescription(
      "collection", .text, "the folder of decks that is opened when no other is named"),
  ]

  /// What `settings.yaml` says besides options of decks and presets.
  public static let collection: [SettingDescription] = [
    SettingDescription(
      "rollover", .time, standard: "04:00", "when the study day ends and a new one begins"),
    SettingDescription(
      "timezone", .text, "whose days count, like Europe/Berlin; empty for this machine's"),
  ]

  /// The themes that come with the program, the default first.
  public static let themeNames = ["terminal", "dark", "light", "high-contrast", "monochrome"]

  /// What would be right where a value is not; nil for a good value.
  public func complaint(about value: String) -> String? {
    switch kind {
    case .word(let words): words.contains(value) ? nil : "one of: " + words.joined(separator: " ")
    case .flag:
      ["true", "yes", "on", "false", "no", "off"].contains(value.lowercased())
        ? nil : "true or false"
    case .whole(let range):
      Int(value).map(range.contains) ?? false
        ? nil : "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .time: ValueKind.time(value) == nil ? "a time of day such as 04:00" : nil
    case .weekdays:
      (try? DeckOptions.easyDays(.text(value))) == nil ? "weekdays like sat sun, or none" : nil
    case .words where name == "typed_answers":
      TypedAnswerRule(words: value.split(separator: " ").map(String.init)) == nil
        ? "any of: " + TypedAnswerRule.words.joined(separator: " ") : nil
    case .words, .text, .share, .steps, .numbers, .preset: nil
    }
  }
}
