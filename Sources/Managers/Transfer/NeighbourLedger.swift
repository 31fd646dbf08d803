import AnkiExchange
import FileStorage
import StudyDomain

/// The cards that earlier imports of other programs' files brought: the files of
/// `.deckle/imports`.
///
/// What was changed or taken out here since does not come back with the next import.
struct NeighbourLedger: Sendable {
  private(set) var keys: Set<CardKey> = []

  static let folderName = ".deckle/imports"

  /// Reads all files of a collection's folder.
  init(collection: String) throws {
    let folder = "\(collection)/\(Self.folderName)"
    guard try FileSystem.live.status(ofPath: folder) != nil else { return }
    var names: [String] = []
    let code = FileSystem.live.list(folder, &names)
    if code < 0 {
      throw FileStorageError.system(operation: "list", path: folder, code: Int32(-code))
    }
    for name in names.sorted() where name.hasSuffix(".json") && !name.hasPrefix(".") {
      let path = "\(folder)/\(name)"
      guard let value = JSONValue(utf8: try FileSystem.live.contents(of: path))?.objectValue else {
        throw TransferError.ledgerBroken(path: path)
      }
      for key in value["cards"]?.arrayValue ?? [] {
        if let key = key.stringValue.flatMap({ CardKey(text: $0) }) { keys.insert(key) }
      }
    }
  }

  /// The file of one import.
  static func file(time: Timestamp, source: String, format: String, keys: [CardKey]) -> [UInt8] {
    JSONValue.object([
      "format": .integer(1), "time": .integer(time.milliseconds), "file": .string(source),
      "kind": .string(format), "cards": .array(keys.map { .string($0.text) }),
    ]).utf8 + [UInt8(ascii: "\n")]
  }
}
