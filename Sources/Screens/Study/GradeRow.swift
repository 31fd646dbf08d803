import StudyDomain
import TerminalUI

/// The four grades with what each would give, in the fullest form that fits.
enum GradeRow {
  /// The widest form leaves `others` columns for other keys; the grade that is suggested is set off.
  static func spans(
    for intervals: GradeIntervals, suggested: Grade? = nil, keys: KeyTable, width: Int,
    leaving others: Int = 0
  ) -> [Span] {
    let forms: [(grade: (Grade) -> String, gap: Int)] = [
      ({ "\(name($0)) \(intervals[$0].shortText)" }, 4),
      ({ "\(name($0)) \(intervals[$0].shortText)" }, 2),
      ({ intervals[$0].shortText }, 3),
      ({ String(name($0).prefix(2)) }, 1),
      ({ _ in "" }, 1),
    ]
    var spans: [Span] = []
    for (number, form) in forms.enumerated() {
      spans = Grade.allCases.flatMap { grade in
        let text = form.grade(grade)
        return [
          Span(key(of: grade, in: keys), .key, grade == suggested ? [.bold, .reverse] : .bold),
          Span(
            text.isEmpty ? "" : " " + text, role(of: grade),
            grade == suggested ? [.bold, .reverse] : []),
          Span(grade == .easy ? "" : String(repeating: " ", count: form.gap)),
        ]
      }
      if spans.width + (number == 0 ? others : 0) <= width { break }
    }
    return spans
  }

  /// Lets clicks on the grades act; `spans` are drawn from a column on.
  static func noteKeys(of spans: [Span], on canvas: inout Canvas, x: Int, y: Int) {
    var x = x
    // Of each grade: key, what it gives, gap.
    for first in stride(from: 0, to: spans.count - 2, by: 3) {
      let width = spans[first].width + spans[first + 1].width
      canvas.note(.key(spans[first].text), in: Rect(x: x, y: y, width: width, height: 1))
      x += width + spans[first + 2].width
    }
  }

  static func name(_ grade: Grade) -> String {
    switch grade {
    case .again: "Again"
    case .hard: "Hard"
    case .good: "Good"
    case .easy: "Easy"
    }
  }

  static func role(of grade: Grade) -> Style.Role {
    switch grade {
    case .again: .again
    case .hard: .hard
    case .good: .good
    case .easy: .easy
    }
  }

  private static func key(of grade: Grade, in keys: KeyTable) -> String {
    let action: Action =
      switch grade {
      case .again: .gradeAgain
      case .hard: .gradeHard
      case .good: .gradeGood
      case .easy: .gradeEasy
      }
    return keys.keyName(of: action) ?? ""
  }
}
