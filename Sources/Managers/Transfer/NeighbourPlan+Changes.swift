import DeckFormat
import FileStorage
import StudyDomain

extension NeighbourPlan.Change {
  /// The new file; `before` is empty for one that is not there.
  func applied(to before: [UInt8]) throws -> (bytes: [UInt8], file: ImportRecord.File) {
    var record = ImportRecord.File(kind: .deck, path: place.path, before: nil, after: "")
    record.blocks = blocks.map { .init($0.text.utf8, guid: "") }
    if let file, before.isEmpty {
      record.after = TransferHash.hex(file)
      return (file, record)
    }
    var result = before
    if before.isEmpty {
      if let name = place.name {
        result = try DeckWriter.setting("name", to: .text(name), in: result)
      }
      if !tags.isEmpty {
        result = try DeckWriter.setting("tags", to: .list(tags), in: result)
      }
    }
    let lines = Self.lines(blocks)
    if !lines.isEmpty {
      result = DeckWriter.appending(lines.joined(separator: "\n\n"), to: result)
    }
    record.addedAt = before.count
    record.after = TransferHash.hex(result)
    return (result, record)
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
}

extension ImportWriter {
  @concurrent
  func write(
    _ change: NeighbourPlan.Change, into record: inout ImportRecord
  ) async throws {
    try replace(change.place.path, &record) { bytes in try change.applied(to: bytes) }
  }

  /// Writes a file that is not there.
  @concurrent
  func write(
    _ file: ImportRecord.File, _ bytes: [UInt8], into record: inout ImportRecord
  ) async throws {
    try replace(file.path, &record) { _ in (bytes, file) }
  }
}
