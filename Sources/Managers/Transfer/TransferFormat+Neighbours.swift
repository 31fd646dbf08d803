import AnkiExchange
import FileStorage
import Neighbours

extension TransferFormat {
  /// The same, reading what it needs of the file.
  static func neighbour(at path: String) throws -> TransferFormat? {
    guard let status = try FileSystem.live.status(ofPath: path) else { return nil }
    let isText = [".txt", ".text", ".json"].contains(where: path.lowercased().hasSuffix)
    let sample =
      isText && status.isRegularFile
      ? try FileSystem.live.beginning(of: path, count: sampleBytes) : []
    return try neighbour(at: path, firstBytes: sample)
  }

  /// What a path is when it is a deck of another program that writes text; nil for anything else.
  ///
  /// Folders, Markdown, JSON and XML are told by what they are; other files of text only when their
  /// marks leave no doubt, since columns may hold anything.
  static func neighbour(at path: String, firstBytes: [UInt8]) throws -> TransferFormat? {
    if path.lowercased().hasSuffix(".json"), ExportedJSON.isBegun(firstBytes) {
      return .exportedJSON
    }
    if try ImportSource.crowdAnkiFile(at: path) != nil { return .crowdAnki }
    if try FileSystem.live.status(ofPath: path)?.isFolder == true { return .neighbours }
    let name = path.lowercased()
    let endings = [".md", ".markdown", ".org", ".xml", "hashcards.db"]
    if endings.contains(where: name.hasSuffix) { return .neighbours }
    // No columns either way: its reader says what it misses.
    if name.hasSuffix(".json") { return .crowdAnki }
    guard name.hasSuffix(".txt") || name.hasSuffix(".text") else { return nil }
    switch NeighbourReader.recognise(wholeLines(firstBytes), path: path) {
    case .format(.native, _):
      return firstBytes.starts(with: "Q:".utf8) || firstBytes.starts(with: "C:".utf8)
        || firstBytes.starts(with: "T:".utf8) ? .neighbours : nil
    case .format(.hascard, nil), .format(.md2anki, nil), .format(.mnemosyne, nil),
      .format(.obsidian, nil):
      return .neighbours
    case .format, .unread, .nothing: return nil
    }
  }

  /// Without the line that the sample cuts.
  private static func wholeLines(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count >= sampleBytes, let end = bytes.lastIndex(of: 10) else { return bytes }
    return Array(bytes[...end])
  }
}
