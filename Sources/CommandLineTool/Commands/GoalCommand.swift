import AppCore
import StudyDomain

/// `deckle goal [reviews|new|minutes N|off] [DECK]`.
@MainActor struct GoalCommand {
  let interactor: CoreInteractor
  let arguments: Arguments

  func run() throws -> Int32 {
    let words = arguments.words
    if words.count >= 2, let kind = GoalKind(rawValue: words[0]) {
      guard words.count <= 3 else { throw usage("one deck may follow: '\(words[3])' is too much") }
      Output.print(
        Output.field(
          try interactor.setGoal(
            kind, to: try amount(words[1]), deck: words.count == 3 ? words[2] : nil)))
      return ExitStatus.done
    }
    guard words.count <= 1 else {
      throw usage("'\(words[0])' is no goal; there are reviews, new and minutes")
    }
    // A deck may be called as a goal is: alone it is the deck.
    let reports = try interactor.goalReports(deck: words.first)
    if arguments.has(.json) {
      try JSONOutput.print(reports.map { GoalJSON($0) })
    } else {
      for report in reports { show(report) }
    }
    return ExitStatus.done
  }

  private func amount(_ text: String) throws -> Int? {
    if text == "off" { return nil }
    guard let amount = Int(text), (0...9999).contains(amount) else {
      throw usage("'\(text)' is no number from 0 to 9999, and not 'off'")
    }
    return amount == 0 ? nil : amount
  }

  private func show(_ report: GoalReport) {
    let place = report.deck.map { "\(Output.field($0.text)): " } ?? ""
    Output.print(place + (report.words ?? "no goal; 'deckle goal reviews 30' sets one"))
    guard let streak = report.streak, report.deck == nil else { return }
    let today = streak.includesToday || streak.current == 0 ? "" : ", today is still to come"
    Output.print(
      "streak \(Self.days(streak.current))\(today); longest \(Self.days(streak.longest))")
  }

  private static func days(_ count: Int) -> String {
    "\(count) \(count == 1 ? "day" : "days")"
  }

  private func usage(_ message: String) -> Arguments.UsageError {
    Arguments.UsageError(message: message)
  }
}
