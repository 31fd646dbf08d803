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
    for note in ledger.notes.values.sorted(by: { $0.id < $1.id }) {
      var found: [Int: Int] = [:]
      for card in note.cards {
        let living =
          history.card(holding: card.key).flatMap { index.card(of: $0) }
          ?? snapshot.card(of: card.key)
        if let living { found[Int(snapshot.cards[living].note), default: 0] += 1 }
      }
      // A note whose cards went to several texts stays with the one that has most of them.
      let best = found.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
      if let best, notes[best] == nil { notes[best] = note }
    }
  }

  /// Anki's name of one of our decks.
  func deckName(of own: String) -> String {
    deckNames[own] ?? own
  }
}
