import AnkiExchange
import FileStorage
import Glibc
import StudyDomain

/// The rows of some cards as an import kept them, read from their files: what a part of an export
/// needs, so that not all of them are in memory at once.
struct OriginalRows: Sendable {
  private var bytes: [UInt8] = []
  /// Sorted by card; they begin at places of `bytes`.
  private var lines: [AnkiOriginals.Line] = []
  private let files: [AnkiOriginals.File]

  /// Lines that so little separates are read in one go.
  private static let gap = 16 << 10

  /// Reads the lines of some cards.
  init(_ originals: AnkiOriginals, ofCards cards: [Int64]) throws {
    files = originals.files
    for card in cards {
      lines += originals.lines[AnkiOriginals.places(of: card, in: originals.lines)]
    }
    lines.sort { ($0.file, $0.start) < ($1.file, $1.start) }
    var place = 0
    while place < lines.count {
      let first = lines[place]
      var end = first.start + Int(first.count)
      var next = place + 1
      while next < lines.count, lines[next].file == first.file,
        lines[next].start <= end + Self.gap
      {
        end = max(end, lines[next].start + Int(lines[next].count))
        next += 1
      }
      let start = bytes.count
      try read(first.start..<end, of: files[Int(first.file)].path)
      for line in place..<next { lines[line].start += start - first.start }
      place = next
    }
    lines.sort(by: <)
  }

  private mutating func read(_ range: Range<Int>, of path: String) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw FileStorageError.system(operation: "read", path: path, code: errno)
    }
    defer { close(descriptor) }
    let start = bytes.count
    bytes += repeatElement(0, count: range.count)
    try bytes.withUnsafeMutableBytes { bytes in
      var done = 0
      while done < range.count {
        let count = pread(
          descriptor, bytes.baseAddress?.advanced(by: start + done), range.count - done,
          off_t(range.lowerBound + done))
        if count < 0, errno == EINTR { continue }
        if count < 0 {
          throw FileStorageError.system(operation: "read", path: path, code: errno)
        }
        // It was longer a moment ago.
        if count == 0 { throw TransferError.ledgerBroken(path: path) }
        done += count
      }
    }
  }

  /// A card as the newest import of it had it; nil for one that came with none.
  func card(_ id: Int64) throws -> AnkiOriginals.Card? {
    guard
      let line = AnkiOriginals.places(of: id, in: lines).last(where: { !lines[$0].isLog })
    else { return nil }
    let file = files[Int(lines[line].file)]
    return try withBytes(of: line) { bytes in
      if let card = AnkiOriginals.Card(line: bytes, firstDay: file.firstDay) { return card }
      guard let values = JSONValue(utf8: Array(bytes))?.arrayValue,
        let card = AnkiOriginals.Card(values, firstDay: file.firstDay)
      else { throw TransferError.ledgerBroken(path: file.path) }
      return card
    }
  }

  /// Appends the log of a card, by time, each answer once.
  func appendReviews(ofCard id: Int64, to reviews: inout [AnkiReview]) throws {
    let start = reviews.count
    for line in AnkiOriginals.places(of: id, in: lines) where lines[line].isLog {
      let isRead = withBytes(of: line) { bytes in
        if let log = Self.log(bytes) { return LogText.read(log, card: id, into: &reviews) }
        var text = JSONValue(utf8: Array(bytes))?.arrayValue?.last?.stringValue
        return text?.withUTF8 { LogText.read($0, card: id, into: &reviews) } ?? false
      }
      guard isRead else {
        throw TransferError.ledgerBroken(path: files[Int(lines[line].file)].path)
      }
    }
    let isSorted = reviews[start...].indices.dropFirst().allSatisfy {
      reviews[$0 - 1].id < reviews[$0].id
    }
    guard !isSorted else { return }
    // A second import of a note that was gone brought its log again.
    var seen: Set<Int64> = []
    let once = reviews[start...].filter { seen.insert($0.id).inserted }.sorted { $0.id < $1.id }
    reviews.replaceSubrange(start..., with: once)
  }

  /// The answers of a line as it is written; nil for any other form.
  private static func log(_ line: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
    var scan = JSONScan(line)
    guard scan.take("[\"log\","), scan.integer() != nil, scan.take(","),
      let log = scan.plainText(), scan.take("]"), scan.isAtEnd
    else { return nil }
    return log
  }

  private func withBytes<Result>(
    of line: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    let start = lines[line].start
    let count = Int(lines[line].count)
    return try bytes.withUnsafeBufferPointer {
      try body(UnsafeBufferPointer(rebasing: $0[start..<start + count]))
    }
  }
}
