import AnkiExchange
import DeckFormat
import FileStorage
import Glibc
import StudyDomain

/// Takes back the files that an import wrote: exactly its blocks, where they are as it left them.
struct ImportUndo: Sendable {
  let collection: String
  let record: ImportRecord
  private(set) var report: TransferUndoReport
  /// Notes whose blocks are no longer where the import wrote them.
  private(set) var missing: [String] = []
  /// Notes whose blocks were edited in their places.
  private(set) var edited: [String] = []
  private let writer: DeckFileWriter

  init(collection: String, record: ImportRecord, name: String) {
    self.collection = collection
    self.record = record
    report = TransferUndoReport(file: record.head.source, name: name)
    writer = DeckFileWriter(collection: collection)
  }

  mutating func leave(_ note: TransferReport.Note) { report.left.append(note) }

  // MARK: Decks

  /// Takes back deck files; `library` is read anew before, for those that were edited since.
  mutating func takeBackDecks(_ library: LibrarySnapshot) throws {
    for file in record.files where file.kind == .deck {
      guard let bytes = try contents(of: file.path) else {
        missing += file.guids
        continue
      }
      let hash = TransferHash.hex(bytes)
      // An import that failed or was killed here has not written it.
      if record.head.isCutOff, hash == file.before { continue }
      if hash == file.after, let old = file.original(from: bytes) {
        try put(file.before == nil ? nil : old, file.path, bytes)
        report.removed += file.blocks.count
        report.restored += file.updates.count
      } else {
        try takeBlocks(of: file, from: bytes, library)
      }
    }
  }

  /// Takes single blocks out of a file that was edited since.
  private mutating func takeBlocks(
    of file: ImportRecord.File, from bytes: [UInt8], _ library: LibrarySnapshot
  ) throws {
    guard let entry = library.files.first(where: { $0.path == file.path }),
      !entry.hasConflictMarkers
    else {
      missing += file.guids
      return
    }
    guard entry.contentHash == DeckFileReader.hash(bytes) else {
      throw LibraryError.textChanged(path: file.path, line: 1)
    }
    var added: [String: [ImportRecord.Block]] = [:]
    for block in file.blocks { added[block.hash, default: []].append(block) }
    var updated: [String: [ImportRecord.Update]] = [:]
    for update in file.updates { updated[update.block.hash, default: []].append(update) }
    var others: [(block: ImportRecord.Block, number: Int)] = []
    var result = bytes
    // From the end, so that the places of those before stay right.
    for number in entry.notes.reversed() {
      let range = library.notes[number].parsed.byteRange
      let block = ImportRecord.Block(bytes[range], guid: "")
      if let update = updated[block.hash]?.popLast() {
        result.replaceSubrange(range, with: update.old)
        report.restored += 1
      } else if added[block.hash]?.popLast() != nil {
        result = DeckWriter.removing(range, from: result)
        report.removed += 1
      } else {
        others.append((block, number))
      }
    }
    let absent = added.values.joined() + updated.values.joined().map(\.block)
    for block in absent.sorted(by: { $0.guid < $1.guid }) {
      guard
        let place = others.firstIndex(where: {
          $0.block.first == block.first || $0.block.last == block.last
        })
      else {
        missing.append(block.guid)
        continue
      }
      let note = library.notes[others.remove(at: place).number].parsed
      edited.append(block.guid)
      leave(
        .init(
          text: Self.title(bytes[note.byteRange]),
          reason: "it was edited; it stays in \(file.path)"))
    }
    guard result != bytes else { return }
    let isLeftOver = file.before == nil && Self.holdsNothing(result)
    try put(isLeftOver ? nil : result, file.path, bytes)
  }

  /// The first line of a block that is no directive.
  private static func title(_ block: ArraySlice<UInt8>) -> String {
    let lines = String(decoding: block, as: UTF8.self).split { $0.isNewline }
    return String((lines.first { !$0.hasPrefix("<!--") } ?? "").prefix(60))
  }

  /// True for blanks, and for front matter that names a deck and nothing else.
  private static func holdsNothing(_ bytes: [UInt8]) -> Bool {
    let lines = String(decoding: bytes, as: UTF8.self).split { $0.isNewline }
      .filter { !$0.allSatisfy(\.isWhitespace) }
    return lines.allSatisfy { $0 == "---" || $0.hasPrefix("name:") } && lines.count <= 3
  }

  // MARK: Media and note types

  /// Takes back media and note types that nothing uses any more.
  ///
  /// `isUsed` is asked with the names of media; `types` are those that notes still have.
  mutating func takeBackExtras(
    usedMedia: Set<String>, usedTypes: Set<String>
  ) throws {
    for file in record.files where file.kind != .deck {
      guard let bytes = try contents(of: file.path) else { continue }
      if record.head.isCutOff, TransferHash.hex(bytes) == file.before { continue }
      switch file.kind {
      case .deck: break
      case .media:
        let name = String(file.path.dropFirst("media/".count))
        if TransferHash.hex(bytes) != file.after {
          leave(.init(text: file.path, reason: "the file was changed"))
        } else if usedMedia.contains(name) {
          leave(.init(text: file.path, reason: "other cards show it"))
        } else {
          try put(nil, file.path, bytes)
          report.media += 1
        }
      case .noteTypes: try takeTypes(of: file, from: bytes, usedTypes)
      }
    }
  }

  private mutating func takeTypes(
    of file: ImportRecord.File, from bytes: [UInt8], _ used: Set<String>
  ) throws {
    let names = file.names.filter { used.contains($0) }
    guard names.isEmpty else {
      return leave(
        .init(text: file.path, reason: "notes have the type \(names.joined(separator: ", "))"))
    }
    if TransferHash.hex(bytes) == file.after, let old = file.original(from: bytes) {
      return try put(file.before == nil ? nil : old, file.path, bytes)
    }
    let added = Array(file.addedText.utf8)
    let start = bytes.firstRange(of: added)?.lowerBound
    guard !added.isEmpty, let start else {
      return leave(.init(text: file.path, reason: "the note types were edited"))
    }
    let result = Array(bytes[..<start] + bytes[(start + added.count)...])
    let isEmpty = result.allSatisfy { Flattened.isBlank($0) }
    try put(file.before == nil && isEmpty ? nil : result, file.path, bytes)
  }

  /// Removes the folders that the import made and that are empty now.
  func removeFolders() {
    // One that holds something stays: that is what rmdir is asked.
    for folder in record.head.folders.reversed() { rmdir("\(collection)/\(folder)") }
  }

  // MARK: Files

  private func contents(of path: String) throws -> [UInt8]? {
    let full = "\(collection)/\(path)"
    guard try FileSystem.live.status(ofPath: full) != nil else { return nil }
    return try FileSystem.live.contents(of: full)
  }

  /// Puts other bytes in a file's place, or removes it for nil.
  private func put(_ new: [UInt8]?, _ path: String, _ old: [UInt8]) throws {
    let full = "\(collection)/\(path)"
    if let new {
      try writer.replace(full, with: new, original: .contents(old))
      return
    }
    let code = FileSystem.live.remove(full)
    if code < 0 {
      throw FileStorageError.system(operation: "remove", path: full, code: Int32(-code))
    }
  }

  // MARK: In the background

  @concurrent
  static func takingBackDecks(
    _ undo: ImportUndo, _ library: LibrarySnapshot
  ) async throws -> ImportUndo {
    var undo = undo
    try undo.takeBackDecks(library)
    return undo
  }

  @concurrent
  static func takingBackExtras(
    _ undo: ImportUndo, usedMedia: Set<String>, usedTypes: Set<String>
  ) async throws -> ImportUndo {
    var undo = undo
    try undo.takeBackExtras(usedMedia: usedMedia, usedTypes: usedTypes)
    return undo
  }
}

extension ImportRecord.File {
  var guids: [String] { blocks.map(\.guid) + updates.map(\.block.guid) }

  /// The bytes of before, out of those that the import left; nil when they do not come out.
  fileprivate func original(from bytes: [UInt8]) -> [UInt8]? {
    guard addedAt <= bytes.count else { return nil }
    var result = Array(bytes[..<addedAt])
    for update in updates.reversed() {
      guard update.range.upperBound <= result.count else { return nil }
      result.replaceSubrange(update.range, with: update.old)
    }
    return before == nil || before == TransferHash.hex(result) ? result : nil
  }
}
