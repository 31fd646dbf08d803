import History
public import StudyDomain

/// The daily goals of the collection and of decks: events, the latest in replay order counts.
@MainActor public final class UserGoalsManager {
  private let index: StudyIndex

  public init(index: StudyIndex) {
    self.index = index
  }

  /// Goals of a deck; of the whole collection for nil.
  public func goals(of deck: DeckName?) -> DailyGoals {
    index.refresh()
    return DailyGoals(events: index.history.goalEvents[deck?.text ?? ""] ?? [:])
  }

  /// The decks that have goals of their own, by name.
  public var decksWithGoals: [DeckName] {
    index.history.goalEvents.filter { !$0.key.isEmpty && !DailyGoals(events: $0.value).isEmpty }
      .keys.sorted().map { DeckName($0) }
  }

  /// Sets a goal, or takes it away with nil; false when it is so already.
  @discardableResult
  public func set(_ kind: GoalKind, to amount: Int?, of deck: DeckName?) throws -> Bool {
    guard goals(of: deck)[kind] != amount else { return false }
    let subject = deck?.text ?? ""
    let after = index.history.lastSetting(.goal, subject: subject, name: kind.rawValue)
    try index.history.write([
      EventDraft(
        .goal(deck: subject, name: kind.rawValue, value: String(amount ?? 0)), after: after)
    ])
    return true
  }
}

extension DailyGoals {
  init(events: [String: Int]) {
    self.init(
      events.reduce(into: [:]) { goals, event in
        if let kind = GoalKind(rawValue: event.key) { goals[kind] = event.value }
      })
  }
}
