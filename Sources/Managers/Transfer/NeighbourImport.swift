import DeckFormat
import FileStorage
import History
import Neighbours
import StudyDomain

/// Carries out the import of other programs' files: media, decks, history, last the ledger.
@MainActor struct NeighbourImport {
  let index: StudyIndex

  private var folder: String { index.library.folder }

  /// Writes what is planned; throws `FileStorageError` and leaves what was written before.
  func perform(_ plan: NeighbourPlan) throws -> TransferReport {
    var report = plan.report
    try plan.media.copy()
    for change in plan.changes { try write(change) }
    index.library.reloadNow()
    index.refresh()
    report.action = try writeHistory(plan, &report)
    if !plan.newKeys.isEmpty { report.ledger = try writeLedger(plan, report) }
    let lost = plan.newKeys.count { index.library.snapshot.card(of: $0) == nil }
    if lost > 0 {
      report.remarks.append("cards that were written but are not read back: \(lost)")
    }
    index.refresh()
    return report
  }

  // MARK: Decks

  private func write(_ change: NeighbourPlan.Change) throws {
    let path = "\(folder)/\(change.place.path)"
    let exists = try FileSystem.live.status(ofPath: path) != nil
    let before = exists ? try FileSystem.live.contents(of: path) : []
    if let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) {
      try FileSystem.live.makeFolders(String(path[..<slash]))
    }
    try DeckFileWriter(collection: folder).replace(
      path, with: try bytes(change, before), original: exists ? .contents(before) : .absent)
  }

  private func bytes(_ change: NeighbourPlan.Change, _ before: [UInt8]) throws -> [UInt8] {
    if let file = change.file, before.isEmpty { return file }
    var result = before
    if before.isEmpty {
      if let name = change.place.name {
        result = try DeckWriter.setting("name", to: .text(name), in: result)
      }
      if !change.tags.isEmpty {
        result = try DeckWriter.setting("tags", to: .list(change.tags), in: result)
      }
    }
    let lines = Self.lines(change.blocks)
    return lines.isEmpty
      ? result : DeckWriter.appending(lines.joined(separator: "\n\n"), to: result)
  }

  /// Blocks with the headings that they stand under, those under none first.
  private static func lines(_ blocks: [(headings: [String], text: String)]) -> [String] {
    var lines: [String] = []
    var open: [String] = []
    let ordered = blocks.filter(\.headings.isEmpty) + blocks.filter { !$0.headings.isEmpty }
    for block in ordered {
      var shared = zip(open, block.headings).prefix { $0 == $1 }.count
      // Back in an outer section: its heading is said again.
      if shared == block.headings.count, shared < open.count { shared -= 1 }
      for (level, heading) in block.headings.enumerated().dropFirst(max(0, shared))
      where level < 6 {
        lines.append("\(String(repeating: "#", count: level + 1)) \(heading)")
      }
      open = block.headings
      lines.append(block.text)
    }
    return lines
  }

  // MARK: History

  private func writeHistory(
    _ plan: NeighbourPlan, _ report: inout TransferReport
  ) throws -> String? {
    var cards: [(number: Int, past: NeighbourPast)] = []
    var seen: Set<Int> = []
    for note in plan.notes {
      for (key, past) in zip(note.keys, note.pasts) {
        guard let past, let number = plan.living(key), seen.insert(number).inserted else {
          continue
        }
        cards.append((number, past))
      }
    }
    guard !cards.isEmpty else { return nil }
    // In the order of the files: each is read once for the texts that the history keeps.
    cards.sort { $0.number < $1.number }
    var schedules = NeighbourSchedules(index: index)
    let snapshot = index.library.snapshot
    let target = try index.history.writeMany { writer in
      for card in cards {
        schedules.write(
          card.past, card: card.number,
          options: index.options(ofDeck: snapshot.deck(ofCard: card.number)), into: &writer)
      }
    }
    report.reviews = schedules.reviews
    report.knownReviews = schedules.knownReviews
    if schedules.dues > 0 {
      report.remarks.append("cards whose due day was taken over: \(schedules.dues)")
    }
    index.refresh()
    return target?.text
  }

  private func writeLedger(_ plan: NeighbourPlan, _ report: TransferReport) throws -> String {
    let now = index.clock.now()
    let bytes = NeighbourLedger.file(
      time: now, source: report.file, format: plan.format, keys: plan.newKeys)
    let hash = TransferHash.hex(String(decoding: bytes, as: UTF8.self)).prefix(8)
    let path =
      "\(NeighbourLedger.folderName)/\(now.iso(in: .utc).prefix(10))-\(now.milliseconds)-\(hash).json"
    try FileSystem.live.makeFolders("\(folder)/\(NeighbourLedger.folderName)")
    try DeckFileWriter(collection: folder)
      .replace("\(folder)/\(path)", with: bytes, original: .absent)
    return path
  }
}
