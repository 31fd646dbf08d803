import AnkiExchange
import DeckFormat
import StudyDomain

// The cards of a note, and their answers.
extension PackageExport {
  mutating func addCards(
    of content: NoteContent, _ living: [Int], note: AnkiNote, remembered: ImportLedger.Note?,
    deck: Int
  ) -> [ImportLedger.Note.Card] {
    let source = content.clozeSource
    let type = noteType(of: content, deck)
    let isKnown = remembered?.guid == note.guid
    var rows: [ImportLedger.Note.Card] = []
    var ordinals: Set<Int> = []
    let ownDeck = decks.id(ofOwn: deck)
    let hasMoved = isKnown && hasMoved(remembered, to: ownDeck)
    for number in living {
      let entry = snapshot.cards[number]
      let ordinal =
        source.map { $0.numbers[Int(entry.face)] - 1 }
        ?? NoteBlockWriter.ordinal(ofFace: Int(entry.face), content, type)
      guard ordinals.insert(ordinal).inserted else { continue }
      let before = isKnown ? remembered?.cards.first { $0.ordinal == ordinal } : nil
      let id = before.flatMap { $0.id > 0 ? $0.id : nil } ?? cardIDs.make("card \(entry.key.text)")
      let history = index.id(ofCard: number)
      let place = CardExport.Source(
        number: number, id: history, original: originals.cards[id],
        position: Int64(entry.note) + 1)
      var card = cards.row(place, id: id, noteID: note.id, ordinal: ordinal)
      setDeck(&card, place, own: ownDeck, hasMoved: hasMoved)
      collection.cards.append(card)
      rows.append(.init(id: id, ordinal: ordinal, key: entry.key))
      if request.hasHistory, let history {
        reviews.add(history, as: id, original: place.original)
      }
    }
    if isKnown { addLost(note, ordinals) }
    return rows
  }

  private func noteType(of content: NoteContent, _ deck: Int) -> NoteType? {
    guard content.form == .note, let name = content.typeName else { return nil }
    let path = snapshot.decks[deck].file.map { snapshot.files[$0].path } ?? ""
    return index.library.settings.noteTypes(forFile: path)[name]
  }

  /// Cards of Anki for which the text here has none.
  private mutating func addLost(_ note: AnkiNote, _ ordinals: Set<Int>) {
    for id in originals.lostCards[note.id] ?? [] {
      guard let original = originals.cards[id], !ordinals.contains(original.card.ordinal) else {
        continue
      }
      var card = original.card
      card.deckID = decks.id(ofName: original.deck)
      card.originalDeckID = original.homeDeck.map { decks.id(ofName: $0) } ?? 0
      collection.cards.append(card)
      reviews.keepAll(ofCard: id)
    }
  }

  /// True when a note has gone to another deck here since it came.
  private mutating func hasMoved(_ remembered: ImportLedger.Note?, to deck: Int64) -> Bool {
    let first = remembered?.cards.min { $0.ordinal < $1.ordinal }
    guard let original = first.flatMap({ originals.cards[$0.id] }) else { return true }
    return decks.id(ofName: original.homeDeck ?? original.deck) != deck
  }

  /// Cards of one note may lie in several decks of Anki, and in a filtered one until they are
  /// answered.
  private mutating func setDeck(
    _ card: inout AnkiCard, _ source: CardExport.Source, own: Int64, hasMoved: Bool
  ) {
    card.deckID = own
    guard !hasMoved, let original = source.original else { return }
    guard let home = original.homeDeck else {
      card.deckID = decks.id(ofName: original.deck)
      return
    }
    let homeID = decks.id(ofName: home)
    if cards.isUntouched(source, index.state(ofCard: source.number)) {
      card.deckID = decks.id(ofName: original.deck)
      card.originalDeckID = homeID
    } else {
      card.deckID = homeID
    }
  }
}
