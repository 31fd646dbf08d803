import FileStorage
import Glibc
import Managers
import Screens
public import StudyDomain

/// Goals and reminders on the command line.
extension CoreInteractor {
  public func goalReports(deck: String?) throws -> [GoalReport] {
    if let deck {
      return [goalReport(of: try container.deck(called: deck), withStreak: true)]
    }
    let decks = container.goals.decksWithGoals
    return [goalReport(of: nil, withStreak: true)]
      + decks.map { goalReport(of: $0, withStreak: false) }
  }

  func goalReport(of deck: DeckName?, withStreak: Bool) -> GoalReport {
    GoalReport(
      deck: deck, goals: container.goals.goals(of: deck),
      today: container.progress.today(of: deck), week: container.progress.last(7, of: deck),
      streak: withStreak ? container.progress.wholeStreak() : nil)
  }

  public func setGoal(_ kind: GoalKind, to amount: Int?, deck: String?) throws -> String {
    let deck = try deck.map { try container.deck(called: $0) }
    return try command(kept: "the goals stay") {
      try container.goals.set(kind, to: amount, of: deck)
      return Self.words(kind, amount, of: deck)
    }
  }

  // MARK: Reminders

  public func reminder(at times: [ReminderTime], program: String) -> ReminderPlan {
    // By the collection's place: two of them on a machine have a reminder each.
    let place = container.stateFolder.split(separator: "-").last ?? ""
    let units = ReminderUnits(
      name: "deckle-remind-\(place)",
      command: [program, "--collection", container.paths.collection, "remind", "--notify"],
      times: times)
    let paths = container.push.paths(of: units)
    return ReminderPlan(
      times: units.times, servicePath: paths.service, service: units.service,
      timerPath: paths.timer, timer: units.timer, cron: units.cron(userID: getuid()),
      hasSystemd: container.push.hasSystemd, units: units)
  }

  public func install(_ plan: ReminderPlan) throws {
    try reminding { try container.push.install(plan.units) }
  }

  public func remove(_ plan: ReminderPlan) throws -> Bool {
    try reminding { try container.push.remove(plan.units) }
  }

  public func installed(_ plan: ReminderPlan) throws -> String? {
    switch try reminding({ try container.push.status(of: plan.units) }) {
    case .none: nil
    case .installed(let isRunning, let times):
      "reminds at \(times.map(\.text).joined(separator: ", "))"
        + (isRunning ? "" : ", but its timer does not run: '--install' starts it again")
    }
  }

  private func reminding<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch PushManager.Failure.noSystemd {
      throw CommandFailure(
        "systemd does not run for this user",
        nextStep: "'deckle remind TIME' prints a line to paste with 'crontab -e'")
    } catch PushManager.Failure.refused(let command, let status) {
      throw CommandFailure(
        "'systemctl --user \(command)' ended with status \(status)",
        nextStep: "run it by hand to see why")
    } catch {
      let failure = ErrorWording.failure(error, kept: "the reminder stays as it was")
      throw CommandFailure(failure.message, nextStep: failure.nextStep)
    }
  }

  public func reminderWords() -> String? {
    let due = dueReport()
    guard due.due + due.learning + due.new > 0, !due.goal.isMet else { return nil }
    var parts: [String] = []
    if due.due > 0 { parts.append("\(due.due) due") }
    if due.learning > 0 { parts.append("\(due.learning) learning") }
    if due.new > 0 { parts.append("\(due.new) new") }
    return parts.joined(separator: ", ") + (due.goal.words.map { "; \($0)" } ?? "")
  }

  public func notify(_ words: String) -> Bool {
    container.push.notify(words)
  }
}
