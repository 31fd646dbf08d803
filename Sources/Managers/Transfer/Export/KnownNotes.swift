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
      let parent = Self.parent(of: structure, names)
      for deck in structure.decks {
        // Those that held no note stand beside the others.
        let isDefault = deck.id == AnkiDeck.defaultID
        add(
          deck, own: names[deck.id],
          below: names[deck.id] == nil && !isDefault ? parent : nil, structure)
      }
    }
    let snapshot = index.library.snapshot
    // Only read, and nothing changes it meanwhile: the main actor waits here.
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

  /// `own` is our name of a deck that held notes, `parent` the deck that others were put under.
  private mutating func add(
    _ deck: AnkiDeck, own: String?, below parent: String?, _ structure: AnkiCollection
  ) {
    let name = own ?? parent.map { "\($0)::\(deck.name)" } ?? deck.name
    guard name != deck.name else {
      decks[name] = deck
      usesFSRS[name] = structure.usesFSRS
      if let own { deckNames[own] = name }
      return
    }
    // It was put under another name, which is that of a deck of its own: what Anki has under the old
    // one may be anything. Its options go along.
    guard decks[name].map({ $0.id == 0 }) ?? true else { return }
    var other = deck
    (other.id, other.name) = (0, name)
    if own != nil, other.isFiltered { other.kind = .normal(AnkiNormalDeck()) }
    decks[name] = other
    usesFSRS[name] = structure.usesFSRS
  }

  /// The deck that all decks of an import were put under; nil when there is none.
  private static func parent(of structure: AnkiCollection, _ names: [Int64: String]) -> String? {
    var parent: String?
    for deck in structure.decks {
      guard let own = names[deck.id] else { continue }
      let isBelow = own != deck.name && own.hasSuffix("::\(deck.name)")
      let isParent = deck.name == "Default" && own != "Default"
      guard isBelow || isParent else { return nil }
      let found = isBelow ? String(own.dropLast(deck.name.count + 2)) : own
      guard parent ?? found == found else { return nil }
      parent = found
    }
    return parent
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
