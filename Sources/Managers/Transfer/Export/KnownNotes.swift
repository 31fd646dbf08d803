import AnkiExchange
import History
import StudyDomain

/// The notes of the library that Anki knows, by what imports and exports have remembered.
struct KnownNotes: Sendable {
  /// By id in Anki.
  private let notes: [ImportLedger.Note]
  /// By number of the library: places in `notes`.
  private var places: [Int: Int32] = [:]
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
  /// Without its notes.
  let ledger: ImportLedger

  /// Finds the notes by the cards that their histories, or else their texts, belong to now.
  @MainActor init(_ ledger: consuming ImportLedger, index: StudyIndex, numbers: CardNumbers) {
    notes = Self.ordered(ledger.takeNotes())
    self.ledger = ledger
    for (structure, names) in self.ledger.structures {
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
    nonisolated(unsafe) let history = index.history.history
    let best = parallelMap(notes) { note in
      Self.number(of: note) { key in
        history.card(holding: key).flatMap { id in
          numbers.card(of: id) ?? history.key(of: id).flatMap { snapshot.card(of: $0) }
        } ?? snapshot.card(of: key)
      } note: {
        Int(snapshot.cards[$0].note)
      }
    }
    places.reserveCapacity(notes.count)
    for (place, number) in best.enumerated() {
      if let number, places[number] == nil { places[number] = Int32(place) }
    }
  }

  private static func ordered(_ notes: [String: ImportLedger.Note]) -> [ImportLedger.Note] {
    let all = Array(notes.values)
    let order = all.indices.map { (id: all[$0].id, place: $0) }.sorted {
      $0.id != $1.id ? $0.id < $1.id : all[$0.place].guid < all[$1.place].guid
    }
    return order.map { all[$0.place] }
  }

  /// The library's note that has most of a note's cards, the first one among equals.
  private static func number(
    of known: ImportLedger.Note, card: (CardKey) -> Int?, note: (Int) -> Int
  ) -> Int? {
    var found: [(note: Int, count: Int)] = []
    for own in known.cards {
      guard let living = card(own.key) else { continue }
      let number = note(living)
      if let place = found.firstIndex(where: { $0.note == number }) {
        found[place].count += 1
      } else {
        found.append((number, 1))
      }
    }
    // A note whose cards went to several texts stays with the one that has most of them.
    return found.max { ($0.count, $1.note) < ($1.count, $0.note) }?.note
  }

  /// What Anki knows of a note of the library.
  subscript(number: Int) -> ImportLedger.Note? {
    places[number].map { notes[Int($0)] }
  }

  /// The ids in Anki of the cards that a note had.
  func forEachCardID(ofNote number: Int, _ body: (Int64) -> Void) {
    guard let place = places[number] else { return }
    for card in notes[Int(place)].cards where card.id > 0 { body(card.id) }
  }

  /// The number of notes that Anki knows, those that are gone here among them.
  var count: Int { notes.count }

  var noteIDs: Set<Int64> { Set(notes.map(\.id)) }

  var cardIDs: Set<Int64> { Set(notes.lazy.flatMap { $0.cards.lazy.map(\.id) }) }

  /// Anki's name of one of our decks.
  func deckName(of own: String) -> String {
    deckNames[own] ?? own
  }
}
