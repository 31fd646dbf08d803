import StudyDomain

extension Interval {
  /// As people say it, in one unit: "10 min", "3 d", "2.5 mo", "1.2 y".
  var shortText: String {
    switch self {
    case .seconds(let seconds):
      if seconds < 60 { return "\(seconds) s" }
      if seconds < 3600 { return "\((seconds + 30) / 60) min" }
      if seconds < 86_400 { return Self.tenths(seconds * 10 / 3600) + " h" }
      return Self.tenths(seconds * 10 / 86_400) + " d"
    case .days(let days):
      if days < 60 { return "\(days) d" }
      if days < 365 { return Self.tenths(days * 100 / 304) + " mo" }
      return Self.tenths((days * 1000 + 18_262) / 36_525) + " y"
    }
  }

  private static func tenths(_ tenths: Int) -> String {
    tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}

extension StudyDay {
  /// "Mon 30 Nov".
  var shortText: String {
    let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    return "\(weekdays[weekday]) \(date.day) \(months[date.month - 1])"
  }
}

/// Whole minutes, rounded up: "12 min", "1 h 05 min".
func minutesText(seconds: Int) -> String {
  let minutes = (max(0, seconds) + 59) / 60
  if minutes < 60 { return "\(minutes) min" }
  let rest = minutes % 60
  return "\(minutes / 60) h \(rest < 10 ? "0" : "")\(rest) min"
}
