import AppCore
import StudyDomain

/// What is due, in a line.
struct DueLine {
  let due: DueReport

  init(_ due: DueReport) {
    self.due = due
  }

  /// "34 due, 2 learning, 10 new; today 12 answers, 5 min; goal 12 of 60 answers".
  var text: String {
    var parts = ["\(due.due) due, \(due.learning) learning, \(due.new) new"]
    if due.answersToday > 0 {
      let answers = GoalKind.reviews.words(due.answersToday)
      parts.append("today \(answers), \((due.secondsToday + 59) / 60) min")
    }
    if let goal = due.goal.words { parts.append(goal) }
    return parts.joined(separator: "; ")
  }

  private var all: Int { due.due + due.learning + due.new }

  /// For a shell's prompt: no line end, and nothing where nothing is due.
  func printShort() {
    if all > 0 { Output.write("\(all)") }
  }

  /// A text of the user's own with the numbers filled in, without a line end.
  func print(_ template: String, streak: @autoclosure () throws -> Streak?) rethrows {
    var text = template
    let values = [
      "{due}": due.due, "{learning}": due.learning, "{new}": due.new, "{all}": all,
      "{answers}": due.answersToday, "{minutes}": (due.secondsToday + 59) / 60,
    ]
    for (name, value) in values { text = text.replacing(name, with: "\(value)") }
    if text.contains("{streak}") {
      text = text.replacing("{streak}", with: "\(try streak()?.current ?? 0)")
    }
    if text.contains("{goal}") { text = text.replacing("{goal}", with: due.goal.words ?? "") }
    Output.write(text)
  }
}
