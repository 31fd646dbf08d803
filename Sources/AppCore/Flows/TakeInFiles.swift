import Managers
import Screens

/// Takes in what others did to the files: edited decks, histories that arrived.
///
/// The card on screen is followed to its new text, and asked from its question.
@MainActor struct TakeInFiles {
  let library: DeckLibrary
  let history: HistoryStore
  let flashcards: FlashcardManager
  let session: StudySessionManager

  /// What became of the card on screen, in words; nil when it is as it was.
  func callAsFunction() async throws -> Notice? {
    history.readChangedFiles()
    let ticket = self.ticket
    await library.reload()
    return try follow(ticket)
  }

  /// The same at once, where nobody watches the files.
  func now() throws -> Notice? {
    history.readChangedFiles()
    let ticket = self.ticket
    library.reloadNow()
    return try follow(ticket)
  }

  private var ticket: FlashcardManager.EditTicket? {
    session.currentCard.map { flashcards.beginEdit(ofCard: $0) }
  }

  private func follow(_ ticket: FlashcardManager.EditTicket?) throws -> Notice? {
    // Whatever fails below, the session must not go on with the cards of before.
    defer { session.refresh() }
    guard let ticket else { return nil }
    switch try flashcards.endOutsideEdit(ticket) {
    case .unchanged: return nil
    case .replaced(let key, let history):
      session.replaced(ticket.card, by: key, historyFollowed: history == .followed)
      return notice(of: history)
    case .gone:
      return Notice(.info, "the card is gone from its deck; here is the next one")
    }
  }

  private func notice(of history: FlashcardManager.HistoryFate) -> Notice {
    switch history {
    case .unstudied: Notice(.info, "the card was edited outside; here is its new text")
    case .followed: Notice(.info, "the card was edited outside, its history is kept")
    case .left:
      Notice(
        .warning, "another text stands in the card's place; it counts as a card of its own",
        nextStep: "the history returns with the old text")
    }
  }
}
