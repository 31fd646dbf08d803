import Managers
import StudyDomain

/// Makes, renames, moves and deletes decks, each as one action that `u` takes back.
@MainActor struct ChangeDecks {
  let decks: DeckManager
  let texts: TextJournal
  let session: StudySessionManager

  func create(_ deck: DeckName) throws {
    let change = try decks.creation(of: deck)
    try texts.perform("new deck \(deck.text)", change.files, events: change.events)
  }

  func rename(_ deck: DeckName, to name: DeckName) throws {
    let change = try decks.renaming(deck, to: name)
    try texts.perform(
      "\(deck.text) renamed to \(name.text)", change.files, events: change.events)
    decks.carryFolds(from: deck, to: name)
    session.refresh()
  }

  func remove(_ deck: DeckName) throws {
    let change = try decks.removal(of: deck)
    try texts.perform("deleted deck \(deck.text)", change.files, events: change.events)
    session.refresh()
  }
}
