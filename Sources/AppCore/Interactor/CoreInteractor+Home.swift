import FileStorage
import Managers
import Scheduling
public import Screens
public import StudyDomain

extension CoreInteractor: HomeInteractor {
  public var home: HomeOverview {
    let key = HomeKey(
      library: container.library.revision, history: container.history.revision,
      folded: container.decks.folded, isPending: container.history.pendingError != nil,
      tenSeconds: container.clock.now().seconds / 10, day: container.clock.today,
      progress: container.progress.revision)
    return homeMemo.value(for: key) { overview() }
  }

  private func overview() -> HomeOverview {
    let decks = container.decks.summaries()
    let rows = decks.map { deck in
      DeckRow(
        name: deck.name, depth: deck.depth, hasChildren: deck.hasChildren,
        isFolded: deck.isFolded, isPinned: deck.isPinned, counts: CardCounts(deck.counts))
    }
    let answers = container.decks.answersToday()
    let top = decks.filter { $0.parent == nil }
    let today = TodaySummary(
      reviewsDone: answers.reviews,
      reviewsLeft: top.reduce(0) { $0 + $1.counts.due },
      newDone: answers.new, newLeft: top.reduce(0) { $0 + $1.counts.new },
      cards: answers.cards, answers: answers.answers, seconds: answers.seconds)
    let problems = container.problems.count
    return HomeOverview(
      day: container.clock.today, dayEnds: dayEnds, content: .ready(decks: rows, today: today),
      notices: notices(problems: problems), problemCount: problems,
      progress: studyProgress)
  }

  private var dayEnds: String {
    ValueKind.timeText(container.clock.calendar.rolloverMinutes)
  }

  private func notices(problems: Int) -> [Notice] {
    var notices: [Notice] = []
    if let pendingNotice { notices.append(pendingNotice) }
    if let missing = container.history.missing {
      notices.append(
        Notice(
          .warning, "the history lacks \(missing.count) of this machine's events",
          nextStep: "nothing is written until you decide about them"))
    }
    notices += container.openingNotices.map(Notice.init)
    let lost = container.newOrphanCount
    if lost > 0 {
      notices.append(
        Notice(
          .warning,
          lost == 1
            ? "an edited card lost its history" : "\(lost) edited cards lost their history",
          nextStep: "see Problems"))
    }
    return notices
  }

  public func setFolded(_ isFolded: Bool, deck: DeckName) throws {
    container.decks.setFolded(deck, isFolded)
  }

  public func setPinned(_ isPinned: Bool, deck: DeckName) throws {
    try attempt {
      let change = try container.decks.optionChange("pinned", to: "\(isPinned)", of: deck)
      try container.texts.perform(
        "\(isPinned ? "pinned" : "unpinned") \(deck.text)", change.files, events: change.events)
    }
  }

  public func addForToday(newCards: Int, reviews: Int, deck: DeckName) throws -> String {
    try attempt {
      try undoable {
        try container.decks.addMoreToday(deck, new: newCards, reviews: reviews)
      }
      let (count, what) = newCards > 0 ? (newCards, "new card") : (reviews, "review")
      return "\(count) more \(what)\(count == 1 ? "" : "s") of \(deck.text) today"
    }
  }

  /// Tells the session of an action, so that undo takes it back in its turn; a change that undo
  /// knows nothing of is none.
  func undoable<Result>(_ body: () throws -> Result) throws -> Result {
    let before = container.history.newestAction
    let result = try body()
    if container.history.newestAction != before { container.session.actionWritten() }
    return result
  }

  public func reload() {
    container.library.reloadNow()
    container.history.readChangedFiles()
    container.tookFiles()
  }
}

extension Notice {
  init(_ opening: DependencyContainer.OpeningNotice) {
    switch opening {
    case .restored(let lines):
      self.init(
        .warning,
        lines == 1
          ? "an event that an older revision of the folder lacked was written again"
          : "\(lines) events that an older revision of the folder lacked were written again")
    case .newWriter(.olderRevisionAccepted):
      self.init(.info, "the older revision is accepted: this machine goes on in a new history file")
    case .newWriter:
      self.init(
        .info, "this machine has not written to this collection before: a new history file begins")
    case .clockBehind:
      self.init(
        .warning, "the clock is behind the newest event of the history",
        nextStep: "check the date of this machine before you study")
    }
  }
}

/// All that Home's picture depends on; learning steps come due with time.
struct HomeKey: Equatable {
  var library: Int
  var history: Int
  var folded: Set<String>
  var isPending: Bool
  var tenSeconds: Int64
  var day: StudyDay
  var progress: Int
}
