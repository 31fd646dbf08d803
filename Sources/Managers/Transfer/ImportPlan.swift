import AnkiExchange
import DeckFormat
import History
import StudyDomain

/// What an import is going to do, worked out before anything is written.
@MainActor struct ImportPlan {
  /// A note of the package that gets or has cards here.
  struct Note {
    enum Fate {
      case new(deck: DeckName, text: String)
      /// The same text is here already and belongs to no other note.
      case adopted
      /// `held`: by old key, the keys of the histories that must follow.
      case updated(library: Int, text: String, held: [CardKey: [CardKey]], old: [Int: CardKey])
      /// The new text is here already, its history is not.
      case relinked(held: [CardKey: [CardKey]], old: [Int: CardKey])
      case known
    }

    var note: AnkiNote
    var cards: [AnkiCard]
    var fate: Fate
    /// By number in Anki, as they will be.
    var keys: [Int: CardKey]
    var contentHash = ""

    /// The package decides about suspension, flags and due days.
    var isNew: Bool {
      switch fate {
      case .new, .adopted: true
      case .updated, .relinked, .known: false
      }
    }
  }

  private(set) var notes: [Note] = []
  private(set) var report: TransferReport
  private(set) var registry: NoteTypeRegistry
  private(set) var placement: DeckPlacement
  private(set) var decks: [Int64: DeckName] = [:]
  var media: MediaImport
  let contents: PackageContents
  let ledger: ImportLedger
  private let index: StudyIndex
  private let parent: DeckName?
  private var writers: [Int64: NoteBlockWriter] = [:]
  /// Keys of texts that belong to a note of an earlier import or of this one.
  private var claimed: Set<CardKey> = []
  /// Keys of texts that this import is going to write.
  private var coming: Set<CardKey> = []

  private var snapshot: LibrarySnapshot { index.library.snapshot }
  private var history: History { index.history.history }

  /// Looks at every note; throws what reading the package or a file of the collection throws.
  init(
    package: AnkiPackage, ledger: ImportLedger, index: StudyIndex, parent: DeckName?,
    report: TransferReport
  ) throws {
    contents = PackageContents(
      try package.collection(), calendar: index.clock.calendar, moved: ledger.moved)
    self.ledger = ledger
    self.index = index
    self.parent = parent
    self.report = report
    media = MediaImport(package: package, collection: index.library.folder)
    registry = NoteTypeRegistry(
      index.library.settings.noteTypes[".deckle"] ?? NoteTypes(), known: ledger.typeNames)
    placement = DeckPlacement(index.library.snapshot)
    self.report.remarks = contents.collection.repairs.map(\.description)
    claimKnown()
    for note in contents.collection.notes { try add(note) }
    if self.report.new + self.report.updated > 0 { try media.noteStatic() }
    self.report.media = media.count
    self.report.missingMedia = media.missing.sorted()
    countReviews()
  }

  /// The texts of notes that earlier imports brought are theirs.
  private mutating func claimKnown() {
    for note in ledger.notes.values {
      for card in note.cards {
        if let number = living(card.key) { claimed.insert(snapshot.cards[number].key) }
      }
    }
  }

  /// The card that a key of the ledger is now: its history's, else that of the text.
  private func living(_ key: CardKey) -> Int? {
    if let id = history.card(holding: key), let card = index.card(of: id) { return card }
    return snapshot.card(of: key)
  }

  // MARK: Notes

  private mutating func add(_ note: AnkiNote) throws {
    guard let type = contents.types[note.noteTypeID] else {
      return skip(note, "its type is missing")
    }
    let cards = contents.cards(ofNote: note.id)
    guard let first = cards.first else { return skip(note, "it has no card") }
    if let known = ledger.notes[note.guid] {
      try addKnown(note, type, cards, known)
    } else {
      try addUnknown(note, type, cards, deck(of: first))
    }
  }

  private mutating func addUnknown(
    _ note: AnkiNote, _ type: AnkiNoteType, _ cards: [AnkiCard], _ deck: DeckName
  ) throws {
    let fields = try fields(of: note)
    let writer = writer(for: type)
    let ordinals = Set(cards.map(\.ordinal))
    let tags = Self.tags(note)
    var found: NoteBlock?
    for id in [nil, Self.pin(note)] {
      guard let block = writer.block(fields: fields, tags: tags, id: id, ordinals: ordinals) else {
        return skip(note, "its front is empty, so it makes no card")
      }
      let keys = Set(block.keys.values)
      if keys.allSatisfy({ snapshot.card(of: $0) != nil && !claimed.contains($0) }) {
        claimed.formUnion(keys)
        report.unchanged += 1
        notes.append(
          Note(
            note: note, cards: cards, fate: .adopted, keys: block.keys,
            contentHash: block.contentHash))
        return
      }
      if !keys.contains(where: { snapshot.card(of: $0) != nil || coming.contains($0) }) {
        found = block
        break
      }
    }
    guard let block = found else {
      return skip(note, "a note with its text and id is here already")
    }
    take(block, for: type)
    report.new += 1
    report.cards += cards.count { block.keys[$0.ordinal] != nil }
    report.lostCards += cards.count { block.keys[$0.ordinal] == nil }
    report.trimmedFields += block.trimmed
    let place = placement.place(of: deck)
    if let row = report.decks.firstIndex(where: { $0.path == place.path }) {
      report.decks[row].notes += 1
    } else {
      report.decks.append(.init(name: deck, path: place.path, notes: 1))
    }
    notes.append(
      Note(
        note: note, cards: cards, fate: .new(deck: deck, text: block.text), keys: block.keys,
        contentHash: block.contentHash))
  }

  private mutating func addKnown(
    _ note: AnkiNote, _ type: AnkiNoteType, _ cards: [AnkiCard], _ known: ImportLedger.Note
  ) throws {
    let old = Dictionary(
      known.cards.map { ($0.ordinal, $0.key) }, uniquingKeysWith: { one, _ in one })
    let numbers = old.compactMapValues { living($0) }
    let current = numbers.mapValues { snapshot.cards[$0].key }
    func keep() { notes.append(Note(note: note, cards: cards, fate: .known, keys: current)) }
    guard known.fieldHash != Self.fieldHash(note), note.modified > known.modified else {
      report.unchanged += 1
      return keep()
    }
    guard type.id == known.typeID else {
      report.conflicting.append(
        .init(text: Self.title(note), reason: "its type is another one now"))
      return keep()
    }
    let held = Dictionary(
      (Array(old.values) + current.values).map { ($0, heldKeys($0)) },
      uniquingKeysWith: { one, _ in one })
    let fields = try fields(of: note)
    let writer = writer(for: type)
    let ordinals = Set(cards.map(\.ordinal))
    guard let first = numbers.min(by: { $0.key < $1.key })?.value else {
      // Perhaps an import that was cut off has written the text already.
      if let block = writer.block(fields: fields, tags: [], id: nil, ordinals: ordinals),
        block.keys.values.allSatisfy({ snapshot.card(of: $0) != nil && !claimed.contains($0) })
      {
        claimed.formUnion(block.keys.values)
        report.updated += 1
        notes.append(
          Note(
            note: note, cards: cards, fate: .relinked(held: held, old: old), keys: block.keys,
            contentHash: block.contentHash))
        return
      }
      report.conflicting.append(
        .init(text: Self.title(note), reason: "its text here was changed or taken out"))
      return
    }
    let number = Int(snapshot.cards[first].note)
    // A text that cannot be read at this moment is not written over.
    let content = try? index.library.content(ofNote: number)
    let file = snapshot.files[Int(snapshot.notes[number].file)]
    guard let content, content.fieldHash == known.contentHash, !file.hasConflictMarkers else {
      report.conflicting.append(.init(text: Self.title(note), reason: "it changed here too"))
      return keep()
    }
    let own = Set(snapshot.cards(ofNote: number).map { snapshot.cards[$0].key })
    let tags = content.tags + Self.tags(note).filter { !content.tags.contains($0) }
    for id in [content.pinnedID, Self.pin(note)] {
      guard let block = writer.block(fields: fields, tags: tags, id: id, ordinals: ordinals) else {
        return skip(note, "its front is empty now, so it would make no card")
      }
      let others = block.keys.values.filter { !own.contains($0) }
      let isTaken = others.contains { snapshot.card(of: $0) != nil || coming.contains($0) }
      if isTaken { continue }
      take(block, for: type)
      report.updated += 1
      report.trimmedFields += block.trimmed
      notes.append(
        Note(
          note: note, cards: cards,
          fate: .updated(library: number, text: block.text, held: held, old: current),
          keys: block.keys, contentHash: block.contentHash))
      return
    }
    skip(note, "a note with its text and id is here already")
  }

  private func heldKeys(_ key: CardKey) -> [CardKey] {
    let text = living(key).map { snapshot.cards[$0].key } ?? key
    let held = history.keysHeld(by: text)
    return held.isEmpty ? [text] : held
  }

  private mutating func take(_ block: NoteBlock, for type: AnkiNoteType) {
    coming.formUnion(block.keys.values)
    guard let name = block.typeName else { return }
    registry.use(name, in: index.library.settings.noteTypes[".deckle"] ?? NoteTypes())
    report.noteTypes = registry.added.map(\.name)
  }

  private mutating func skip(_ note: AnkiNote, _ reason: String) {
    report.skipped.append(.init(text: Self.title(note), reason: reason))
  }

  private mutating func fields(of note: AnkiNote) throws -> [String] {
    try media.note(note.joinedFields)
    let renamed = media.renamed
    guard !renamed.isEmpty else { return note.fields }
    return note.fields.map { AnkiMedia.renaming(renamed, in: $0) }
  }

  private mutating func writer(for type: AnkiNoteType) -> NoteBlockWriter {
    if let writer = writers[type.id] { return writer }
    let entry = registry.entry(for: type)
    let writer = NoteBlockWriter(type: type, typeName: entry.name, noteType: entry.type)
    writers[type.id] = writer
    return writer
  }

  private mutating func deck(of card: AnkiCard) -> DeckName {
    if let name = decks[card.homeDeckID] { return name }
    let own = contents.deckName(of: card)
    let name: DeckName =
      parent.map { own == "Default" ? $0 : DeckName("\($0.text)::\(own)") } ?? DeckName(own)
    decks[card.homeDeckID] = name
    return name
  }

  private mutating func countReviews() {
    let schedule = ScheduleImport(contents: contents, index: index)
    for note in notes {
      for card in note.cards {
        guard let key = note.keys[card.ordinal] else { continue }
        let number = snapshot.card(of: key)
        let counts = schedule.missingReviews(ofCard: card.id, number: number)
        report.reviews += counts.missing
        report.knownReviews += counts.known
      }
    }
  }
}
