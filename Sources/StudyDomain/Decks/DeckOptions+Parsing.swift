extension DeckOptions {
  /// Sets one option from what a person or an event wrote.
  ///
  /// Throws `unknown` for a name that is none of `DeckOptions.names`, and `badValue` with what would
  /// be right; the options are then unchanged. `easy_days`, `exam_date` and `preset` are checked
  /// here but kept by whoever asks for them (`easyDays(_:)`, `examDate(_:)`).
  public mutating func set(_ name: String, to value: OptionValue) throws(OptionError) {
    let reader = OptionReader(name: name, value: value)
    switch name {
    case "new_per_day": newPerDay = try reader.whole(from: 0)
    case "reviews_per_day": reviewsPerDay = try reader.whole(from: 0)
    case "desired_retention": desiredRetention = try reader.share(in: 0.7...0.99)
    case "parameters": parameters = try reader.parameters()
    case "learning_steps": learningSteps = try reader.steps()
    case "relearning_steps": relearningSteps = try reader.steps()
    case "maximum_interval": maximumInterval = try reader.days(in: 1...36_500)
    case "fuzz": usesFuzz = try reader.flag()
    case "bury_siblings": burySiblings = try reader.word(BurySiblings.init, of: BurySiblings.self)
    case "new_order": newOrder = try reader.word(NewOrder.init, of: NewOrder.self)
    case "review_order": reviewOrder = try reader.word(ReviewOrder.init, of: ReviewOrder.self)
    case "new_mix": newMix = try reader.word(NewMix.init, of: NewMix.self)
    case "leech_threshold": leechThreshold = try reader.whole(from: 0)
    case "leech_action": leechAction = try reader.word(LeechAction.init, of: LeechAction.self)
    case "easy_days": _ = try reader.weekdays()
    case "ask": ask = try reader.askMode()
    case "html": isHTML = try reader.flag()
    case "obsidian": isObsidian = try reader.flag()
    case "tags": tags = reader.listItems
    case "pinned": isPinned = try reader.flag()
    case "priority": priority = try reader.whole(from: -1_000_000)
    case "exam_date": _ = try reader.date()
    case "preset": try reader.requireText("the name of a preset in settings.yaml")
    default: throw .unknown(name: name)
    }
  }

  /// The weekdays of an `easy_days` option (0 Monday … 6 Sunday) on which less is due.
  public static func easyDays(_ value: OptionValue) throws(OptionError) -> Set<Int> {
    try OptionReader(name: "easy_days", value: value).weekdays()
  }

  /// The date of an `exam_date` option; nil for "none".
  public static func examDate(_ value: OptionValue) throws(OptionError) -> CivilDate? {
    try OptionReader(name: "exam_date", value: value).date()
  }

  /// The value in force as an `option` event writes it; nil for a name that the options do not
  /// keep.
  public func text(of name: String) -> String? {
    switch name {
    case "new_per_day": String(newPerDay)
    case "reviews_per_day": String(reviewsPerDay)
    case "desired_retention": String(desiredRetention)
    case "parameters": parameters.map { String($0) }.joined(separator: " ")
    case "learning_steps": learningSteps.map(Self.stepText).joined(separator: " ")
    case "relearning_steps": relearningSteps.map(Self.stepText).joined(separator: " ")
    case "maximum_interval": String(maximumInterval)
    case "fuzz": String(usesFuzz)
    case "bury_siblings": burySiblings.rawValue
    case "new_order": newOrder.rawValue
    case "review_order": reviewOrder.rawValue
    case "new_mix": newMix.rawValue
    case "leech_threshold": String(leechThreshold)
    case "leech_action": leechAction.rawValue
    case "ask": ask.word
    case "html": String(isHTML)
    case "obsidian": String(isObsidian)
    case "tags": tags.joined(separator: " ")
    case "pinned": String(isPinned)
    case "priority": String(priority)
    default: nil
    }
  }

  /// A step as people write it: `45s`, `10m`, `1h`, `1d`.
  static func stepText(_ seconds: Int) -> String {
    for (unit, letter) in [(86_400, "d"), (3600, "h"), (60, "m")] where seconds % unit == 0 {
      return "\(seconds / unit)\(letter)"
    }
    return "\(seconds)s"
  }

  /// One option as the papers and the Options screen tell it.
  public struct Description: Hashable, Sendable {
    public var name: String
    /// The default in its written form; empty for none.
    public var standard: String
    public var explanation: String
  }

  /// Every option of a deck, in the order in which they are shown.
  public static let descriptions: [Description] = [
    ("new_per_day", "20", "new cards a day"),
    ("reviews_per_day", "200", "reviews a day; new cards count against it too"),
    ("desired_retention", "0.9", "the chance of recall at which a card is asked: 0.70 to 0.99"),
    ("parameters", "", "21, 19 or 17 FSRS parameters; empty for the standard ones"),
    ("learning_steps", "1m 10m", "delays before a new card graduates: 30s, 10m, 1h, 1d"),
    ("relearning_steps", "10m", "delays after a lapse; empty for none"),
    ("maximum_interval", "36500", "the longest interval in days, 1 to 36500"),
    ("fuzz", "true", "spread due days a little; false also stops the delay added to steps"),
    ("bury_siblings", "all", "which cards of a note wait when one was seen: none new reviews all"),
    ("new_order", "deck", "new cards in the order of the file, or random"),
    ("review_order", "due", "the order of reviews: " + names(of: ReviewOrder.self)),
    ("new_mix", "mix", "new cards among, before or after the reviews: mix before after"),
    ("leech_threshold", "8", "lapses at which a card is a leech; 0 never"),
    ("leech_action", "tag", "what becomes of a leech: tag suspend"),
    ("ask", "flip", "how cards are asked: flip type choice order items"),
    ("html", "false", "fields are HTML, as Anki stores them"),
    ("obsidian", "false", "read the marks of Obsidian's spaced-repetition plugin"),
    ("tags", "", "tags for every card of the deck"),
    ("pinned", "false", "show the deck first on Home"),
    ("priority", "0", "decks with a higher number come first on Home"),
    ("preset", "", "the preset in settings.yaml that fills what is not set here"),
  ].map { Description(name: $0.0, standard: $0.1, explanation: $0.2) }

  public static var names: [String] { descriptions.map(\.name) }

  private static func names<Word: CaseIterable & RawRepresentable>(of type: Word.Type) -> String
  where Word.RawValue == String {
    type.allCases.map(\.rawValue).joined(separator: " ")
  }
}

/// Gives one written value a meaning.
private struct OptionReader {
  let name: String
  let value: OptionValue

  private func bad(_ expected: String) -> OptionError {
    .badValue(name: name, value: value.joined, expected: expected)
  }

  /// The value without blanks around it; a list counts as its items joined.
  private var text: String { trimmed(value.joined) }

  /// The items of a list, or the words of a text; brackets around a text are dropped.
  var listItems: [String] {
    switch value {
    case .list(let items): return items.map(trimmed).filter { !$0.isEmpty }
    case .text: return words(text)
    }
  }

  func whole(from lowest: Int) throws(OptionError) -> Int {
    guard let number = Int(text), number >= lowest, number <= 1_000_000 else {
      throw bad(lowest == 0 ? "a whole number from 0 up" : "a whole number")
    }
    return number
  }

  func days(in range: ClosedRange<Int>) throws(OptionError) -> Int {
    let digits = text.hasSuffix("d") ? trimmed(String(text.dropLast())) : text
    guard let number = Int(digits), range.contains(number) else {
      throw bad("days from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// `0.9` or `90%`.
  func share(in range: ClosedRange<Double>) throws(OptionError) -> Double {
    let isPercent = text.hasSuffix("%")
    let number = decimal(isPercent ? trimmed(String(text.dropLast())) : text)
    guard let share = number.map({ isPercent ? $0 / 100 : $0 }), range.contains(share) else {
      throw bad("a number from \(range.lowerBound) to \(range.upperBound), like 0.9 or 90%")
    }
    return share
  }

  func parameters() throws(OptionError) -> [Double] {
    let items = listItems
    let numbers = items.compactMap(decimal)
    guard numbers.count == items.count, [0, 17, 19, 21].contains(numbers.count) else {
      throw bad("21, 19 or 17 numbers")
    }
    return numbers
  }

  func steps() throws(OptionError) -> [Int] {
    let items = listItems
    if items == ["none"] { return [] }
    let seconds = items.compactMap(seconds)
    guard seconds.count == items.count, seconds.count <= 100 else {
      throw bad("steps like 30s, 10m, 1h or 1d (a plain number is minutes), up to 365d")
    }
    return seconds
  }

  private func seconds(_ step: String) -> Int? {
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    let unit = step.last.flatMap { units[$0] }
    guard let amount = decimal(unit == nil ? step : String(step.dropLast())) else { return nil }
    let seconds = (amount * (unit ?? 60)).rounded()
    return seconds >= 1 && seconds <= 365 * 86_400 ? Int(seconds) : nil
  }

  func flag() throws(OptionError) -> Bool {
    switch text.lowercased() {
    case "true", "yes", "on": return true
    case "false", "no", "off": return false
    default: throw bad("true or false")
    }
  }

  func word<Word: CaseIterable & RawRepresentable>(
    _ make: (String) -> Word?, of type: Word.Type
  ) throws(OptionError) -> Word where Word.RawValue == String {
    // A bare `no` or `false` is how YAML writers say "none".
    guard let word = make(text) ?? (text == "false" || text == "no" ? make("none") : nil) else {
      throw bad("one of: " + type.allCases.map(\.rawValue).joined(separator: " "))
    }
    return word
  }

  func askMode() throws(OptionError) -> AskMode {
    guard let mode = AskMode(word: text) else {
      throw bad("one of: " + AskMode.allCases.map(\.word).joined(separator: " "))
    }
    return mode
  }

  func weekdays() throws(OptionError) -> Set<Int> {
    let items = listItems.map { $0.lowercased() }
    if items == ["none"] { return [] }
    let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    let days = items.compactMap { item in
      names.firstIndex { item.utf8.count >= 3 && $0.hasPrefix(item) }
    }
    guard days.count == items.count else { throw bad("weekdays like sat sun, or none") }
    return Set(days)
  }

  func date() throws(OptionError) -> CivilDate? {
    if text == "none" || text.isEmpty { return nil }
    let bytes = Array(text.utf8)
    let dash = UInt8(ascii: "-")
    if bytes.count == 10, bytes[4] == dash, bytes[7] == dash,
      let year = Int(String(decoding: bytes[..<4], as: UTF8.self)),
      let month = Int(String(decoding: bytes[5..<7], as: UTF8.self)),
      let day = Int(String(decoding: bytes[8...], as: UTF8.self)), year > 0
    {
      let date = CivilDate(year: year, month: month, day: day)
      // A day that the calendar lacks comes back as another one.
      if (1...12).contains(month), CivilDate(daysSince1970: date.daysSince1970) == date {
        return date
      }
    }
    throw bad("a date like 2027-06-30, or none")
  }

  func requireText(_ expected: String) throws(OptionError) {
    guard !text.isEmpty else { throw bad(expected) }
  }
}

/// A plain decimal number; neither "nan" nor hexadecimal.
private func decimal(_ text: String) -> Double? {
  let allowed = text.utf8.allSatisfy { byte in
    (48...57).contains(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E")
  }
  guard allowed, let number = Double(text), number.isFinite else { return nil }
  return number
}

private func isBlank(_ byte: UInt8) -> Bool {
  byte == 0x20 || byte == 0x09
}

private func trimmed(_ text: String) -> String {
  var bytes = Array(text.utf8)[...]
  while let first = bytes.first, isBlank(first) { bytes.removeFirst() }
  while let last = bytes.last, isBlank(last) { bytes.removeLast() }
  return String(decoding: bytes, as: UTF8.self)
}

/// The parts of a text between blanks and commas, brackets around the whole dropped.
private func words(_ text: String) -> [String] {
  var bytes = Array(text.utf8)[...]
  if bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]") {
    bytes = bytes.dropFirst().dropLast()
  }
  return bytes.split { isBlank($0) || $0 == UInt8(ascii: ",") }
    .map { String(decoding: $0, as: UTF8.self) }
}
