import DeckFormat
import FileStorage
import StudyDomain

/// What an import does to one deck file.
struct ImportChange: Sendable {
  struct Update: Sendable {
    /// The block in the file as it was read.
    var range: Range<Int>
    var text: String
    var guid: String
  }

  struct Addition: Sendable {
    var text: String
    var guid: String
  }

  /// Below the collection.
  var path: String
  /// Of the file that `updates` were found in; nil when there are none.
  var contentHash: UInt64?
  var updates: [Update] = []
  /// The deck's name where the path does not say it; for a file that is empty so far.
  var name: String?
  var additions: [Addition] = []

  /// How many notes it writes.
  var count: Int { updates.count + additions.count }

  /// The new file, and how it can be taken back.
  func applied(to bytes: [UInt8]) throws -> (bytes: [UInt8], file: ImportRecord.File) {
    if let contentHash, DeckFileReader.hash(bytes) != contentHash {
      throw LibraryError.textChanged(path: path, line: 1)
    }
    var file = ImportRecord.File(kind: .deck, path: path, before: nil, after: "")
    var result = bytes
    var sizes: [Int] = []
    let ordered = updates.sorted { $0.range.lowerBound < $1.range.lowerBound }
    for update in ordered.reversed() {
      let before = result.count
      result = DeckWriter.replacing(update.range, in: result, with: update.text)
      sizes.append(result.count - before + update.range.count)
    }
    var shift = 0
    for (update, size) in zip(ordered, sizes.reversed()) {
      let start = update.range.lowerBound + shift
      let range = start..<start + size
      shift += size - update.range.count
      file.updates.append(
        ImportRecord.Update(
          block: .init(result[range], guid: update.guid),
          range: range, old: Array(bytes[update.range])))
    }
    file.addedAt = result.count
    if !additions.isEmpty {
      if let name, bytes.isEmpty {
        result = try DeckWriter.setting("name", to: .text(name), in: result)
      }
      result = DeckWriter.appending(additions.map(\.text), to: result)
      file.blocks = parallelMap(additions) { .init($0.text.utf8, guid: $0.guid) }
    }
    file.after = TransferHash.hex(result)
    return (result, file)
  }
}

/// Writes the files of an import and keeps in its record how to take them back.
struct ImportWriter: Sendable {
  let collection: String
  private let writer: DeckFileWriter

  init(collection: String) {
    self.collection = collection
    writer = DeckFileWriter(collection: collection)
  }

  @concurrent
  func write(_ change: ImportChange, into record: inout ImportRecord) async throws {
    try replace(change.path, &record) { bytes in try change.applied(to: bytes) }
  }

  /// Adds types to the end of `notetypes.yaml`.
  @concurrent
  func write(_ registry: NoteTypeRegistry, into record: inout ImportRecord) async throws {
    let path = ".deckle/notetypes.yaml"
    try replace(path, &record) { bytes in
      guard let new = registry.file(addingTo: bytes) else {
        throw TransferError.noteTypesUnreadable(path: path)
      }
      var file = ImportRecord.File(kind: .noteTypes, path: path, before: nil, after: "")
      file.addedAt = bytes.count
      file.names = registry.added.map(\.name)
      file.addedText = String(decoding: new[bytes.count...], as: UTF8.self)
      file.after = TransferHash.hex(new)
      return (new, file)
    }
  }

  @concurrent
  func write(
    medium name: String, _ bytes: @Sendable () throws -> [UInt8], into record: inout ImportRecord
  ) async throws {
    let bytes = try bytes()
    let path = "media/\(name)"
    try makeFolder(of: path, &record)
    try writer.replace("\(collection)/\(path)", with: bytes, original: .absent)
    record.files.append(
      ImportRecord.File(kind: .media, path: path, before: nil, after: TransferHash.hex(bytes)))
  }

  func replace(
    _ path: String, _ record: inout ImportRecord,
    _ change: ([UInt8]) throws -> (bytes: [UInt8], file: ImportRecord.File)
  ) throws {
    let full = "\(collection)/\(path)"
    let exists = try FileSystem.live.status(ofPath: full) != nil
    let old = exists ? try FileSystem.live.contents(of: full) : []
    var (bytes, file) = try change(old)
    if exists { file.before = TransferHash.hex(old) } else { try makeFolder(of: path, &record) }
    try writer.replace(full, with: bytes, original: exists ? .contents(old) : .absent)
    record.files.append(file)
  }

  /// Makes the folders that a file needs, each noted in the record.
  private func makeFolder(of path: String, _ record: inout ImportRecord) throws {
    var folder = ""
    for part in path.split(separator: "/").dropLast() {
      folder += folder.isEmpty ? String(part) : "/\(part)"
      guard try FileSystem.live.status(ofPath: "\(collection)/\(folder)") == nil else { continue }
      try FileSystem.live.makeFolders("\(collection)/\(folder)")
      record.head.folders.append(folder)
    }
  }
}
