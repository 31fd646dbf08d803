import AnkiExchange
import FileStorage
import History
import StudyDomain

// What an import writes after its files: history, ledger, record.
extension TransferManager {
  // MARK: History

  /// Everything that the history learns; throws only when nothing of it was kept.
  func writeHistory(
    _ held: HeldPlan, into record: inout ImportRecord, _ report: inout TransferReport,
    _ reporter: ProgressReporter
  ) async throws {
    let links = try follow(held.plan)
    do {
      let target = try writeSchedule(held, &report)
      let targets = [links, target].compactMap(\.self)
      record.head.actions = targets.map(\.text)
      report.action = targets.last?.text
    } catch {
      if let links { try index.history.undo([links]) }
      throw error
    }
  }

  /// Lets histories follow the texts that were updated.
  private func follow(_ plan: ImportPlan) throws -> UndoTarget? {
    var pairs: [NotePairing.Pair] = []
    var held: [CardKey: [CardKey]] = [:]
    for note in plan.notes {
      let (keys, old): ([CardKey: [CardKey]], [Int: CardKey])
      switch note.fate {
      case .updated(_, _, let heldKeys, let before): (keys, old) = (heldKeys, before)
      case .relinked(let heldKeys, let before): (keys, old) = (heldKeys, before)
      case .new, .adopted, .known: continue
      }
      held.merge(keys, uniquingKeysWith: { one, _ in one })
      for (ordinal, key) in old {
        guard let new = note.keys[ordinal], new != key else { continue }
        pairs.append(NotePairing.Pair(old: key, new: new))
      }
    }
    let drafts = FlashcardManager(index: index).relinks(pairs, held: held)
    guard !drafts.isEmpty else { return nil }
    let target = try index.history.write(drafts)
    index.refresh()
    return target
  }

  /// The cards of a plan that are here, in the order of the files: each is read once for the texts
  /// that the history keeps.
  private func cards(of plan: ImportPlan, _ settings: DeckSettingsImport) -> [ScheduleImport.Card] {
    let snapshot = index.library.snapshot
    var options: [Int: DeckOptions] = [:]
    var cards: [ScheduleImport.Card] = []
    cards.reserveCapacity(plan.notes.count)
    for note in plan.notes {
      let isMarked = ImportPlan.has("marked", note.note)
      let isLeech = ImportPlan.has("leech", note.note)
      for card in note.cards {
        guard let key = note.keys[card.ordinal], let number = snapshot.card(of: key) else {
          continue
        }
        let deck = snapshot.deck(ofCard: number)
        let own = options[deck] ?? settings.options(for: snapshot.decks[deck].name)
        options[deck] = own
        cards.append(
          ScheduleImport.Card(
            card: card, number: number, options: own, isNew: note.isNew, isMarked: isMarked,
            isLeech: isLeech, words: note.words))
      }
    }
    let isSorted = cards.indices.dropFirst().allSatisfy {
      cards[$0 - 1].number <= cards[$0].number
    }
    if !isSorted { cards.sort { $0.number < $1.number } }
    return cards
  }

  private func writeSchedule(
    _ held: HeldPlan, _ report: inout TransferReport
  ) throws -> UndoTarget? {
    let settings = DeckSettingsImport(plan: held.plan, index: index)
    var cards = cards(of: held.plan, settings)
    held.dropWords()
    let contents = held.plan.contents
    var schedule = ScheduleImport(contents: contents, index: index)
    let now = index.clock.now()
    let offset = index.clock.calendar.offsetMinutes(at: now)
    let today = index.clock.calendar.studyDay(at: now)
    let lineBytes = (review: 170, card: 260)
    let target = try index.history.writeMany(
      expectedBytes: contents.reviewCount * lineBytes.review + cards.count * lineBytes.card
    ) { writer in
      for body in settings.events { writer.add(body, time: now, offset: offset, day: today) }
      for place in cards.indices {
        schedule.write(cards[place], into: &writer)
        cards[place].words = nil
      }
    }
    report.reviews = schedule.reviews
    report.knownReviews = schedule.knownReviews
    return target
  }

  // MARK: Ledger

  /// Remembers the notes that came or changed, and how to take the import back.
  ///
  /// What is kept of the package is written beside this actor, which brings the index up to date
  /// meanwhile and after a large import writes the caches.
  func finish(
    _ plan: ImportPlan, _ record: inout ImportRecord, _ report: inout TransferReport
  ) async throws {
    let time = record.head.time
    let bytes = await Self.ledger(plan, time: time, source: report.file)
    let hash = TransferHash.hex(bytes.list).prefix(8)
    let stem = "\(time.iso(in: .utc).prefix(10))-\(time.milliseconds)-\(hash)"
    if bytes.count > 0 { record.head.ledger = "\(stem).json" }
    guard !record.isEmpty else { return index.refresh() }
    try keep(&record, stem: stem)
    if let ledger = record.head.ledger {
      index.refresh()
      async let rows: Void = AnkiOriginals.write(
        plan.notes, AnkiOriginals.outcomes(of: plan, index), plan.contents, collection: folder,
        to: "\(ledgerFolder)/\(AnkiOriginals.name(beside: ledger))")
      if report.reviews >= Self.reviewsWorthCaching { index.saveCaches(historyBytes: 1) }
      try await rows
      try DeckFileWriter(collection: folder)
        .replace("\(ledgerFolder)/\(ledger)", with: bytes.list, original: .absent)
      report.ledger = ".deckle/anki/\(ledger)"
    }
    note(record, stem: stem, &report)
  }

  /// From here on the next start would be felt without caches.
  private static let reviewsWorthCaching = 100_000

  /// The ledger's file, and how many notes it has.
  @concurrent
  private static func ledger(
    _ plan: ImportPlan, time: Timestamp, source: String
  ) async -> (list: [UInt8], count: Int) {
    var list: [UInt8] = []
    var count = 0
    var start = 0
    while start < plan.notes.count {
      let end = min(start + 4096, plan.notes.count)
      let lines = parallelMap(Array(plan.notes[start..<end])) { note -> [UInt8] in
        if case .known = note.fate { return [] }
        var line: [UInt8] = []
        ImportLedger.Note(
          guid: note.note.guid, id: note.note.id, typeID: note.note.noteTypeID,
          modified: note.note.modified, fieldHash: ImportPlan.fieldHash(note.note),
          contentHash: note.contentHash,
          cards: note.rememberedCards, eventTags: ImportPlan.eventTags(note.note)
        ).append(to: &line)
        return line
      }
      if start == 0 { list.reserveCapacity(plan.notes.count * 260) }
      for line in lines where !line.isEmpty {
        if count > 0 { list += ",\n".utf8 }
        list += line
        count += 1
      }
      start = end
    }
    return (
      ImportLedger.file(
        time: time, source: source, noteList: list, typeNames: plan.registry.typeNames,
        decks: plan.decks.mapValues(\.text), structure: plan.contents.collection.structureJSON),
      count
    )
  }

  /// Writes down how to take an import back.
  func keep(_ record: inout ImportRecord, stem: String) throws {
    record.head.writer = try index.history.writerToUse()
    try FileSystem.live.makeFolders(ledgerFolder)
    try DeckFileWriter(collection: folder).replace(
      "\(ledgerFolder)/\(stem)\(ImportRecord.ending)", with: record.bytes, original: .absent)
  }

  /// Lets `undo` of this session know an import.
  func note(_ record: ImportRecord, stem: String, _ report: inout TransferReport) {
    let name = record.head.actions.last ?? stem
    report.action = name
    done.append(
      SessionImport(
        name: name, file: report.file, actions: record.head.actions,
        mark: index.history.newestAction))
  }
}
