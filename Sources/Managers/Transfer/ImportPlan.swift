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
    /// What was read back of a new note.
    var words: NoteWords?

    /// The package decides about suspension, flags and due days.
    var isNew: Bool {
      switch fate {
      case .new, .adopted: true
      case .updated, .relinked, .known: false
      }
    }
  }

  /// A line of the preview.
  enum Line {
    /// A note's place in the source, and what is said of it.
    case note(Int, reason: String)
    /// What the source itself left out.
    case told(TransferReport.Note)
  }

  var notes: [Note] = []
  /// The notes of the source by what becomes of them, in its order.
  private(set) var lists: [TransferKind: [Line]] = [:]
  var report: TransferReport
  private(set) var registry: NoteTypeRegistry
  private(set) var placement: DeckPlacement
  private(set) var decks: [Int64: DeckName] = [:]
  var media: MediaImport
  let contents: PackageContents
  let ledger: ImportLedger
  let index: StudyIndex
  private let parent: DeckName?
  private var writers: [Int64: NoteBlockWriter] = [:]
  /// Finds notes by their texts; nil where guids say it all.
  var matcher: TextMatcher?
  /// Notes that come in our own notation, by their numbers in the source.
  let exact: [Int64: ExactNote]
  let keepsRows: Bool
  /// Keys of texts that belong to a note of an earlier import or of this one.
  var claimed: Set<CardKey> = []
  /// Keys of texts that this import is going to write.
  var coming: Set<CardKey> = []
  /// The place in the source of the note that is looked at.
  private var current = 0
  /// What library and history were when the plan was begun.
  private let revisions: [Int]

  var snapshot: LibrarySnapshot { index.library.snapshot }
  var history: History { index.history.history }

  /// A plan that `compare` has yet to fill.
  init(
    contents: PackageContents, source: ImportSource, ledger: ImportLedger, index: StudyIndex,
    options: TransferOptions, report: TransferReport
  ) {
    self.contents = contents
    self.ledger = ledger
    self.index = index
    parent = options.parent
    self.report = report
    revisions = [index.library.revision, index.history.revision]
    media = MediaImport(source: source.media, collection: index.library.folder)
    registry = NoteTypeRegistry(
      index.library.settings.noteTypes[".deckle"] ?? NoteTypes(), known: ledger.typeNames)
    placement = DeckPlacement(index.library.snapshot)
    self.report.remarks = contents.collection.repairs.map(\.description) + source.remarks
    self.report.skipped = source.skipped
    self.report.format = source.format
    self.report.textOptions = source.textOptions
    lists[.skipped] = source.skipped.map { .told($0) }
    matcher = source.matching.map { TextMatcher($0) }
    exact = source.exact
    keepsRows = source.keepsRows
    for (name, type) in source.noteTypes.types { registry.offer(name, type) }
  }

  /// False when library or history have changed since the plan was begun.
  var isCurrent: Bool { revisions == [index.library.revision, index.history.revision] }

  /// Looks at every note, a few at a time; throws what reading media or a file of the collection
  /// throws.
  ///
  /// Returns false when library or history changed meanwhile: then another plan is needed.
  mutating func compare(_ reporter: ProgressReporter) async throws -> Bool {
    claimKnown()
    var breather = Breather(reporter)
    let total = contents.collection.notes.count
    var start = 0
    while start < total {
      let end = min(start + Self.chunk, total)
      let prepared = try await PreparedBlocks(jobs(start..<end))
      guard isCurrent else { return false }
      for place in start..<end {
        current = place
        try add(contents.collection.notes[place], prepared.blocks[place])
        guard breather.isDue else { continue }
        reporter.report(.comparing, place, of: total)
        try await breather.breathe()
        guard isCurrent else { return false }
      }
      start = end
    }
    if report.new + report.updated > 0 { try media.noteStatic() }
    report.media = media.count
    report.missingMedia = media.missing.sorted()
    try await countReviews(&breather)
    return isCurrent
  }

  /// A line of a list, with the beginning of the note's text.
  func line(of line: Line) -> TransferReport.Note {
    switch line {
    case .note(let place, let reason):
      .init(text: label(contents.collection.notes[place]), reason: reason)
    case .told(let note): note
    }
  }

  mutating func list(_ kind: TransferKind, _ reason: String) {
    lists[kind, default: []].append(.note(current, reason: reason))
  }

  /// Lists a note as unchanged that was listed as updated before.
  mutating func unlist(_ id: Int64) {
    let notes = contents.collection.notes
    lists[.updated]?.removeAll { line in
      guard case .note(let place, _) = line else { return false }
      return notes[place].id == id
    }
    list(.unchanged, "a later row means the same note")
  }

  mutating func conflict(_ note: AnkiNote, _ reason: String) {
    report.conflicting.append(.init(text: label(note), reason: reason))
    list(.conflicting, reason)
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
  func living(_ key: CardKey) -> Int? {
    if let id = history.card(holding: key), let card = index.card(of: id) { return card }
    return snapshot.card(of: key)
  }

  // MARK: Notes

  /// Notes whose blocks are written at once on all processors.
  private static let chunk = 2048

  /// The blocks that are sure to be asked for, up to a note of which that is not sure.
  private mutating func jobs(_ places: Range<Int>) throws -> [PreparedBlocks.Job] {
    guard matcher == nil else { return [] }
    var jobs: [PreparedBlocks.Job] = []
    for place in places {
      let note = contents.collection.notes[place]
      guard ledger.notes[note.guid] == nil else { break }
      guard exact[note.id] == nil, let type = contents.types[note.noteTypeID] else { continue }
      let cards = contents.cards(ofNote: note.id)
      guard !cards.isEmpty else { continue }
      jobs.append(
        PreparedBlocks.Job(
          place: place, fields: try fields(of: note), tags: Self.tags(note),
          ordinals: Set(cards.map(\.ordinal)), writer: writer(for: type).recipe))
    }
    return jobs
  }

  private mutating func add(_ note: AnkiNote, _ prepared: PreparedBlocks.Block?) throws {
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
    _ note: AnkiNote, _ type: AnkiNoteType, _ cards: [AnkiCard], _ deck: DeckName,
    _ prepared: PreparedBlocks.Block? = nil
  ) throws {
    let fields = try prepared?.fields ?? fields(of: note)
    let writer = writer(for: type)
    let ordinals = Set(cards.map(\.ordinal))
    let tags = Self.tags(note)
    var found: NoteBlock?
    for id in [nil, Self.pin(note)] {
      let written: NoteBlock?
      if id == nil, let prepared {
        written = prepared.block
      } else {
        written = writer.block(fields: fields, tags: tags, id: id, ordinals: ordinals)
      }
      guard let block = written else {
        return skip(note, "its front is empty, so it makes no card")
      }
      let keys = Set(block.keys.values)
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
    addNew(note, cards, deck, block)
  }

  /// Writes a note at the end of its deck.
  mutating func addNew(
    _ note: AnkiNote, _ cards: [AnkiCard], _ deck: DeckName, _ block: NoteBlock
  ) {
    take(block)
    report.new += 1
    list(.new, "to \(deck.parts.joined(separator: " › "))")
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
        contentHash: block.contentHash, words: block.words))
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
      list(.unchanged, "it came with an earlier import")
      return keep()
    }
    guard type.id == known.typeID else {
      conflict(note, "its type is another one now")
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
        list(.updated, "its new text is here, its history follows")
        notes.append(
          Note(
            note: note, cards: cards, fate: .relinked(held: held, old: old), keys: block.keys,
            contentHash: block.contentHash))
        return
      }
      conflict(note, "its text here was changed or taken out")
      return
    }
    let number = Int(snapshot.cards[first].note)
    // A text that cannot be read at this moment is not written over.
    let content = try? index.library.content(ofNote: number)
    let file = snapshot.files[Int(snapshot.notes[number].file)]
    guard let content, content.fieldHash == known.contentHash, !file.hasConflictMarkers else {
      conflict(note, "it changed here too")
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
      take(block)
      report.updated += 1
      list(.updated, "it changed in the file only")
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
      let entry = registry.entry(for: type)
      writer = NoteBlockWriter(type: type, typeName: entry.name, noteType: entry.type)
    }
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

  private mutating func countReviews(_ breather: inout Breather) async throws {
    let schedule = ScheduleImport(contents: contents, index: index)
    for note in notes {
      for card in note.cards {
        guard let key = note.keys[card.ordinal] else { continue }
        let number = snapshot.card(of: key)
        let counts = schedule.missingReviews(ofCard: card.id, number: number)
        report.reviews += counts.missing
        report.knownReviews += counts.known
      }
      guard breather.isDue else { continue }
      try await breather.breathe()
      guard isCurrent else { return }
    }
  }
}
