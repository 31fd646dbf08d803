import AnkiExchange
import FileStorage
import History
import StudyDomain

// What an import writes after its files: history, ledger, record.
extension TransferManager {
  // MARK: History

  /// Everything that the history learns; throws only when nothing of it was kept.
  func writeHistory(
    _ plan: ImportPlan, into record: inout ImportRecord, _ report: inout TransferReport,
    _ reporter: ProgressReporter
  ) async throws {
    let links = try follow(plan, record.journal)
    do {
      let target = try writeSchedule(plan, &report, record.journal)
      let targets = [links, target].compactMap(\.self)
      record.head.actions = targets.map(\.text)
      report.action = targets.last?.text
    } catch {
      if let links { try index.history.undo([links]) }
      throw error
    }
  }

  /// Lets histories follow the texts that were updated.
  private func follow(_ plan: ImportPlan, _ journal: ImportJournal?) throws -> UndoTarget? {
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
    let target = try index.history.write(drafts) {
      target throws(FileStorageError) in try journal?.add(action: target.text)
    }
    index.refresh()
    return target
  }

  private func writeSchedule(
    _ plan: ImportPlan, _ report: inout TransferReport, _ journal: ImportJournal?
  ) throws -> UndoTarget? {
    let snapshot = index.library.snapshot
    let settings = DeckSettingsImport(plan: plan, index: index)
    var options: [Int: DeckOptions] = [:]
    var cards: [ScheduleImport.Card] = []
    for note in plan.notes {
      let isMarked = ImportPlan.has("marked", note.note)
      let isLeech = ImportPlan.has("leech", note.note)
      let exact = plan.exact[note.note.id]
      for card in note.cards {
        guard let key = note.keys[card.ordinal], let number = snapshot.card(of: key) else {
          continue
        }
        let deck = snapshot.deck(ofCard: number)
        let own = options[deck] ?? settings.options(for: snapshot.decks[deck].name)
        options[deck] = own
        cards.append(
          ScheduleImport.Card(
            card: card, number: number, options: own, isNew: note.isNew,
            isMarked: exact?.marked?.contains(card.ordinal) ?? isMarked,
            isLeech: exact?.leeches?.contains(card.ordinal) ?? isLeech, words: note.words))
      }
    }
    // In the order of the files: each is read once for the texts that the history keeps.
    cards.sort { $0.number < $1.number }
    var schedule = ScheduleImport(contents: plan.contents, index: index)
    let now = index.clock.now()
    let offset = index.clock.calendar.offsetMinutes(at: now)
    let today = index.clock.calendar.studyDay(at: now)
    let target = try index.history.writeMany { writer in
      try journal?.add(action: writer.target.text)
      for body in settings.events { writer.add(body, time: now, offset: offset, day: today) }
      for card in cards { schedule.write(card, into: &writer) }
    }
    report.reviews = schedule.reviews
    report.knownReviews = schedule.knownReviews
    index.refresh()
    return target
  }

  // MARK: Ledger

  /// Remembers the notes that came or changed, and how to take the import back.
  func finish(
    _ plan: ImportPlan, _ record: inout ImportRecord, _ report: inout TransferReport
  ) throws {
    let notes = plan.notes.compactMap { note -> ImportLedger.Note? in
      if case .known = note.fate { return nil }
      return ImportLedger.Note(
        guid: note.note.guid, id: note.note.id, typeID: note.note.noteTypeID,
        modified: note.note.modified, fieldHash: ImportPlan.fieldHash(note.note),
        contentHash: note.contentHash,
        cards: note.rememberedCards, eventTags: ImportPlan.eventTags(note.note))
    }
    let time = record.head.time
    let bytes = ImportLedger.file(
      time: time, source: report.file, notes: notes, typeNames: plan.registry.typeNames,
      decks: plan.decks.mapValues(\.text), structure: plan.contents.collection.structureJSON)
    record.head.ledger = notes.isEmpty ? nil : "\(record.stem).json"
    guard !record.isEmpty else {
      record.journal?.remove()
      return
    }
    try keep(&record)
    if let ledger = record.head.ledger {
      if plan.keepsRows {
        try AnkiOriginals.write(
          plan, index: index, to: "\(ledgerFolder)/\(AnkiOriginals.name(beside: ledger))")
      }
      try DeckFileWriter(collection: folder)
        .replace("\(ledgerFolder)/\(ledger)", with: bytes, original: .absent)
      report.ledger = ".deckle/anki/\(ledger)"
    }
    note(record, &report)
  }

  /// Writes down how to take an import back.
  func keep(_ record: inout ImportRecord) throws {
    record.head.writer = try index.history.writerToUse()
    record.head.isCutOff = false
    try FileSystem.live.makeFolders(ledgerFolder)
    let path = "\(ledgerFolder)/\(record.stem)\(ImportRecord.ending)"
    let original: DeckFileWriter.Original =
      record.journal == nil ? .absent : .contents(try FileSystem.live.contents(of: path))
    try DeckFileWriter(collection: folder).replace(path, with: record.bytes, original: original)
    record.journal = nil
  }

  /// Lets `undo` of this session know an import.
  func note(_ record: ImportRecord, _ report: inout TransferReport) {
    let name = record.head.actions.last ?? record.stem
    report.action = name
    done.append(
      SessionImport(
        name: name, file: report.file, actions: record.head.actions,
        mark: index.history.newestAction))
  }
}
