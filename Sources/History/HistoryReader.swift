import Glibc

/// Reads the lines of all history files into tables: the first step of a replay.
public final class HistoryReader {
  @exclusivity(unchecked) var table: EventTable
  @exclusivity(unchecked) var badLines: [HistoryProblems.BadLine] = []
  /// Distinct bad lines.
  @exclusivity(unchecked) var badTexts: Set<[UInt8]> = []
  /// New events since the last `takeNews`, when they are asked for.
  @exclusivity(unchecked) private(set) var added: [UInt32] = []
  /// A line read before was replaced by a lower one of the same identity.
  @exclusivity(unchecked) private(set) var replaced = false
  private let notesAdded: Bool
  @exclusivity(unchecked) private var scanner = FieldScanner()
  @exclusivity(unchecked) private var file = ""
  @exclusivity(unchecked) private var lineNumber = 0
  /// The beginning of a line whose end has not come.
  @exclusivity(unchecked) private var pending: [UInt8] = []

  /// `expectedBytes`, the sum of all files, saves memory while reading; a guess will do.
  public init(expectedBytes: Int = 0) {
    table = EventTable()
    notesAdded = false
    // The shortest usual lines have about ninety bytes.
    table.records.reserve(expectedBytes / 90)
    table.arena.reserve(expectedBytes / 4)
  }

  /// Begins a table whose keys are numbered already.
  init(keys: KeyTable, _ expectedBytes: Int) {
    table = EventTable(keys: keys)
    notesAdded = false
    table.records.reserve(expectedBytes / 170)
    table.arena.reserve(expectedBytes / 4)
  }

  /// Continues a table.
  init(_ table: EventTable, badTexts: Set<[UInt8]>) {
    self.table = table
    self.badTexts = badTexts
    notesAdded = true
  }

  /// Begins a file; `name` is shown with its bad lines.
  ///
  /// Files come in any order.
  public func beginFile(named name: String) {
    endFile()
    file = name
    lineNumber = 0
  }

  /// Takes the next bytes of the file; lines may be cut anywhere between two calls.
  public func read(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    var at = start
    let end = start + bytes.count
    while at < end {
      guard let feed = memchr(at, 10, end - at) else {
        pending += UnsafeRawBufferPointer(start: at, count: end - at)
        return
      }
      let lineEnd = UnsafeRawPointer(feed)
      if pending.isEmpty {
        readLine(at, lineEnd)
      } else {
        pending += UnsafeRawBufferPointer(start: at, count: lineEnd - at)
        readPending()
      }
      at = lineEnd + 1
    }
  }

  /// Ends the file; what follows its last LF counts as a line.
  public func endFile() {
    if !pending.isEmpty { readPending() }
  }

  /// Takes over what another reader has read of other files; that one is empty afterwards.
  ///
  /// The same as having read those files here: halves of a large history are read on two
  /// processors.
  public func absorb(_ other: HistoryReader) {
    endFile()
    other.endFile()
    table.absorb(other.table)
    badLines += other.badLines
    badTexts.formUnion(other.badTexts)
    other.table = EventTable()
    (other.badLines, other.badTexts) = ([], [])
  }

  private func readPending() {
    let line = pending
    pending.removeAll(keepingCapacity: true)
    line.withUnsafeBytes {
      guard let start = $0.baseAddress else { return }
      readLine(start, start + $0.count)
    }
  }

  private func readLine(_ start: UnsafeRawPointer, _ end: UnsafeRawPointer) {
    lineNumber += 1
    var end = end
    if end > start, (end - 1).load(as: UInt8.self) == 13 { end -= 1 }
    let count = end - start
    guard count > 0 else { return }
    let first = start.assumingMemoryBound(to: UInt8.self)
    var review = ReviewScanner(first, first + count)
    var source: UnsafeRawBufferPointer?
    if let record = review.read(into: table, &source) {
      note(table.add(record, wide: nil, text: source))
      return
    }
    let line = UnsafeRawBufferPointer(start: start, count: count)
    switch scanner.scan(line) {
    case .comment: return
    case .bad:
      let bytes = Array(line)
      badTexts.insert(bytes)
      badLines.append(.init(file: file, line: lineNumber, bytes: bytes))
    case .event(let head): note(table.add(head, scanner.fields, line))
    }
  }

  private func note(_ result: EventTable.Added) {
    guard notesAdded else { return }
    switch result {
    case .new(let event): added.append(event)
    case .repeated: break
    case .altered(_, let lower): if lower { replaced = true }
    }
  }
}
