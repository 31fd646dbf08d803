/// How far back statistics look, and how far ahead the forecast does.
public enum StatisticsPeriod: String, CaseIterable, Sendable {
  case month, year, all

  /// Study days, today among them; nil for everything.
  public var days: Int? {
    switch self {
    case .month: 30
    case .year: 365
    case .all: nil
    }
  }

  /// The next longer one; after everything the month comes again.
  public var next: StatisticsPeriod {
    switch self {
    case .month: .year
    case .year: .all
    case .all: .month
    }
  }

  /// True for a day that is not after `today` and not too long ago.
  public func holds(_ day: StudyDay, today: StudyDay) -> Bool {
    day <= today && (days.map { today - day < $0 } ?? true)
  }
}
