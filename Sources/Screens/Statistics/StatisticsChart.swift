/// The pictures of Statistics, in the order in which Tab goes through them.
public enum StatisticsChart: Int, CaseIterable, Sendable {
  case overview, calendar, forecast, answers, time, retention, buttons, hours, intervals,
    stability, difficulty, retrievability, introduced

  var title: String {
    switch self {
    case .overview: "Overview"
    case .calendar: "Calendar"
    case .forecast: "Forecast"
    case .answers: "Answers"
    case .time: "Time"
    case .retention: "True retention"
    case .buttons: "Buttons"
    case .hours: "Hours"
    case .intervals: "Intervals"
    case .stability: "Stability"
    case .difficulty: "Difficulty"
    case .retrievability: "Retrievability"
    case .introduced: "Introduced"
    }
  }

  /// So many charts further, round and round.
  func advanced(by steps: Int) -> StatisticsChart {
    let count = Self.allCases.count
    return Self.allCases[((rawValue + steps) % count + count) % count]
  }
}
