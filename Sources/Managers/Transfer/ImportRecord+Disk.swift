import AnkiExchange
import FileStorage
import StudyDomain

// The record as a file.
extension ImportRecord {
  static let ending = ".undo"
  /// More than a head of many folders takes.
  private static let headBytes = 1 << 18

  var bytes: [UInt8] {
    var result = head.json.utf8 + [UInt8(ascii: "\n")]
    for file in files {
      var line = JSONLine()
      file.write(to: &line)
      line.end()
      result += line.bytes
    }
    return result
  }

  /// Reads a whole record.
  init(path: String) throws {
    let bytes = try FileSystem.live.contents(of: path)
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    guard let first = lines.first, let head = Head(Array(first)) else {
      throw TransferError.ledgerBroken(path: path)
    }
    self.head = head
    files = try lines.dropFirst().map { line in
      guard let file = File(Array(line)) else { throw TransferError.ledgerBroken(path: path) }
      return file
    }
  }

  /// Reads only the head; nil when it cannot be read.
  static func head(path: String) -> Head? {
    guard let bytes = try? FileSystem.live.beginning(of: path, count: headBytes),
      let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    return Head(Array(bytes[..<end]))
  }
}

extension ImportRecord.Head {
  fileprivate init?(_ line: [UInt8]) {
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
    folders = (members["folders"]?.arrayValue ?? []).compactMap(\.stringValue)
  }

  fileprivate var json: JSONValue {
    .object([
      "format": .integer(1), "time": .integer(time.milliseconds), "file": .string(source),
      "ledger": ledger.map { .string($0) } ?? .null, "actions": .array(actions.map { .string($0) }),
      "writer": .string(writer), "new": .integer(Int64(new)), "updated": .integer(Int64(updated)),
      "folders": .array(folders.map { .string($0) }),
    ])
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

  fileprivate func write(to line: inout JSONLine) {
    line.object { line in
      if !addedText.isEmpty {
        line.name("added")
        line.put(addedText)
      }
      line.name("after")
      line.put(after)
      if addedAt > 0 {
        line.name("at")
        line.put(addedAt)
      }
      if let before {
        line.name("before")
        line.put(before)
      }
      if !blocks.isEmpty {
        line.name("blocks")
        line.array { line in for block in blocks { block.write(to: &line) } }
      }
      line.name("kind")
      line.put(kind.rawValue)
      if !names.isEmpty {
        line.name("names")
        line.array { line in for name in names { line.put(name) } }
      }
      line.name("path")
      line.put(path)
      if !updates.isEmpty {
        line.name("updates")
        line.array { line in for update in updates { update.write(to: &line) } }
      }
    }
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

  fileprivate func write(to line: inout JSONLine) {
    line.array { line in for text in [hash, guid, first, last] { line.put(text) } }
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

  fileprivate func write(to line: inout JSONLine) {
    let text = String(decoding: old, as: UTF8.self)
    // A deck may hold bytes that are no UTF-8; they come back all the same.
    let isText = text.utf8.elementsEqual(old)
    line.object { line in
      line.name("at")
      line.put(range.lowerBound)
      line.name("bytes")
      line.put(range.count)
      line.name("new")
      block.write(to: &line)
      if isText {
        line.name("old")
        line.put(text)
      } else {
        line.name("oldBytes")
        line.array { line in for byte in old { line.put(byte) } }
      }
    }
  }
}
