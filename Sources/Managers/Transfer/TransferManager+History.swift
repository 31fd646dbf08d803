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
    let links = try follow(held.plan, record.journal)
    do {
      let target = try writeSchedule(held, &report, record.journal)
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
    for place in plan.notes.indices {
      let (keys, old): ([CardKey: [CardKey]], [Int: CardKey])
      switch plan.notes[place].fate {
      case .updated(_, _, let heldKeys, let before): (keys, old) = (heldKeys, before)
      case .relinked(let heldKeys, let before): (keys, old) = (heldKeys, before)
      case .new, .adopted, .known: continue
      }
      held.merge(keys, uniquingKeysWith: { one, _ in one })
      for (ordinal, key) in old {
        guard let new = plan.notes[place].keys[ordinal], new != key else { continue }
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
    _ held: HeldPlan, _ report: inout TransferReport, _ journal: ImportJournal?
  ) throws -> UndoTarget? {
    let cards = ScheduledCards(of: held.plan, index)
    held.unreadNotes = cards.unreadNotes
    let contents = held.plan.contents
    let now = index.clock.now()
    let offset = index.clock.calendar.offsetMinutes(at: now)
    let today = index.clock.calendar.studyDay(at: now)
    let lineBytes = (review: 170, card: 260)
    var counts = (written: 0, known: 0)
    held.lastEvents = [EventName?](repeating: nil, count: contents.cards.count)
    // A folder without a history gets none from an import that says nothing.
    if cards.entries.isEmpty, cards.settings.events.isEmpty { return nil }
    let target = try index.history.writeMany(
      expectedBytes: contents.reviewCount * lineBytes.review
        + cards.entries.count * lineBytes.card
    ) { writer in
      try journal?.add(action: writer.target.text)
      for body in cards.settings.events { writer.add(body, time: now, offset: offset, day: today) }
      var schedule = ScheduleImport(contents: contents, index: index, group: writer.group)
      var note = -1
      for entry in cards.entries {
        if entry.note != note { held.dropWords(ofNote: note) }
        note = entry.note
        held.lastEvents[entry.place] = schedule.write(
          entry, cards.rules[entry.options], into: &writer
        ) { held.plan.notes[entry.note].words }
      }
      held.dropWords()
      counts = (schedule.reviews, schedule.knownReviews)
    }
    report.reviews = counts.written
    report.knownReviews = counts.known
    return target
  }

  // MARK: Ledger

  /// Remembers the notes that came or changed, and how to take the import back.
  ///
  /// What is kept of the package is written beside this actor, which brings the index up to date
  /// meanwhile and after a large import writes the caches.
  func finish(
    _ held: HeldPlan, _ record: inout ImportRecord, _ report: inout TransferReport
  ) async throws {
    let plan = held.plan
    let remembers = plan.notes.indices.contains { !plan.notes[$0].isKnown }
    record.head.ledger = remembers ? "\(record.stem).json" : nil
    guard !record.isEmpty else {
      record.journal?.remove()
      return index.refresh()
    }
    try keep(&record)
    if let ledger = record.head.ledger {
      index.refresh()
      let outcomes = plan.keepsRows ? AnkiOriginals.outcomes(of: held, index) : nil
      // Made here: the arguments of a child task that need this actor would wait for it.
      let (time, source, collection) = (record.head.time, report.file, folder)
      let path = "\(ledgerFolder)/\(ledger)"
      async let kept: Void = Self.remember(
        plan, outcomes, time: time, source: source, collection: collection, as: path)
      if report.reviews >= Self.reviewsWorthCaching { index.saveCaches(historyBytes: 1) }
      try await kept
      report.ledger = ".deckle/anki/\(ledger)"
    }
    note(record, &report)
  }

  /// Writes what a package has beside texts and events, which other sources have not, and then the
  /// ledger, whose presence says that all is there.
  @concurrent
  private static func remember(
    _ plan: ImportPlan, _ outcomes: [AnkiOriginals.Outcome]?, time: Timestamp, source: String,
    collection: String, as path: String
  ) async throws {
    if let outcomes {
      try AnkiOriginals.write(
        plan.notes, outcomes, plan.contents, collection: collection,
        to: AnkiOriginals.name(beside: path))
    }
    try DeckFileWriter(collection: collection)
      .replace(path, with: ledger(plan, time: time, source: source), original: .absent)
  }

  /// From here on the next start would be felt without caches.
  private static let reviewsWorthCaching = 100_000

  /// The ledger's file.
  private nonisolated static func ledger(
    _ plan: ImportPlan, time: Timestamp, source: String
  ) -> [UInt8] {
    let notes = plan.notes
    var list: [UInt8] = []
    list.reserveCapacity(notes.count * 260)
    var start = 0
    while start < notes.count {
      let end = min(start + 4096, notes.count)
      let lines = parallelMap(Array(start..<end)) { place -> [UInt8] in
        if notes[place].isKnown { return [] }
        var line: [UInt8] = []
        notes[place].remembered.append(to: &line)
        return line
      }
      for line in lines where !line.isEmpty {
        if !list.isEmpty { list += ",\n".utf8 }
        list += line
      }
      start = end
    }
    return ImportLedger.file(
      time: time, source: source, noteList: list, typeNames: plan.registry.typeNames,
      decks: plan.decks.mapValues(\.text), structure: plan.contents.collection.structureJSON)
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
