/// What a value of an option or a setting may be, and so how it is changed on screen.
public enum ValueKind: Hashable, Sendable {
  case whole(ClosedRange<Int>)
  /// A chance of recall, written as 0.9 or 90%.
  case share
  case flag
  /// One of a few words.
  case word([String])
  /// Delays such as `1m 10m`.
  case steps
  /// Numbers with blanks between them.
  case numbers
  /// Words with blanks between them.
  case words
  /// Days of the week with blanks between them: `sat sun`.
  case weekdays
  /// One of the presets of `settings.yaml`.
  case preset
  case text
  /// A time of day such as 04:00.
  case time

  /// True where one key leads from a value to the next.
  public var hasSteps: Bool {
    switch self {
    case .whole, .share, .flag, .word, .preset, .time: true
    case .steps, .numbers, .words, .weekdays, .text: false
    }
  }

  /// The value that so many steps lead to from a written one; nil where none does.
  ///
  /// Words and flags go round; numbers stop at their ends.
  public func value(_ steps: Int, from text: String) -> String? {
    switch self {
    case .flag: text == "true" ? "false" : "true"
    case .word(let words):
      words.firstIndex(of: text).map {
        words[($0 + steps % words.count + words.count) % words.count]
      } ?? words.first
    case .whole(let range):
      Int(text).map { String(Swift.min(Swift.max($0 + steps, range.lowerBound), range.upperBound)) }
    case .share:
      Double(text).map { share in
        let hundredths = Swift.min(Swift.max(Int((share * 100).rounded()) + steps, 70), 99)
        return hundredths % 10 == 0 ? "0.\(hundredths / 10)" : "0.\(hundredths)"
      }
    case .time: Self.time(text).map { Self.timeText(($0 + steps * 30 + 48 * 30) % (24 * 60)) }
    case .steps, .numbers, .words, .weekdays, .preset, .text: nil
    }
  }

  /// A written value as a file holds it: what is a list there is one.
  public func written(_ text: String) -> OptionValue {
    switch self {
    case .steps where text == "none": .list([])
    case .steps, .numbers, .words, .weekdays:
      .list(text.split { $0 == " " || $0 == "," || $0 == "\t" }.map(String.init))
    case .whole, .share, .flag, .word, .preset, .text, .time: .text(text)
    }
  }

  /// Minutes after midnight of `4:00` or `04:00`; nil for anything else.
  public static func time(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let hour = parts[0], let minute = parts[1], (0..<24).contains(hour),
      (0..<60).contains(minute)
    else { return nil }
    return hour * 60 + minute
  }

  /// `04:00`.
  public static func timeText(_ minutes: Int) -> String {
    let (hour, minute) = (minutes / 60, minutes % 60)
    return (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)"
  }
}
