import History
import Managers
import Scheduling
import Screens
public import StudyDomain

extension CoreInteractor: CommandInteractor {
  /// Runs a command's work and puts its failure into words.
  func command<Result>(
    kept: String = "the card stays", _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch {
      let failure = ErrorWording.failure(error, kept: kept)
      throw CommandFailure(failure.message, nextStep: failure.nextStep)
    }
  }

  public func cards(matching query: Query) throws -> [CardReport] {
    try command {
      try container.flashcards.cards(matching: query).map {
        try container.flashcards.details(ofCard: $0)
      }
    }
  }

  public func cardCount(matching query: Query) throws -> Int {
    container.flashcards.cards(matching: query).count
  }

  public func unknownNames(in query: Query) -> [String] {
    container.flashcards.unknownNames(in: query)
  }

  public func card(named name: String) throws -> CardReport {
    try command {
      try container.flashcards.details(ofCard: container.flashcards.card(named: name))
    }
  }

  public func grade(_ name: String, _ grade: Grade, seconds: Double) throws -> CardReport {
    try command {
      let card = try container.flashcards.card(named: name)
      let answer = try container.session.answer(
        card: card, grade, milliseconds: Int(seconds * 1000))
      container.log.graded(
        answer.card, grade, appendMicroseconds: container.history.lastAppendMicroseconds)
      return try container.flashcards.details(ofCard: card)
    }
  }

  public func perform(_ action: CardAction, on query: Query) throws -> Int {
    let asked: FlashcardManager.Action =
      switch action {
      case .suspend: .suspend
      case .unsuspend: .unsuspend
      case .bury: .bury
      case .unbury: .unbury
      case .forget: .forget
      case .flag(let flag): .flag(flag)
      }
    return try command {
      try container.flashcards.perform(asked, on: container.flashcards.cards(matching: query))
    }
  }

  public func deckReports() -> [DeckReport] {
    container.decks.summaries().map {
      DeckReport(
        name: $0.name, new: $0.counts.new, learning: $0.counts.learning, due: $0.counts.due,
        cards: $0.cardCount)
    }
  }

  public func dueReport() -> DueReport {
    let counts = container.decks.totalCounts()
    let today = container.decks.answersToday()
    return DueReport(
      new: counts.new, learning: counts.learning, due: counts.due, reviewsToday: today.reviews,
      newToday: today.new, cardsToday: today.cards, answersToday: today.answers,
      secondsToday: today.seconds, goal: goalReport(of: nil, withStreak: false))
  }

  public func allProblems() -> [Problem] { problems }

  public func orphans() -> [OrphanReport] {
    container.orphans
  }

  public func forgetOrphan(_ key: String) throws -> Bool? {
    container.index.refresh()
    guard let orphan = container.index.orphans().first(where: { $0.key == key }) else { return nil }
    return try command { try container.flashcards.forget(orphan: orphan) }
  }

  public func historyJSON() -> String {
    container.index.refresh()
    return container.history.history.json()
  }

  public func importFile(
    _ path: String, into deck: String?, text: TextOptions, isDryRun: Bool,
    progress: @escaping @MainActor @Sendable (TransferProgress) -> Void
  ) async throws -> TransferReport {
    do {
      return try await container.transfer.importFile(
        path, TransferOptions(into: deck.map { DeckName($0) }, text: text), isDryRun: isDryRun,
        progress: progress)
    } catch let error as CancellationError {
      throw error
    } catch {
      let failure = ErrorWording.failure(error, kept: "nothing of the file was kept")
      throw CommandFailure(failure.message, nextStep: failure.nextStep)
    }
  }

  public func export(_ request: ExportRequest) throws -> ExportReport {
    try command(kept: "no file was written") { try container.transfer.export(request) }
  }

  public func logLines() -> [String] {
    container.log.lines()
  }

  public var openingRemarks: [String] {
    container.openingNotices.map { Notice($0).text }
  }

  public var pendingWarning: String? {
    pendingNotice.map { $0.text + ($0.nextStep.map { "; \($0)" } ?? "") }
  }

  public func finish() async {
    do {
      try container.history.retryPending()
      try await container.history.flush()
    } catch {
      container.log.failed("flush", reason: String(describing: error))
    }
    container.saveCaches(historyBytes: 1 << 18)
  }
}
