import AnkiExchange
import DeckFormat
import StudyDomain

// The cards of a note, and their answers.
extension PackageExport {
  mutating func addCards(
    of prepared: NotePreparer.Prepared, note: AnkiNote, remembered: ImportLedger.Note?, deck: Int,
    _ rows: OriginalRows, _ log: [AnkiReview]
  ) throws -> [ImportLedger.Note.Card] {
    var made: [ImportLedger.Note.Card] = []
    made.reserveCapacity(prepared.cards.count)
    let ownDeck = decks.id(ofOwn: deck)
    var hasMoved = false
    if let remembered { hasMoved = try self.hasMoved(remembered, prepared, to: ownDeck, rows) }
    for card in prepared.cards {
      var row = card.row
      if row.id <= 0 { row.id = cardIDs.make("card \(card.key.text)") }
      row.noteID = note.id
      setDeck(&row, card, own: ownDeck, hasMoved: hasMoved)
      collection.cards.append(row)
      made.append(.init(id: row.id, ordinal: row.ordinal, key: card.key))
      if !card.reviews.isEmpty { reviews.add(log[card.reviews], as: row.id) }
    }
    if remembered != nil {
      try addLost(note, Set(made.map(\.ordinal)), rows, movedTo: hasMoved ? ownDeck : nil)
    }
    return made
  }

  /// Cards of Anki for which the text here has none; they go where their note has gone.
  private mutating func addLost(
    _ note: AnkiNote, _ ordinals: @autoclosure () -> Set<Int>, _ rows: OriginalRows,
    movedTo deck: Int64?
  ) throws {
    guard let lost = originals.lostCards[note.id] else { return }
    let ordinals = ordinals()
    for id in lost {
      guard let original = try rows.card(id), !ordinals.contains(original.card.ordinal) else {
        continue
      }
      var card = original.card
      if let deck {
        card.deckID = deck
        if original.homeDeck != nil { card.leaveFilteredDeck() }
      } else {
        card.deckID = decks.id(ofName: original.deck)
        card.originalDeckID = original.homeDeck.map { decks.id(ofName: $0) } ?? 0
      }
      var log: [AnkiReview] = []
      if request.hasHistory { try rows.appendReviews(ofCard: id, to: &log) }
      card.setLastReview(log[...])
      collection.cards.append(card)
      reviews.add(log[...], as: id)
    }
  }

  /// True when a note has gone to another deck here since it came.
  private func hasMoved(
    _ remembered: ImportLedger.Note, _ prepared: NotePreparer.Prepared, to deck: Int64,
    _ rows: OriginalRows
  ) throws -> Bool {
    guard let first = remembered.cards.min(by: { $0.ordinal < $1.ordinal }) else { return true }
    if let card = prepared.cards.first(where: { $0.row.id == first.id }) {
      guard let home = card.homeDeck ?? card.deck else { return true }
      return !decks.hasName(home, id: deck)
    }
    guard let original = try rows.card(first.id) else { return true }
    return !decks.hasName(original.homeDeck ?? original.deck, id: deck)
  }

  /// Cards of one note may lie in several decks of Anki, and in a filtered one until they are
  /// answered.
  private mutating func setDeck(
    _ row: inout AnkiCard, _ card: NotePreparer.Card, own: Int64, hasMoved: Bool
  ) {
    row.deckID = own
    guard let deck = card.deck else { return }
    guard !hasMoved else {
      if card.homeDeck != nil, card.isUntouched { row.leaveFilteredDeck() }
      return
    }
    guard let home = card.homeDeck else {
      row.deckID = decks.id(ofName: deck)
      return
    }
    let homeID = decks.id(ofName: home)
    if card.isUntouched {
      row.deckID = decks.id(ofName: deck)
      row.originalDeckID = homeID
    } else {
      row.deckID = homeID
    }
  }
}

extension AnkiCard {
  /// Is due as it will be at home; a card that is set aside stays so.
  fileprivate mutating func leaveFilteredDeck() {
    if originalDue != 0 { due = originalDue }
    originalDue = 0
    guard queue.rawValue >= 0 else { return }
    queue =
      switch kind {
      case .new: .new
      case .review: .review
      case .learning, .relearning: due > 1_000_000_000 ? .learning : .dayLearning
      }
  }
}
