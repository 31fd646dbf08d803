import StudyDomain
import TerminalUI

// What the columns of Browse are called, how wide they are, and what stands in them.
extension CardColumn {
  var title: String {
    switch self {
    case .question: "Question"
    case .deck: "Deck"
    case .state: "State"
    case .due: "Due"
    case .interval: "Interval"
    case .stability: "Stability"
    case .difficulty: "Difficulty"
    case .retrievability: "Recall"
    case .reps: "Answers"
    case .lapses: "Lapses"
    case .answered: "Answered"
    case .tags: "Tags"
    case .flag: "Flag"
    }
  }

  /// What it says, for the list to choose from.
  var explanation: String {
    switch self {
    case .question: "the front in one line; sorted by note"
    case .deck: "where the card is"
    case .state: "new, learning, review; buried, suspended"
    case .due: "when it is asked next"
    case .interval: "given with the last answer"
    case .stability: "days until recall is 90 %"
    case .difficulty: "1 easy to 10 hard"
    case .retrievability: "the chance of recall now"
    case .reps: "since it was new"
    case .lapses: "failed in review"
    case .answered: "the day of the last answer"
    case .tags: "of the note"
    case .flag: "⚑ with its number, * marked"
    }
  }

  /// As a column of a table, with room for a blank behind it; `mark` says the order.
  func tableColumn(mark: String) -> Table.Column {
    let (width, align, priority): (Int?, Alignment, Int) =
      switch self {
      case .question: (nil, .left, 100)
      case .deck: (17, .left, 60)
      case .state: (10, .left, 50)
      case .due: (11, .left, 70)
      case .interval: (10, .right, 40)
      case .stability: (11, .right, 30)
      case .difficulty: (12, .right, 29)
      case .retrievability: (9, .right, 31)
      case .reps: (10, .right, 20)
      case .lapses: (9, .right, 25)
      case .answered: (11, .left, 22)
      case .tags: (16, .left, 45)
      case .flag: (7, .left, 35)
      }
    let title = title + mark
    return .init(
      align == .right ? title + " " : title, width: width, align: align, priority: priority)
  }

  /// A row's cell; texts are cut so that a blank stays behind them.
  func cell(of row: BrowseRow, today: StudyDay) -> [Span] {
    guard self != .question else { return [Span(row.title)] }
    guard let report = row.report else { return [] }
    let state = report.state
    switch self {
    case .question: return []
    case .deck: return left(report.deck.parts.joined(separator: " › "), .text, 17)
    case .tags: return left(report.tags.joined(separator: " "), .dim, 16)
    case .state: return left(state.word(isBuried: report.isBuried), state.role, 10)
    case .due: return left(state.dueText(today: today), state.isDue(today) ? .due : .text, 11)
    case .answered: return left(state.lastDay?.isoDate ?? "", .text, 11)
    case .flag:
      let flag = state.flag > 0 ? "⚑\(state.flag)" : ""
      return left(flag + (state.isMarked ? "*" : "") + (state.isLeech ? " leech" : ""), .accent, 7)
    case .interval: return right(state.interval?.shortText)
    case .stability:
      return right(state.memory.map { Interval.days(Int($0.stability.rounded())).shortText })
    case .difficulty: return right(state.memory.map { tenths($0.difficulty) })
    case .retrievability:
      return right(report.retrievability.map { "\(Int(($0 * 100).rounded())) %" })
    case .reps: return right(state.reviews > 0 ? "\(state.reps)" : nil)
    case .lapses: return right(state.reviews > 0 ? "\(state.lapses)" : nil)
    }
  }

  private func left(_ text: String, _ role: Style.Role, _ width: Int) -> [Span] {
    [Span(PortableText.truncate(text, to: width - 1), role)]
  }

  private func right(_ text: String?) -> [Span] {
    text.map { [Span($0 + " ")] } ?? [Span("– ", .dim)]
  }

  private func tenths(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}

extension CardState {
  /// As the column says it.
  func word(isBuried: Bool) -> String {
    isSuspended ? "suspended" : isBuried ? "buried" : phase == .relearning ? "relearn" : phase.word
  }

  var role: Style.Role {
    if isSuspended || buriedDay != nil { return .dim }
    return switch phase {
    case .new: .new
    case .learning, .relearning: .learning
    case .review: .text
    }
  }

  func isDue(_ today: StudyDay) -> Bool {
    guard !isSuspended, !isBuried(on: today) else { return false }
    return switch due {
    case .day(let day): day <= today
    case .time: true
    case nil: false
    }
  }

  /// "today", a date, or that a step of learning comes.
  func dueText(today: StudyDay) -> String {
    switch due {
    case nil: "–"
    case .time: "in steps"
    case .day(today): "today"
    case .day(let day): day.isoDate
    }
  }
}
