import AnkiExchange
import FileStorage
import StudyDomain

/// What one import wrote, so that it can be taken back: kept beside its ledger.
///
/// A file of JSON lines: the head, then a line for each file.
struct ImportRecord: Sendable {
  struct Head: Sendable {
    var time: Timestamp
    /// The file that was imported.
    var source: String
    /// Below the folder of ledgers; nil when the import had nothing to remember.
    var ledger: String?
    /// What undo events name, oldest first.
    var actions: [String] = []
    /// Who imported.
    var writer = ""
    var new = 0
    var updated = 0
    /// Folders that were made, parents first, below the collection.
    var folders: [String] = []
    /// The import did not come to its end, or is still under way.
    var isCutOff = false
  }

  /// A file that was changed or made.
  struct File: Sendable {
    enum Kind: String, Sendable {
      case deck, noteTypes, media
    }

    var kind: Kind
    /// Below the collection.
    var path: String
    /// Hashes of the whole file; nil before for one that was not there.
    var before: String?
    var after: String
    /// Where the part begins that was added at the end.
    var addedAt = 0
    /// The blocks of that part.
    var blocks: [Block] = []
    /// By their place, the first one first.
    var updates: [Update] = []
    /// Names that were added to `notetypes.yaml`.
    var names: [String] = []
    /// What was added to it.
    var addedText = ""
  }

  struct Block: Hashable, Sendable {
    /// Of the text with line feeds, whatever the file has.
    var hash: String
    var guid: String
    /// Of its first and last lines: by one of them an edited block is told.
    var first: String
    var last: String

    init(_ bytes: some Collection<UInt8>, guid: String) {
      let text = ImportRecord.unified(bytes)
      hash = TransferHash.hex(text)
      self.guid = guid
      (first, last) = Self.marks(text)
    }

    /// Short hashes of the first and the last line that are the note's own.
    private static func marks(_ text: [UInt8]) -> (first: String, last: String) {
      let lines = text.split(separator: UInt8(ascii: "\n"))
      let own = lines.first { !$0.starts(with: "<!--".utf8) && !$0.starts(with: "N:".utf8) }
      func short(_ line: ArraySlice<UInt8>?) -> String {
        String(TransferHash.hex(Array(line ?? [])).prefix(8))
      }
      return (short(own), short(lines.last))
    }
  }

  struct Update: Sendable {
    var block: Block
    /// In the file as the import left it.
    var range: Range<Int>
    var old: [UInt8]
  }

  var head: Head
  private(set) var files: [File] = []
  /// Where each step is noted before it is done; nil for a record that is read.
  var journal: ImportJournal?

  init(head: Head) {
    self.head = head
  }

  /// Of an import that begins now.
  @MainActor init(_ report: TransferReport, _ index: StudyIndex) {
    self.init(head: Head(time: index.clock.now(), source: report.file))
    head.new = report.new
    head.updated = report.updated
    head.writer = index.history.writer ?? ""
    head.isCutOff = true
  }

  /// The name of its files: the day first, then what no other import has.
  var stem: String {
    let time = head.time
    let hash = TransferHash.hex("\(time.milliseconds) \(head.source) \(head.new) \(head.updated)")
    return "\(time.iso(in: .utc).prefix(10))-\(time.milliseconds)-\(hash.prefix(8))"
  }

  /// Notes on disk that the import has begun.
  mutating func begin(in ledgers: String, of collection: String) throws {
    journal = try ImportJournal(head, stem: stem, folder: ledgers, collection: collection)
  }

  /// Notes a file that is going to be written.
  mutating func note(_ file: File) throws {
    try journal?.add(file)
    files.append(file)
  }

  /// Notes a folder that is going to be made.
  mutating func note(folder: String) throws {
    try journal?.add(folder: folder)
    head.folders.append(folder)
  }

  /// True when nothing but the history changed.
  var isEmpty: Bool { files.isEmpty && head.ledger == nil && head.actions.count < 2 }

  /// A text with line feeds for line ends, and none at its end.
  static func unified(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var wasReturn = false
    for byte in bytes {
      if byte == UInt8(ascii: "\n"), wasReturn {
        wasReturn = false
        continue
      }
      wasReturn = byte == UInt8(ascii: "\r")
      text.append(wasReturn ? UInt8(ascii: "\n") : byte)
    }
    while text.last == UInt8(ascii: "\n") { text.removeLast() }
    return text
  }
}

// MARK: On disk

extension ImportRecord {
  static let ending = ".undo"
  /// More than a head of many folders takes.
  private static let headBytes = 1 << 18

  var bytes: [UInt8] {
    var result = head.json.utf8 + [UInt8(ascii: "\n")]
    for file in files { result += file.json.utf8 + [UInt8(ascii: "\n")] }
    return result
  }

  /// Reads a whole record.
  init(path: String) throws {
    let bytes = try FileSystem.live.contents(of: path)
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    guard let first = lines.first, let head = Head(Array(first)) else {
      throw TransferError.ledgerBroken(path: path)
    }
    self.init(head: head)
    for line in lines.dropFirst() {
      if head.isCutOff, let value = JSONValue(utf8: Array(line))?.objectValue {
        if let folder = value["folder"]?.stringValue, ImportRecord.isInside(folder) {
          self.head.folders.append(folder)
          continue
        }
        if let action = value["action"]?.stringValue {
          self.head.actions.append(action)
          continue
        }
      }
      if let file = File(Array(line)) {
        files.append(file)
      } else if !head.isCutOff {
        throw TransferError.ledgerBroken(path: path)
      }
      // The line that a kill cut: what it announces was not done.
    }
  }

  /// Reads only the head; nil when it cannot be read.
  ///
  /// That of an import that was cut off holds its actions as well.
  static func head(path: String) -> Head? {
    guard let bytes = try? FileSystem.live.beginning(of: path, count: headBytes),
      let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    guard let head = Head(Array(bytes[..<end])), head.isCutOff else {
      return Head(Array(bytes[..<end]))
    }
    // One that cannot be read as a whole still tells what it began with.
    return (try? ImportRecord(path: path).head) ?? head
  }
}

extension ImportRecord.Head {
  init?(_ line: [UInt8]) {
    guard let members = JSONValue(utf8: line)?.objectValue,
      members["format"]?.integerValue == 1, let time = members["time"]?.integerValue,
      let source = members["file"]?.stringValue
    else { return nil }
    self.init(time: Timestamp(milliseconds: time), source: source)
    ledger = members["ledger"]?.stringValue
    actions = (members["actions"]?.arrayValue ?? []).compactMap(\.stringValue)
    writer = members["writer"]?.stringValue ?? ""
    new = Int(clamping: members["new"]?.integerValue ?? 0)
    updated = Int(clamping: members["updated"]?.integerValue ?? 0)
    isCutOff = members["cutOff"]?.boolValue ?? false
    folders = (members["folders"]?.arrayValue ?? []).compactMap(\.stringValue)
  }

  var json: JSONValue {
    var members: [String: JSONValue] = [
      "format": .integer(1), "time": .integer(time.milliseconds), "file": .string(source),
      "ledger": ledger.map { .string($0) } ?? .null, "actions": .array(actions.map { .string($0) }),
      "writer": .string(writer), "new": .integer(Int64(new)), "updated": .integer(Int64(updated)),
      "folders": .array(folders.map { .string($0) }),
    ]
    if isCutOff { members["cutOff"] = .bool(true) }
    return .object(members)
  }
}

extension ImportRecord.File {
  fileprivate init?(_ line: [UInt8]) {
    guard let members = JSONValue(utf8: line)?.objectValue,
      let kind = members["kind"]?.stringValue.flatMap(Kind.init),
      let path = members["path"]?.stringValue, let after = members["after"]?.stringValue,
      ImportRecord.isInside(path)
    else { return nil }
    self.init(kind: kind, path: path, before: members["before"]?.stringValue, after: after)
    addedAt = Int(clamping: members["at"]?.integerValue ?? 0)
    blocks = (members["blocks"]?.arrayValue ?? []).compactMap(ImportRecord.Block.init)
    updates = (members["updates"]?.arrayValue ?? []).compactMap(ImportRecord.Update.init)
    names = (members["names"]?.arrayValue ?? []).compactMap(\.stringValue)
    addedText = members["added"]?.stringValue ?? ""
  }

  var json: JSONValue {
    var members: [String: JSONValue] = [
      "kind": .string(kind.rawValue), "path": .string(path), "after": .string(after),
    ]
    if let before { members["before"] = .string(before) }
    if addedAt > 0 { members["at"] = .integer(Int64(addedAt)) }
    if !blocks.isEmpty { members["blocks"] = .array(blocks.map(\.json)) }
    if !updates.isEmpty { members["updates"] = .array(updates.map(\.json)) }
    if !names.isEmpty { members["names"] = .array(names.map { .string($0) }) }
    if !addedText.isEmpty { members["added"] = .string(addedText) }
    return .object(members)
  }
}

extension ImportRecord {
  /// A record may have come from elsewhere with the collection: its paths never lead out of it.
  fileprivate static func isInside(_ path: String) -> Bool {
    !path.isEmpty
      && path.split(separator: "/", omittingEmptySubsequences: false)
        .allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
  }
}

extension ImportRecord.Block {
  fileprivate init?(_ value: JSONValue) {
    let parts = (value.arrayValue ?? []).compactMap(\.stringValue)
    guard parts.count == 4 else { return nil }
    (hash, guid, first, last) = (parts[0], parts[1], parts[2], parts[3])
  }

  fileprivate var json: JSONValue {
    .array([.string(hash), .string(guid), .string(first), .string(last)])
  }
}

extension ImportRecord.Update {
  fileprivate init?(_ value: JSONValue) {
    guard let members = value.objectValue,
      let block = members["new"].flatMap(ImportRecord.Block.init),
      let start = members["at"]?.integerValue, let count = members["bytes"]?.integerValue,
      start >= 0, count >= 0, start < 1 << 40, count < 1 << 40
    else { return nil }
    let old: [UInt8]
    if let text = members["old"]?.stringValue {
      old = Array(text.utf8)
    } else {
      old = (members["oldBytes"]?.arrayValue ?? []).compactMap {
        $0.integerValue.map { UInt8(truncatingIfNeeded: $0) }
      }
    }
    self.init(block: block, range: Int(start)..<Int(start + count), old: old)
  }

  fileprivate var json: JSONValue {
    var members: [String: JSONValue] = [
      "new": block.json, "at": .integer(Int64(range.lowerBound)),
      "bytes": .integer(Int64(range.count)),
    ]
    let text = String(decoding: old, as: UTF8.self)
    // A deck may hold bytes that are no UTF-8; they come back all the same.
    if text.utf8.elementsEqual(old) {
      members["old"] = .string(text)
    } else {
      members["oldBytes"] = .array(old.map { .integer(Int64($0)) })
    }
    return .object(members)
  }
}
