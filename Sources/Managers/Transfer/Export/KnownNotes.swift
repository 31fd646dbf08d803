import AnkiExchange
import History
import StudyDomain

/// The notes of the library that Anki knows, by what imports and exports have remembered.
@MainActor struct KnownNotes {
  /// By number of the library.
  private(set) var notes: [Int: ImportLedger.Note] = [:]
  /// Anki's note types by id, the latest word on each.
  private(set) var types: [Int64: AnkiNoteType] = [:]
  private(set) var presets: [Int64: AnkiPreset] = [:]
  /// By Anki's name.
  private(set) var decks: [String: AnkiDeck] = [:]
  /// Anki's names of decks by ours.
  private(set) var deckNames: [String: String] = [:]
  /// What the latest of them said of the whole collection.
  private(set) var configuration: [String: JSONValue] = [:]
  private(set) var usesFSRS: [String: Bool] = [:]
  let ledger: ImportLedger

  /// Finds the notes by the cards that their histories, or else their texts, belong to now.
  init(_ ledger: ImportLedger, index: StudyIndex) {
    self.ledger = ledger
    for (structure, names) in ledger.structures {
      for type in structure.noteTypes { types[type.id] = type }
      for preset in structure.presets { presets[preset.id] = preset }
      configuration.merge(structure.configuration) { _, new in new }
      for deck in structure.decks {
        decks[deck.name] = deck
        usesFSRS[deck.name] = structure.usesFSRS
        if let own = names[deck.id] { deckNames[own] = deck.name }
      }
    }
    let snapshot = index.library.snapshot
    let history = index.history.history
    notes.reserveCapacity(ledger.notes.count)
    let order = ledger.notes.values.map { (id: $0.id, guid: $0.guid) }.sorted { $0.id < $1.id }
    for (_, guid) in order {
      guard let note = ledger.notes[guid] else { continue }
      var found: [(note: Int, count: Int)] = []
      for card in note.cards {
        let living =
          history.card(holding: card.key).flatMap { index.card(of: $0) }
          ?? snapshot.card(of: card.key)
        guard let living else { continue }
        let number = Int(snapshot.cards[living].note)
        if let place = found.firstIndex(where: { $0.note == number }) {
          found[place].count += 1
        } else {
          found.append((number, 1))
        }
      }
      // A note whose cards went to several texts stays with the one that has most of them.
      let best = found.max { ($0.count, $1.note) < ($1.count, $0.note) }?.note
      if let best, notes[best] == nil { notes[best] = note }
    }
  }

  /// Anki's name of one of our decks.
  func deckName(of own: String) -> String {
    deckNames[own] ?? own
  }
}
