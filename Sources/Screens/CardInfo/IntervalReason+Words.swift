import StudyDomain

extension IntervalReason {
  /// "the steps are over; stability 3.2 → 8.3 d; 90 % after 8.3 d; spread over 7–9 d".
  var words: String {
    parts.map(\.words).joined(separator: "; ")
  }
}

extension IntervalReason.Part {
  fileprivate var words: String {
    switch self {
    case .step(let number, let count): return "step \(number) of \(count)"
    case .sameStep(let number, let count): return "step \(number) of \(count) again"
    case .betweenFirstSteps: return "between the first two steps"
    case .oneStepAndHalf: return "the step and half of it"
    case .graduates: return "no step is left"
    case .shortMemory(let days):
      return "no steps, and the memory lasts \(Interval.seconds(Int(days * 86_400)).shortText)"
    case .stability(let before, let after):
      let grown = NumberText.days(after)
      return before.map { "stability \(NumberText.plain($0)) → \(grown)" } ?? "stability \(grown)"
    case .retention(let share, let days):
      return "\(NumberText.plain(share * 100)) % after \(NumberText.days(days))"
    case .spread(let range): return "spread over \(range.lowerBound)–\(range.upperBound) d"
    case .above(let grade): return "more than \(GradeRow.name(grade))"
    case .notBelowLast(let days): return "not below the last \(days) d"
    case .maximum(let days): return "at most \(days) d"
    case .added(let seconds): return "\(seconds) s more to spread cards"
    case .becomesLeech(let lapses): return "a leech with \(lapses) lapses"
    }
  }
}

/// Numbers with as many digits as they deserve.
enum NumberText {
  /// Two digits after the point below ten, one below a hundred.
  static func plain(_ value: Double) -> String {
    let digits = abs(value) < 10 ? 2 : abs(value) < 100 ? 1 : 0
    let scale = [1.0, 10, 100][digits]
    let whole = Int((value * scale).rounded())
    guard digits > 0, whole % Int(scale) != 0 else { return String(whole / Int(scale)) }
    let rest = String(abs(whole) % Int(scale))
    let sign = whole < 0 && whole / Int(scale) == 0 ? "-" : ""
    var fraction = String(repeating: "0", count: digits - rest.count) + rest
    if fraction.hasSuffix("0") { fraction.removeLast() }
    return sign + "\(whole / Int(scale)).\(fraction)"
  }

  static func days(_ value: Double) -> String { plain(value) + " d" }
}
