import StudyDomain
import TerminalUI

/// Goals and streak as Home and Goals draw them.
enum ProgressSpans {
  private static let levels = Array("▁▂▃▄▅▆▇█")

  /// "12 days ▂▅▇▃█▆▂"; nothing without a streak, or where there is no room.
  static func streak(_ progress: StudyProgress, width: Int) -> [Span] {
    guard progress.streak.current > 0, width >= 60 else { return [] }
    return [
      Span(counted(progress.streak.current, "day", "days"), .accent), Span(" "),
      bars(progress.days.suffix(7)),
    ]
  }

  /// One character a day, as high as its answers beside the most of them.
  static func bars(_ days: some Collection<DayProgress>) -> Span {
    let answers = days.map { $0.reviews + $0.cram }
    let most = max(1, answers.max() ?? 0)
    let text = answers.map { count -> Character in
      count == 0 ? "·" : levels[min(levels.count - 1, (count * levels.count - 1) / most)]
    }
    return Span(String(text), .success)
  }

  /// A row of the collection's goals; none when no goal is set.
  static func goals(_ progress: StudyProgress, width: Int) -> [[Span]] {
    let kinds = GoalKind.allCases.filter { progress.goals[$0] != nil }
    guard let first = kinds.first, let goal = progress.goals[first] else { return [] }
    let isMet = progress.goals.areMet(by: progress.today)
    let head = [Span(isMet ? "Goal ✓ " : "Goal   ", isMet ? .success : .dim)]
    let parts = kinds.map { words($0, progress) }
    var tail: [Span] = parts.dropFirst().map { Span("  " + $0) }
    var row = head + [Span(parts[0])]
    let room = width - row.width - tail.width - 2
    if width >= 70, room >= 6 {
      row +=
        [Span(" ")]
        + ProgressBar.spans(
          done: progress.today[first], total: goal, width: min(room, width / 3))
    }
    // What does not fit goes from the end.
    while !tail.isEmpty, row.width + tail.width > width { tail.removeLast() }
    return [row + tail]
  }

  /// "12 of 60 answers".
  static func words(_ kind: GoalKind, _ progress: StudyProgress) -> String {
    "\(progress.today[kind]) of \(kind.words(progress.goals[kind] ?? 0))"
  }
}
