import AnkiExchange
import DeckFormat
import History
import StudyDomain

// What becomes of each note.
extension ImportPlan {
  /// Notes whose blocks are written at once on all processors.
  static let chunk = 2048

  /// The blocks that are sure to be asked for, up to a note of which that is not sure.
  mutating func jobs(_ places: Range<Int>) throws -> PreparedBlocks.Jobs {
    var jobs = PreparedBlocks.Jobs(end: places.upperBound)
    guard matcher == nil else { return jobs }
    for place in places {
      let note = contents.collection.notes[place]
      guard ledger.notes[note.guid] == nil else {
        jobs.isWhole = false
        break
      }
      guard exact[note.id] == nil, let type = contents.types[note.noteTypeID] else { continue }
      let cards = contents.cards(ofNote: note.id)
      guard !cards.isEmpty else { continue }
      // Names are found in their order; what a later note brings changes no earlier one.
      try media.note(note.joinedFields)
      if jobs.writers[type.id] == nil { jobs.writers[type.id] = writer(for: type).recipe }
      jobs.list.append(.init(place: place, note: .init(note: note, cards: cards)))
    }
    jobs.renamed = media.renamed
    return jobs
  }

  mutating func add(_ note: AnkiNote, _ prepared: PreparedBlocks.Block?) throws {
    guard let type = contents.types[note.noteTypeID] else {
      return skip(note, "its type is missing")
    }
    let cards = contents.cards(ofNote: note.id)
    guard let first = cards.first else { return skip(note, "it has no card") }
    if let own = exact[note.id] {
      addExact(note, cards, deck(of: first), own)
    } else if matcher != nil {
      try addRow(note, type, cards, deck(of: first))
    } else if let known = ledger.notes[note.guid] {
      try addKnown(note, type, cards, known)
    } else {
      try addUnknown(note, type, cards, deck(of: first), prepared)
    }
  }

  mutating func addUnknown(
    _ note: AnkiNote, _ type: AnkiNoteType, _ cards: ArraySlice<AnkiCard>, _ deck: DeckName,
    _ prepared: PreparedBlocks.Block? = nil
  ) throws {
    var found: NoteBlock?
    for isPinned in [false, true] {
      let written: NoteBlock?
      if !isPinned, let prepared {
        written = prepared.block
      } else {
        written = writer(for: type).block(
          .init(
            fields: try fields(of: note), tags: Self.tags(note), ordinals: Set(cards.map(\.ordinal))
          ),
          id: isPinned ? Self.pin(note) : nil)
      }
      guard let block = written else {
        return skip(note, "its front is empty, so it makes no card")
      }
      let keys = block.keys.values
      if keys.allSatisfy({ snapshot.card(of: $0) != nil && !claimed.contains($0) }) {
        claimed.formUnion(keys)
        report.unchanged += 1
        list(.unchanged, "its text is here already")
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
    addNew(note, cards, deck, block, prepared?.words)
  }

  /// Writes a note at the end of its deck.
  mutating func addNew(
    _ note: AnkiNote, _ cards: ArraySlice<AnkiCard>, _ deck: DeckName, _ block: NoteBlock,
    _ words: NoteWords? = nil
  ) {
    take(block)
    report.new += 1
    list(.new, reason(for: deck))
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
        contentHash: block.contentHash, words: words ?? block.words.map { NoteWords($0) }))
  }

  func heldKeys(_ key: CardKey) -> [CardKey] {
    let text = living(key).map { snapshot.cards[$0].key } ?? key
    let held = history.keysHeld(by: text)
    return held.isEmpty ? [text] : held
  }

  mutating func take(_ block: NoteBlock) {
    coming.formUnion(block.keys.values)
    guard let name = block.typeName else { return }
    registry.use(name, in: index.library.settings.noteTypes[".deckle"] ?? NoteTypes())
    report.noteTypes = registry.added.map(\.name)
  }

  mutating func skip(_ note: AnkiNote, _ reason: String) {
    report.skipped.append(.init(text: label(note), reason: reason))
    list(.skipped, reason)
  }

  mutating func fields(of note: AnkiNote) throws -> [String] {
    try media.note(note.joinedFields)
    let renamed = media.renamed
    guard !renamed.isEmpty else { return note.fields }
    return note.fields.map { AnkiMedia.renaming(renamed, in: $0) }
  }

  mutating func writer(for type: AnkiNoteType) -> NoteBlockWriter {
    if let writer = writers[type.id] { return writer }
    let writer: NoteBlockWriter
    if let own = matcher?.rules.ownTypes[type.id] {
      registry.know(type.id, own.name)
      writer = NoteBlockWriter(
        type: type, notation: .typed, typeName: own.name, noteType: own.type)
    } else {
      let contents = contents
      let entry = registry.entry(for: type) { ordinal in
        contents.collection.notes.contains { note in
          note.noteTypeID == type.id
            && contents.cards(ofNote: note.id).contains { $0.ordinal == ordinal }
        }
      }
      writer = NoteBlockWriter(type: type, typeName: entry.name, noteType: entry.type)
    }
    writers[type.id] = writer
    return writer
  }

  mutating func deck(of card: AnkiCard) -> DeckName {
    if let name = decks[card.homeDeckID] { return name }
    let own = contents.deckName(of: card)
    let name: DeckName =
      parent.map { own == "Default" ? $0 : DeckName("\($0.text)::\(own)") } ?? DeckName(own)
    decks[card.homeDeckID] = name
    return name
  }

  /// One text for all notes of a deck.
  private mutating func reason(for deck: DeckName) -> String {
    if let known = reasons[deck.text] { return known }
    let reason = "to \(deck.parts.joined(separator: " › "))"
    reasons[deck.text] = reason
    return reason
  }

  mutating func countReviews(_ breather: inout Breather) async throws {
    for place in notes.indices {
      for card in notes[place].cards.indices {
        guard let key = notes[place].keys[contents.cards[card].ordinal] else { continue }
        countReviews(ofCardAt: card, key)
      }
      guard breather.isDue else { continue }
      try await breather.breathe()
      guard isCurrent else { return }
    }
  }

  /// How many reviews of a card are in the history, and how many are not.
  private mutating func countReviews(ofCardAt place: Int, _ key: CardKey) {
    let known = ScheduleImport.knownTimes(history.card(ofText: key), history)
    for review in contents.reviews(ofCardAt: place) where Grade(rawValue: review.button) != nil {
      if !known.isEmpty, known.contains(review.id) {
        report.knownReviews += 1
      } else {
        report.reviews += 1
      }
    }
  }
}
