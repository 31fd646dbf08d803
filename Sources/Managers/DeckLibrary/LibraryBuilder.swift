import CXXHash
import DeckFormat
import FileStorage
import StudyDomain

/// One deck file, read and not yet joined with the others.
struct LoadedFile: Sendable {
  var file: LibraryFile
  var parsed: ParsedDeck
}

/// Joins files into a snapshot; a file that did not change is copied from the snapshot before.
struct LibraryBuilder {
  enum Part {
    case loaded(LoadedFile)
    /// An index into the files of `previous`.
    case kept(Int)
  }

  let previous: LibrarySnapshot
  private var snapshot = LibrarySnapshot()
  /// The snapshot's own, while they grow.
  private var notes = ContiguousArray<LibraryNote>()
  private var cards = ContiguousArray<LibraryCard>()
  private var tagSets: [[String]: Int32] = [[]: 0]
  private var contexts: [String: Int32] = ["": 0]
  private var deckNumbers: [String: Int32] = [:]
  private var deckNames: [String] = []

  /// The new number of each deck, tag set and context of `previous`; -1 until it is met.
  private var keptDecks: [Int32]
  private var keptTagSets: [Int32]
  private var keptContexts: [Int32]

  private init(previous: LibrarySnapshot) {
    self.previous = previous
    keptDecks = Array(repeating: -1, count: previous.decks.count)
    keptTagSets = Array(repeating: -1, count: previous.tagSets.count)
    keptContexts = Array(repeating: -1, count: previous.contexts.count)
  }

  /// `parts` come sorted by path.
  static func snapshot(of parts: [Part], previous: LibrarySnapshot) -> LibrarySnapshot {
    var builder = LibraryBuilder(previous: previous)
    builder.reserve(parts)
    for part in parts {
      switch part {
      case .loaded(let loaded): builder.add(loaded)
      case .kept(let index): builder.keep(previous.files[index])
      }
    }
    builder.sortDecks()
    builder.snapshot.notes = Records(builder.notes)
    builder.notes = []
    builder.findDuplicates(builder.keyOrder(parts))
    builder.snapshot.cards = Records(builder.cards)
    builder.cards = []
    builder.snapshot.livingHash = builder.hashOfCards()
    if !previous.files.isEmpty { builder.compare(parts) }
    return builder.snapshot
  }

  private mutating func reserve(_ parts: [Part]) {
    var notes = 0
    var cards = 0
    for part in parts {
      switch part {
      case .loaded(let loaded):
        notes += loaded.parsed.notes.count
        cards += loaded.parsed.cards.count
      case .kept(let index):
        notes += previous.files[index].notes.count
        cards += previous.files[index].notes.count
      }
    }
    self.notes.reserveFresh(notes)
    self.cards.reserveFresh(cards)
    snapshot.files.reserveCapacity(parts.count)
  }

  // MARK: Files

  private mutating func add(_ loaded: LoadedFile) {
    var file = loaded.file
    let parsed = loaded.parsed
    let number = Int32(snapshot.files.count)
    let ownDeck = deck(file.deckName)
    let decks = parsed.deckNames.map { $0.isEmpty ? ownDeck : deck($0) }
    let tags = parsed.tagSets.map { tagSet($0) }
    let contexts = parsed.contexts.map { context($0) }
    let firstNote = notes.count
    let firstCard = Int32(cards.count)
    for note in parsed.notes {
      notes.append(
        LibraryNote(
          file: number, deck: decks[Int(note.deck)],
          firstCard: firstCard + Int32(note.firstCard), cardCount: Int32(note.cardCount),
          tagSet: tags[Int(note.tagSet)], context: contexts[Int(note.context)], parsed: note))
    }
    for card in parsed.cards {
      cards.append(
        LibraryCard(
          key: card.key, note: Int32(firstNote) + Int32(card.note),
          face: UInt16(truncatingIfNeeded: card.face), isDuplicate: false))
    }
    file.deck = Int(ownDeck)
    file.notes = firstNote..<notes.count
    snapshot.files.append(file)
  }

  private mutating func keep(_ old: LibraryFile) {
    var file = old
    let number = Int32(snapshot.files.count)
    let firstNote = notes.count
    let oldCards = previous.cards(ofFile: old)
    let (noteShift, cardShift) = (
      Int32(firstNote - old.notes.lowerBound), Int32(cards.count - oldCards.lowerBound)
    )
    let (firstCard, wasClean) = (cards.count, previous.byKey.count == previous.cards.count)
    previous.cards.withElements { cards.append(contentsOf: $0[oldCards]) }
    if noteShift != 0 || !wasClean {
      for card in firstCard..<cards.count {
        cards[card].note += noteShift
        cards[card].isDuplicate = false
      }
    }
    previous.notes.withElements { notes.append(contentsOf: $0[old.notes]) }
    for index in firstNote..<notes.count {
      var note = notes[index]
      note.file = number
      note.firstCard += cardShift
      renumber(&note)
      notes[index] = note
    }
    file.deck = Int(deck(old.deckName))
    file.notes = firstNote..<notes.count
    snapshot.files.append(file)
  }

  private mutating func renumber(_ note: inout LibraryNote) {
    let (oldDeck, oldTags, oldContext) = (Int(note.deck), Int(note.tagSet), Int(note.context))
    if keptDecks[oldDeck] < 0 { keptDecks[oldDeck] = deck(previous.decks[oldDeck].name.text) }
    if keptTagSets[oldTags] < 0 { keptTagSets[oldTags] = tagSet(previous.tagSets[oldTags]) }
    if keptContexts[oldContext] < 0 {
      keptContexts[oldContext] = context(previous.contexts[oldContext])
    }
    note.deck = keptDecks[oldDeck]
    note.tagSet = keptTagSets[oldTags]
    note.context = keptContexts[oldContext]
  }

  // MARK: Tables

  private mutating func deck(_ name: String) -> Int32 {
    if let number = deckNumbers[name] { return number }
    let number = Int32(deckNames.count)
    deckNumbers[name] = number
    deckNames.append(name)
    return number
  }

  private mutating func tagSet(_ tags: [String]) -> Int32 {
    if let number = tagSets[tags] { return number }
    let number = Int32(snapshot.tagSets.count)
    tagSets[tags] = number
    snapshot.tagSets.append(tags)
    return number
  }

  private mutating func context(_ text: String) -> Int32 {
    if let number = contexts[text] { return number }
    let number = Int32(snapshot.contexts.count)
    contexts[text] = number
    snapshot.contexts.append(text)
    return number
  }

  /// Sorts decks by name, adds missing parents and renumbers notes and files.
  private mutating func sortDecks() {
    var all = Set(deckNames.map { DeckName($0) })
    for name in deckNames { all.formUnion(DeckName(name).lineage) }
    let sorted = all.map { (name: $0, parts: $0.parts) }.sorted {
      $0.parts.lexicographicallyPrecedes($1.parts) {
        $0.utf8.lexicographicallyPrecedes($1.utf8)
      }
    }
    var places: [String: Int] = [:]
    for (index, deck) in sorted.enumerated() {
      places[deck.name.text] = index
      snapshot.decks.append(
        LibraryDeck(
          name: deck.name, parent: deck.name.parent.flatMap { places[$0.text] },
          depth: deck.parts.count - 1, file: nil))
    }
    let renumbered = deckNames.map { Int32(places[$0] ?? 0) }
    if !renumbered.elementsEqual(0..<Int32(renumbered.count)) {
      for index in notes.indices { notes[index].deck = renumbered[Int(notes[index].deck)] }
    }
    for index in snapshot.files.indices {
      let deck = Int(renumbered[snapshot.files[index].deck])
      snapshot.files[index].deck = deck
      if snapshot.decks[deck].file == nil { snapshot.decks[deck].file = index }
      snapshot.problems += snapshot.files[index].problems
    }
  }

  /// All cards by their keys' hashes; where few have come, the order before is kept.
  private func keyOrder(_ parts: [Part]) -> ContiguousArray<KeyOrder.Entry> {
    // The order before leaves duplicates out.
    guard !previous.cards.isEmpty, previous.byKey.count == previous.cards.count else {
      return KeyOrder.sorted(cards)
    }
    var moved = Array(repeating: Int32(-1), count: previous.cards.count)
    var come: [Int32] = []
    var number: Int32 = 0
    for part in parts {
      switch part {
      case .loaded(let loaded):
        let count = Int32(loaded.parsed.cards.count)
        come += number..<number + count
        number += count
      case .kept(let file):
        for card in previous.cards(ofFile: file) {
          moved[card] = number
          number += 1
        }
      }
    }
    guard come.count < cards.count / 4 else { return KeyOrder.sorted(cards) }
    return previous.byKey.withElements {
      KeyOrder.sorted(cards, keeping: $0, moved: moved, come: come)
    }
  }

  /// The same text anywhere is one card, in the first deck by path.
  private mutating func findDuplicates(_ order: ContiguousArray<KeyOrder.Entry>) {
    var byKey = ContiguousArray<Int32>()
    byKey.reserveFresh(order.count)
    var first: (hash: UInt64, card: Int32)?
    for entry in order {
      if let first, first.hash == entry.hash {
        cards[Int(entry.card)].isDuplicate = true
        snapshot.problems.append(duplicate(Int(entry.card), of: Int(first.card)))
      } else {
        first = entry
        byKey.append(entry.card)
      }
    }
    snapshot.byKey = Records(byKey)
  }

  /// Tells what differs from the snapshot before.
  private mutating func compare(_ parts: [Part]) {
    var change = LibrarySnapshot.Change()
    var isKept = Array(repeating: false, count: previous.files.count)
    for (file, part) in parts.enumerated() {
      if case .kept(let old) = part {
        isKept[old] = true
        change.keptFrom.append(old)
        continue
      }
      change.keptFrom.append(nil)
      for card in snapshot.cards(ofFile: file) where !snapshot.cards[card].isDuplicate {
        let key = snapshot.cards[card].key
        if previous.card(of: key) == nil { change.come.append(key) }
      }
    }
    for old in previous.files.indices {
      change.firstCards.append(previous.cards(ofFile: old).lowerBound)
      if isKept[old] { continue }
      for card in previous.cards(ofFile: old) where !previous.cards[card].isDuplicate {
        let key = previous.cards[card].key
        if snapshot.card(of: key) == nil { change.gone.append(key) }
      }
    }
    snapshot.change = change
  }

  /// Of all keys with their decks and notes, in the order of the library.
  private func hashOfCards() -> UInt64 {
    let state = XXH3_createState()
    defer { XXH3_freeState(state) }
    XXH3_64bits_reset(state)
    var numbers: [UInt64] = []
    let chunk = 4096
    numbers.reserveCapacity(chunk * 2)
    snapshot.notes.withElements { notes in
      snapshot.cards.withElements { cards in
        for first in stride(from: 0, to: cards.count, by: chunk) {
          numbers.removeAll(keepingCapacity: true)
          for card in cards[first..<min(first + chunk, cards.count)] {
            let deck = UInt64(notes[Int(card.note)].deck)
            numbers.append(card.key.hash)
            numbers.append(UInt64(card.note) << 32 | deck << 1 | (card.isDuplicate ? 1 : 0))
          }
          numbers.withUnsafeBytes { _ = XXH3_64bits_update(state, $0.baseAddress, $0.count) }
        }
      }
    }
    return XXH3_64bits_digest(state)
  }

  private func duplicate(_ card: Int, of first: Int) -> Problem {
    let here = snapshot.notes[Int(cards[card].note)]
    let there = snapshot.notes[Int(cards[first].note)]
    let place = "\(snapshot.files[Int(there.file)].path):\(there.parsed.line)"
    return Problem(
      .warning, path: snapshot.files[Int(here.file)].path, line: Int(here.parsed.line),
      message: "the same card stands in \(place); both count as one",
      nextStep: "delete one, or pin ids above both: <!-- id: something -->")
  }
}
