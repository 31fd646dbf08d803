import Managers
public import StudyDomain

/// What the command line may ask for.
///
/// Failures are `CommandFailure`, already in words.
@MainActor public protocol CommandInteractor {
  func cards(matching query: Query) throws -> [CardReport]
  func cardCount(matching query: Query) throws -> Int
  /// Names in a query that nothing in the collection has, each in a sentence.
  func unknownNames(in query: Query) -> [String]
  /// A card by its id, or by the beginning of it.
  func card(named name: String) throws -> CardReport
  func grade(_ name: String, _ grade: Grade, seconds: Double) throws -> CardReport
  /// Does it to all cards of a query; returns how many changed.
  func perform(_ action: CardAction, on query: Query) throws -> Int
  /// Takes back the newest action of this machine, or a named one of any; says which.
  func undo(_ name: String?) throws -> ActionReport
  func recentActions(limit: Int) -> [ActionReport]
  func deckReports() -> [DeckReport]
  func dueReport() -> DueReport
  /// Counts the cards of a query and their answers; nil for everything.
  func statistics(_ query: Query?, period: StatisticsPeriod) -> Statistics
  /// Goals of the collection, then of decks that have some; of one deck alone if it is named.
  func goalReports(deck: String?) throws -> [GoalReport]
  /// Sets a goal, or takes it away with nil; the sentence says what now holds.
  func setGoal(_ kind: GoalKind, to amount: Int?, deck: String?) throws -> String
  /// What brings reminders at these times; `program` is this program's file.
  func reminder(at times: [ReminderTime], program: String) -> ReminderPlan
  func install(_ plan: ReminderPlan) throws
  /// False when none was installed.
  func remove(_ plan: ReminderPlan) throws -> Bool
  /// In a sentence; nil when none is installed.
  func installed(_ plan: ReminderPlan) throws -> String?
  /// What a reminder says now; nil when nothing is due or the goals are met.
  func reminderWords() -> String?
  /// Shows it on the desktop; false where nothing can.
  func notify(_ words: String) -> Bool
  func allProblems() -> [Problem]
  func orphans() -> [OrphanReport]
  /// Lets the history of a text that is gone go; nil when a word is no key of one.
  func forgetOrphan(_ key: String) throws -> Bool?
  /// What happened to one card, oldest first.
  func events(ofCard name: String) throws -> [EventReport]
  /// The whole history after replay, as canonical JSON.
  func historyJSON() -> String
  func logLines() -> [String]
  /// Brings a file of another program in, its decks below another one if that is named; `text` is
  /// for text in columns.
  ///
  /// Throws `CancellationError` when its task is cancelled before anything is written for good.
  func importFile(
    _ path: String, into deck: String?, text: TextOptions, isDryRun: Bool,
    progress: @escaping @MainActor @Sendable (TransferProgress) -> Void
  ) async throws -> TransferReport
  /// Writes the notes of a query to a file.
  func export(_ request: ExportRequest) throws -> ExportReport
  /// What was done while opening that the person should know.
  var openingRemarks: [String] { get }
  /// Why what was just done is only in the journal; nil when it is in the history.
  var pendingWarning: String? { get }
  /// Makes everything written safe and keeps caches.
  func finish() async
}

/// What a command does to cards.
public enum CardAction: Hashable, Sendable {
  case suspend, unsuspend, bury, unbury, forget
  case flag(Int)
}

/// Why a command failed, and what to do.
public struct CommandFailure: Error, Hashable, Sendable {
  public var message: String
  public var nextStep: String?

  public init(_ message: String, nextStep: String? = nil) {
    self.message = message
    self.nextStep = nextStep
  }
}

/// One action of the history.
public struct ActionReport: Hashable, Sendable {
  /// What `undo` names.
  public var name: String
  public var time: String
  /// In words: "review good, leech".
  public var summary: String
  /// The beginning of the text concerned; empty when there is none.
  public var subject: String
  public var isUndone: Bool
  /// What an undo left because it was edited since, each with the reason.
  public var left: [String] = []
}

/// One deck with what it holds today.
public struct DeckReport: Hashable, Sendable {
  public var name: DeckName
  public var new: Int
  public var learning: Int
  public var due: Int
  /// Cards in it and below it.
  public var cards: Int
}

/// What is due today in the whole collection.
public struct DueReport: Hashable, Sendable {
  public var new: Int
  public var learning: Int
  public var due: Int
  public var reviewsToday: Int
  public var newToday: Int
  public var cardsToday: Int
  public var answersToday: Int
  /// Time at today's answers, at most a minute each.
  public var secondsToday: Int
  /// Against the goals of the collection.
  public var goal: GoalReport
}

/// Today against the goals of a deck, or of the whole collection.
public struct GoalReport: Hashable, Sendable {
  /// Nil for the collection.
  public var deck: DeckName?
  public var goals: DailyGoals
  public var today: DayProgress
  /// The last seven days, today last.
  public var week: [DayProgress]
  /// Of the collection; nil where nobody asked: it may take a look at many cards.
  public var streak: Streak?

  public var isMet: Bool { goals.areMet(by: today) }

  /// "goal 12 of 60 answers, 3 of 10 new cards"; nil without goals.
  public var words: String? {
    let parts = GoalKind.allCases.compactMap { kind in
      goals[kind].map { "\(today[kind]) of \(kind.words($0))" }
    }
    return parts.isEmpty
      ? nil : (isMet ? "goal reached: " : "goal ") + parts.joined(separator: ", ")
  }
}

/// How reminders are set up on a machine.
public struct ReminderPlan: Hashable, Sendable {
  public var times: [ReminderTime]
  public var servicePath: String
  public var service: String
  public var timerPath: String
  public var timer: String
  /// Lines for `crontab -e`.
  public var cron: String
  /// Whether systemd runs for this user.
  public var hasSystemd: Bool
  let units: ReminderUnits

  /// What `systemctl` calls it.
  public var timerName: String { "\(units.name).timer" }
}

/// A history whose text is gone.
public struct OrphanReport: Hashable, Sendable {
  public var key: String
  public var deck: String
  public var text: String
  public var reviews: Int
  /// Whether it was let go: nobody is reminded of it any more.
  public var isForgotten = false
}

/// One event of a card.
public struct EventReport: Hashable, Sendable {
  public var name: String
  public var time: String
  public var day: StudyDay
  public var what: String
  public var grade: Grade?
  public var interval: Interval?
  public var elapsedDays: Int?
  public var isRecomputed: Bool
  public var memory: MemoryState?
}
