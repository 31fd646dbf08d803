import AnkiExchange
import DeckFormat
import FileStorage
import History
import StudyDomain

// Files of other programs that write text.
extension TransferManager {
  /// Reads files and works out what importing them would do; nothing is written.
  func prepareNeighbours(
    _ path: String, _ options: TransferOptions, _ reporter: ProgressReporter
  ) async throws -> TransferPreview {
    let files = try await Self.files(path)
    try Task.checkCancellation()
    let plan = try await plan(files, path, options, reporter)
    return TransferPreview(work: .neighbours(plan), options: options)
  }

  @concurrent
  private static func files(_ path: String) async throws -> NeighbourFiles {
    try NeighbourFiles(path)
  }

  private func plan(
    _ files: NeighbourFiles, _ path: String, _ options: TransferOptions,
    _ reporter: ProgressReporter
  ) async throws -> NeighbourPlan {
    reporter.report(.comparing)
    try index.history.catchUp()
    await index.library.reload()
    index.refresh()
    return try NeighbourPlan(
      files, ledger: NeighbourLedger(collection: folder), index: index, parent: options.parent,
      report: TransferReport(file: path, isDryRun: true))
  }

  /// Does what a preview shows: media, decks, history, last the ledger and the record for `undo`.
  func performNeighbours(
    _ preview: TransferPreview, _ reporter: ProgressReporter
  ) async throws -> TransferReport {
    guard case .neighbours(var plan) = preview.work else {
      throw TransferError.unknownFormat(path: "")
    }
    let turn = try await ImportTurn.take(in: folder)
    defer { withExtendedLifetime(turn) {} }
    try index.history.catchUp()
    await index.library.reload()
    index.refresh()
    if !plan.isCurrent {
      plan = try await self.plan(plan.files, plan.report.file, preview.options, reporter)
    }
    var report = plan.report
    report.isDryRun = false
    await Self.sweep(folder, index.library.snapshot.files.map(\.path))
    var record = ImportRecord(report, index)
    do {
      if !plan.changes.isEmpty || !plan.media.waiting.isEmpty || report.reviews > 0 {
        try record.begin(in: ledgerFolder, of: folder)
      }
      try await write(plan, into: &record, reporter)
      reporter.report(.history)
      await index.library.reload()
      index.refresh()
      try Task.checkCancellation()
      if let action = try NeighbourHistory(index: index).write(
        plan, &report, record.journal)
      {
        record.head.actions = [action]
      }
    } catch {
      do {
        try await takeBack(record, reporter)
      } catch {
        throw unfinished(record, after: error)
      }
      throw error
    }
    reporter.report(.finishing)
    if !plan.newKeys.isEmpty {
      let ledger = NeighbourLedger.file(
        time: record.head.time, source: report.file, format: plan.files.format, keys: plan.newKeys)
      let path = "\(NeighbourLedger.folderName)/\(record.stem).json"
      try await ImportWriter(collection: folder).write(
        ImportRecord.File(kind: .deck, path: path, before: nil, after: TransferHash.hex(ledger)),
        ledger, into: &record)
      report.ledger = path
    }
    let lost = plan.newKeys.count { index.library.snapshot.card(of: $0) == nil }
    if lost > 0 {
      report.remarks.append("cards that were written but are not read back: \(lost)")
    }
    if !record.files.isEmpty || !record.head.actions.isEmpty {
      try keep(&record)
      note(record, &report)
    } else {
      record.journal?.remove()
    }
    index.refresh()
    return report
  }

  private func write(
    _ plan: NeighbourPlan, into record: inout ImportRecord, _ reporter: ProgressReporter
  ) async throws {
    let writer = ImportWriter(collection: folder)
    let media = plan.media.waiting.sorted { $0.key < $1.key }
    for (place, file) in media.enumerated() {
      reporter.report(.media, place, of: media.count)
      try Task.checkCancellation()
      let source = file.value
      try await writer.write(
        medium: String(file.key.dropFirst("media/".count)),
        { try FileSystem.live.contents(of: source) }, into: &record)
    }
    for (place, change) in plan.changes.enumerated() {
      reporter.report(.decks, place, of: plan.changes.count)
      try Task.checkCancellation()
      try await writer.write(change, into: &record)
    }
  }
}
