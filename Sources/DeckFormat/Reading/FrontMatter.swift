public import StudyDomain

/// The settings that a deck file carries at its head.
public struct FrontMatter: Sendable {
  /// `name` or `deck`: replaces the last part of the deck path, or all of it when it holds `::`.
  public var deckName: String?
  public var tags: [String] = []
  public var ask: AskMode?
  public var isHTML: Bool?
  public var isObsidian: Bool?
  /// The deck options by name, as written; unknown keys are not among them.
  public var options: [String: Option] = [:]
  public var noteTypes = NoteTypes()
  /// The bytes from the first fence to the end of the last, its line end included; nil without any.
  public var byteRange: Range<Int>?

  public init() {}

  /// An option and where it is written.
  public struct Option: Hashable, Sendable {
    public var value: OptionValue
    /// From 1, in the file.
    public var line: Int
  }

  /// The names that count as deck options.
  public static let optionNames: Set<String> = [
    "new_per_day", "reviews_per_day", "desired_retention", "parameters", "learning_steps",
    "relearning_steps", "maximum_interval", "fuzz", "bury_siblings", "new_order", "review_order",
    "new_mix", "leech_threshold", "leech_action", "easy_days", "ask", "html", "obsidian", "tags",
    "pinned", "priority", "exam_date", "preset",
  ]
}
