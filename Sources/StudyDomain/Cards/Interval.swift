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

  public var days: Int? {
    if case .days(let days) = self { days } else { nil }
  }
}
