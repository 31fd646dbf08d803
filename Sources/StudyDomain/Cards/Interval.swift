/// The time until a card is asked again: whole days, or seconds within learning steps.
public enum Interval: Hashable, Sendable, BitwiseCopyable {
  case days(Int)
  case seconds(Int)

  /// As the history writes it: `12d`, `600s`.
  public var historyForm: String {
    switch self {
    case .days(let days): "\(days)d"
    case .seconds(let seconds): "\(seconds)s"
    }
  }

  /// Reads `12d` and `600s`.
  public init?(historyForm text: String) {
    guard let unit = text.utf8.last, let number = Int(text.dropLast()), number >= 0 else {
      return nil
    }
    switch unit {
    case UInt8(ascii: "d"): self = .days(number)
    case UInt8(ascii: "s"): self = .seconds(number)
    default: return nil
    }
  }

  public var days: Int? {
    if case .days(let days) = self { days } else { nil }
  }
}
