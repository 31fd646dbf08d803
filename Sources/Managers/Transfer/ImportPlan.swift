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
    var cards: ArraySlice<AnkiCard>
    var fate: Fate
    /// By number in Anki, as they will be.
    let keys: NoteKeys
    /// Of the fields as they are read back.
    let contentHash: TransferHash.Digits
    /// What was read back of a new note.
    var words: NoteWords?

    init(
      note: AnkiNote, cards: ArraySlice<AnkiCard>, fate: Fate, keys: [Int: CardKey],
      contentHash: String = "", words: NoteWords? = nil
    ) {
      self.note = note
      self.cards = cards
      self.fate = fate
      self.keys = NoteKeys(keys)
      self.contentHash = TransferHash.Digits(contentHash)
      self.words = words
    }

    /// The package decides about suspension, flags and due days.
    var isNew: Bool {
      switch fate {
      case .new, .adopted: true
      case .updated, .relinked, .known: false
      }
    }

    /// Nothing of it is to be written.
    var isKnown: Bool {
      if case .known = fate { true } else { false }
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
  var lists: [TransferKind: [Line]] = [:]
  /// By note of the source: the note of the library that it is in conflict with.
  var counterparts: [Int64: Int] = [:]
  var report: TransferReport
  var registry: NoteTypeRegistry
  var placement: DeckPlacement
  var decks: [Int64: DeckName] = [:]
  var media: MediaImport
  private(set) var contents: PackageContents
  let ledger: ImportLedger
  let index: StudyIndex
  let parent: DeckName?
  var writers: [Int64: NoteBlockWriter] = [:]
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
  var current = 0
  /// Why notes are new, by deck.
  var reasons: [String: String] = [:]
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
    notes.reserveCapacity(total)
    var start = 0
    var blocks = PreparedBlocks()
    while start < total {
      let end = min(start + Self.chunk, total)
      if blocks.end <= start { blocks = await PreparedBlocks(try jobs(start..<end)) }
      // The next ones are written while these are added, unless adding decides about them.
      let next =
        blocks.isWhole ? try jobs(end..<min(end + Self.chunk, total)) : PreparedBlocks.Jobs()
      async let upcoming = PreparedBlocks(next)
      guard isCurrent else { return false }
      for place in start..<end {
        current = place
        try add(contents.collection.notes[place], blocks.take(place))
        guard breather.isDue else { continue }
        reporter.report(.comparing, place, of: total)
        try await breather.breathe()
        guard isCurrent else { return false }
      }
      start = end
      blocks = await upcoming
    }
    if report.new + report.updated > 0 { try media.noteStatic() }
    report.media = media.count
    report.missingMedia = media.missing.sorted()
    report.updatedFiles = updatedFiles
    try await countReviews(&breather)
    return isCurrent
  }

  /// The file of a note of the library, below the collection.
  func path(ofNote number: Int) -> String {
    snapshot.files[Int(snapshot.notes[number].file)].path
  }

  private var updatedFiles: [TransferReport.UpdatedFile] {
    var counts: [String: Int] = [:]
    for note in notes {
      if case .updated(let number, _, _, _) = note.fate {
        counts[path(ofNote: number), default: 0] += 1
      }
    }
    return counts.sorted { $0.key < $1.key }.map { .init(path: $0.key, notes: $0.value) }
  }

  mutating func dropTexts() {
    for place in notes.indices {
      guard case .new(let deck, _) = notes[place].fate else { continue }
      notes[place].fate = .new(deck: deck, text: "")
    }
  }

  /// Lets go what only a preview and further notes ask for.
  mutating func dropLists() {
    lists = [:]
    (claimed, coming) = ([], [])
  }

  mutating func dropRows() {
    notes = []
    dropLists()
    contents.dropRows()
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

  /// `number` is the note of the library, where the ledger does not lead to it.
  mutating func conflict(_ note: AnkiNote, _ reason: String, over number: Int? = nil) {
    counterparts[note.id] = number
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
}
