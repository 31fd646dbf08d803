import Managers
import Screens
import StudyDomain

/// What keys do to the card on screen, grades apart, across the managers concerned.
@MainActor struct CardActions {
  let session: StudySessionManager
  let flashcards: FlashcardManager
  let decks: DeckManager
  let index: StudyIndex
  private var snapshot: LibrarySnapshot { index.library.snapshot }

  /// Does it; the sentence says what was done where the screen does not show it anyway.
  func perform(_ action: StudyAction) throws -> String? {
    switch action {
    case .buryCard: return try leave(.bury, wholeNote: false, "buried until tomorrow")
    case .buryNote: return try leave(.bury, wholeNote: true, "buried until tomorrow")
    case .suspendCard: return try leave(.suspend, wholeNote: false, "suspended")
    case .suspendNote: return try leave(.suspend, wholeNote: true, "suspended")
    case .deleteNote:
      guard let card = session.currentCard else { return nil }
      let count = snapshot.cards(ofNote: Int(snapshot.cards[card].note)).count
      try flashcards.delete(notesOf: [card])
      session.actionWritten()
      return "note deleted" + (count > 1 ? " with its \(count) cards" : "")
    case .changeTags(let adding, let removing):
      guard let card = session.currentCard else { return nil }
      let count = try flashcards.changeTags(
        ofNotesOf: [card], adding: adding, removing: removing)
      guard count > 0 else { return "the tags are the same" }
      session.actionWritten()
      return "tags: " + (adding.map { "+\($0)" } + removing.map { "-\($0)" }).joined(separator: " ")
    case .toggleMark:
      guard let card = session.currentCard else { return nil }
      return try stay(.mark(!index.state(ofCard: card).isMarked))
    case .setFlag(let flag): return try stay(.flag(Int(flag)))
    case .showHeldBackSiblings:
      let count = session.showHeldBack()
      return count == 0 ? "no siblings are held back" : "\(count) siblings follow"
    case .addNew(let count):
      guard let deck = session.deck else {
        return "open one deck to add new cards to it"
      }
      try decks.addMoreToday(deck, new: count)
      session.actionWritten(adding: count)
      return "\(count) more new cards today"
    case .learnAhead:
      let count = session.learnAhead()
      return count == 0 ? "no learning cards wait" : "\(count) learning cards before their time"
    }
  }

  private func leave(
    _ action: FlashcardManager.Action, wholeNote: Bool, _ done: String
  ) throws -> String? {
    guard let card = session.currentCard else { return nil }
    let cards = wholeNote ? flashcards.siblings(ofCard: card) : [card]
    let count = try flashcards.perform(action, on: cards)
    guard count > 0 else { return nil }
    session.actionWritten()
    return count == 1 ? "card \(done)" : "\(count) cards \(done)"
  }

  private func stay(_ action: FlashcardManager.Action) throws -> String? {
    guard let card = session.currentCard else { return nil }
    if try flashcards.perform(action, on: [card]) > 0 { session.actionWritten() }
    return nil
  }
}
