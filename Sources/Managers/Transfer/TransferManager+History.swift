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
      record.head.ledger = held.plan.remembersNotes ? "\(record.stem).json" : nil
      if let ledger = record.head.ledger {
        held.keeping = try ImportKeeping(
          held.plan, time: record.head.time, collection: folder,
          path: "\(ledgerFolder)/\(ledger)")
      }
      let target = try writeSchedule(held, &report, record.journal)
      let targets = [links, target].compactMap(\.self)
      record.head.actions = targets.map(\.text)
      report.action = targets.last?.text
    } catch {
      held.keeping?.drain()
      held.keeping = nil
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
    let expectedReviews = held.plan.contents.reviewCount
    // A folder without a history gets none from an import of nothing.
    let isOfNothing = held.plan.notes.isEmpty && cards.settings.events.isEmpty
    held.beginHistory()
    let now = index.clock.now()
    let offset = index.clock.calendar.offsetMinutes(at: now)
    let today = index.clock.calendar.studyDay(at: now)
    let lineBytes = (review: 170, card: 260)
    guard !isOfNothing else {
      held.keeping?.drain()
      held.endHistory()
      return nil
    }
    return try index.history.writeMany(
      expectedBytes: expectedReviews * lineBytes.review
        + cards.entries.count * lineBytes.card
    ) { writer in
      try journal?.add(action: writer.target.text)
      for body in cards.settings.events { writer.add(body, time: now, offset: offset, day: today) }
      let counts = write(cards, of: held, into: &writer)
      report.reviews = counts.written
      report.knownReviews = counts.known
      held.keeping?.drain()
      held.endHistory()
    }
  }

  /// Writes the events of all cards, and hands their rows over to be kept.
  private func write(
    _ cards: ScheduledCards, of held: HeldPlan, into writer: inout EventWriter
  ) -> (written: Int, known: Int) {
    var schedule = ScheduleImport(
      contents: held.takeContents(), index: index, group: writer.group)
    var kept: [ImportKeeping.Kept] = []
    var waiting: [Int] = []
    func send() {
      held.keeping?.add(kept, of: schedule.contents)
      for place in waiting { schedule.finish(cardAt: place) }
      (kept, waiting) = ([], [])
    }
    var note = -1
    for entry in cards.entries {
      if entry.note != note { held.dropWords(ofNote: note) }
      note = entry.note
      let outcome = schedule.write(entry, cards.rules[entry.options], into: &writer) {
        held.words(ofNote: entry.note)
      }
      guard entry.isNew else { continue }
      guard let outcome else {
        held.undecided.append(entry)
        continue
      }
      kept.append(ImportKeeping.Kept(place: entry.place, outcome: outcome))
      waiting.append(entry.place)
      if kept.count >= 1024 { send() }
    }
    for place in cards.lost {
      kept.append(
        ImportKeeping.Kept(
          place: place,
          outcome: AnkiOriginals.Outcome(isLost: true, lastEvent: nil, memory: nil)))
    }
    send()
    held.keep(schedule.contents)
    return (schedule.reviews, schedule.knownReviews)
  }

  // MARK: Ledger

  /// Remembers the notes that came or changed, and how to take the import back.
  ///
  /// What is left of the ledger is written beside this actor, which after a large import writes the
  /// caches.
  func finish(
    _ held: HeldPlan, _ record: inout ImportRecord, _ report: inout TransferReport
  ) async throws {
    guard !record.isEmpty else {
      record.journal?.remove()
      return index.refresh()
    }
    try keep(&record)
    if let ledger = record.head.ledger, let keeping = held.keeping {
      held.keeping = nil
      index.refresh()
      keeping.add(outcomes(of: held.undecided), of: held.contents)
      async let kept: Void = Self.finish(keeping)
      if report.reviews >= Self.reviewsWorthCaching { index.saveCaches(historyBytes: 1) }
      try await kept
      report.ledger = ".deckle/anki/\(ledger)"
    }
    note(record, &report)
  }

  @concurrent
  private static func finish(_ keeping: ImportKeeping) async throws { try keeping.finish() }

  /// Of cards that had a past here before the import.
  private func outcomes(of cards: [ScheduleImport.Card]) -> [ImportKeeping.Kept] {
    cards.map { card in
      let id = index.id(ofCard: card.number)
      return ImportKeeping.Kept(
        place: card.place,
        outcome: AnkiOriginals.Outcome(
          isLost: false,
          lastEvent: id.flatMap { index.history.history.lastEvent(of: $0, on: .schedule) },
          memory: id.flatMap { index.history.history.memory(of: $0) }))
    }
  }

  /// From here on the next start would be felt without caches.
  private static let reviewsWorthCaching = 100_000

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
    index.history.line.gather(
      record.head.actions.compactMap { UndoTarget(text: $0) },
      as: .imported(name: name, file: report.file))
  }
}
