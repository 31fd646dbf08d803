import AnkiExchange
import Dispatch
import FileStorage
import History
import StudyDomain

/// Writes the ledger of an import, and what its package has beside texts and events, on a thread of
/// its own while the history gets its events.
///
/// Both files take their names with `finish`: an import that fails leaves neither. Not checked,
/// because what it has is the queue's until that is empty, and the caller's from then on.
final class ImportKeeping: @unchecked Sendable {
  // What follows is used on the queue alone, and by the caller once the queue is empty.
  private let ledger: PendingFile
  private var rows: PendingFile?
  private var lines = JSONLine(capacity: pieceBytes + 65_536)
  /// Until something follows it, the file's head alone stands in `lines`.
  private var hasRows = false
  private var failure: (any Error)?

  private let queue = DispatchQueue(label: "deckle.keeping", qos: .userInitiated)

  private static let pieceBytes = 1 << 20

  /// A card of the plan, and what became of it.
  struct Kept: Sendable {
    /// Among those of the package.
    var place: Int
    var outcome: AnkiOriginals.Outcome
  }

  /// Begins both files with what needs no history; `path` is the ledger's.
  init(_ plan: ImportPlan, time: Timestamp, collection: String, path: String) throws {
    let writer = DeckFileWriter(collection: collection)
    ledger = try writer.begin(path)
    if plan.keepsRows {
      rows = try writer.begin(AnkiOriginals.name(beside: path))
      AnkiOriginals.writeHead(plan.contents, to: &lines)
    }
    let source = plan.report.file
    queue.async { [self] in
      attempt {
        try writeLedger(plan, time: time, source: source)
        for place in plan.notes.indices where plan.keepsRows && !plan.notes[place].isKnown {
          AnkiOriginals.writeNote(plan.notes[place].note, to: &lines)
          try sendRows(from: Self.pieceBytes)
        }
      }
    }
  }

  /// Keeps rows of cards, which come in any order.
  func add(_ cards: [Kept], of contents: PackageContents) {
    guard rows != nil, !cards.isEmpty else { return }
    queue.async { [self] in
      attempt {
        for card in cards {
          AnkiOriginals.writeCard(card.place, card.outcome, contents, to: &lines)
          try sendRows(from: Self.pieceBytes)
        }
      }
    }
  }

  /// Waits until all that was handed over is written.
  func drain() { queue.sync {} }

  /// Puts both files in their places, the ledger last: where it is, all is.
  func finish() throws {
    drain()
    if let failure { throw failure }
    let headBytes = hasRows ? 0 : lines.bytes.prefix { $0 != UInt8(ascii: "\n") }.count + 1
    if lines.bytes.count > headBytes { try sendRows(from: 0) }
    if hasRows { try rows?.finish() }
    rows = nil
    try ledger.finish()
  }

  private func attempt(_ work: () throws -> Void) {
    guard failure == nil else { return }
    do { try work() } catch { failure = error }
  }

  private func sendRows(from count: Int) throws {
    guard lines.bytes.count >= count else { return }
    try rows?.write(lines.take())
    hasRows = true
  }

  private func writeLedger(_ plan: ImportPlan, time: Timestamp, source: String) throws {
    var list = ImportLedger.noteListStart
    var line: [UInt8] = []
    var isFirst = true
    for place in plan.notes.indices where !plan.notes[place].isKnown {
      if !isFirst { list += ",\n".utf8 }
      isFirst = false
      line.removeAll(keepingCapacity: true)
      plan.notes[place].remembered.append(to: &line)
      list += line
      guard list.count >= Self.pieceBytes else { continue }
      try ledger.write(list)
      list.removeAll(keepingCapacity: true)
    }
    list += ImportLedger.end(
      time: time, source: source, typeNames: plan.registry.typeNames,
      decks: plan.decks.mapValues(\.text), structure: plan.contents.collection.structureJSON)
    try ledger.write(list)
  }
}
