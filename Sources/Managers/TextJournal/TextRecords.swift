import FileStorage
import Glibc
public import History
public import StudyDomain

/// A change of texts that can be taken back after the session in which it was made.
public struct TextRecord: Hashable, Sendable {
  /// What undo names.
  public var name: String
  public var time: Timestamp
  public var summary: String
  /// Its events in the history; nil when it wrote none.
  public var target: UndoTarget?
}

/// The newest changes of texts, one file each in the state folder of this machine.
struct TextRecords {
  private let folder: String
  /// Of a file's layout: others are left unread.
  private static let version: Int64 = 1
  /// As many are kept, and as many bytes of one.
  private static let most = 100
  private static let mostBytes = 16 << 20
  static let prefix = "text/"

  init(stateFolder: String) {
    folder = "\(stateFolder)/texts"
  }

  // MARK: Names

  /// Oldest first.
  private var names: [String] {
    var names: [String] = []
    guard FileSystem.live.list(folder, &names) >= 0 else { return [] }
    return names.filter { Int64($0.prefix { $0 != "-" }) != nil && !$0.hasSuffix(".tmp") }
      .sorted { Self.order($0) < Self.order($1) }
  }

  /// `1764580000000-2`: the moment, and a number among those of one moment.
  private static func order(_ name: String) -> (Int64, Int) {
    let parts = name.split(separator: "-")
    return (parts.first.flatMap { Int64($0) } ?? 0, parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
  }

  /// All that can be taken back, newest first.
  func all() -> [TextRecord] {
    names.reversed().compactMap { name in read(name).map { $0.record } }
  }

  func change(named name: String) -> (record: TextRecord, change: TextChange)? {
    guard name.hasPrefix(Self.prefix), !name.dropFirst(Self.prefix.count).contains("/") else {
      return nil
    }
    return read(String(name.dropFirst(Self.prefix.count)))
  }

  // MARK: Files

  /// Keeps a change; nil where it cannot be kept, as on a full disk.
  func write(_ change: TextChange, target: UndoTarget?, at time: Timestamp) -> String? {
    var writer = ByteWriter()
    writer.write(Self.version)
    writer.write(time.milliseconds)
    writer.write(change.summary)
    writer.write(target?.text ?? "")
    writer.write(list: change.steps) { $0.write(step: $1) }
    guard writer.bytes.count <= Self.mostBytes else { return nil }
    let stem = "\(time.milliseconds)"
    let taken = Set(names)
    var name = stem
    var count = 1
    while taken.contains(name) {
      count += 1
      name = "\(stem)-\(count)"
    }
    // Without it the change is still undone within the session.
    guard (try? CacheFile.write(writer.bytes, to: "\(folder)/\(name)")) != nil else { return nil }
    for old in names.dropLast(Self.most) { _ = FileSystem.live.remove("\(folder)/\(old)") }
    return Self.prefix + name
  }

  func remove(_ name: String) {
    _ = FileSystem.live.remove("\(folder)/\(name.dropFirst(Self.prefix.count))")
  }

  private func read(_ name: String) -> (record: TextRecord, change: TextChange)? {
    // One that is gone or damaged cannot be taken back.
    guard let bytes = try? FileSystem.live.contents(of: "\(folder)/\(name)") else { return nil }
    return bytes.withUnsafeBytes { bytes in
      var reader = ByteReader(bytes)
      guard reader.read(Int64.self) == Self.version, let time = reader.read(Int64.self),
        let summary = reader.readText(), let target = reader.readText(),
        let steps = reader.readList({ $0.readStep() })
      else { return nil }
      let full = Self.prefix + name
      return (
        TextRecord(
          name: full, time: Timestamp(milliseconds: time), summary: summary,
          target: UndoTarget(text: target)),
        TextChange(summary: summary, steps: steps, record: full)
      )
    }
  }
}

extension ByteWriter {
  fileprivate mutating func write(step: TextChange.Step) {
    switch step {
    case .wrote(let path, let patch):
      write(UInt8(0))
      write(path)
      patch.write(to: &self)
    case .made(let path, let contents):
      write(UInt8(1))
      write(path)
      write(records: contents)
    case .removed(let path, let contents):
      write(UInt8(2))
      write(path)
      write(records: contents)
    case .renamed(let from, let to):
      write(UInt8(3))
      write(from)
      write(to)
    }
  }
}

extension ByteReader {
  fileprivate mutating func readStep() -> TextChange.Step? {
    guard let kind = read(UInt8.self), let path = readText() else { return nil }
    switch kind {
    case 0: return TextPatch(from: &self).map { .wrote(path: path, patch: $0) }
    case 1: return readArray(UInt8.self).map { .made(path: path, contents: $0) }
    case 2: return readArray(UInt8.self).map { .removed(path: path, contents: $0) }
    case 3: return readText().map { .renamed(from: path, to: $0) }
    default: return nil
    }
  }
}

extension TextPatch {
  fileprivate func write(to writer: inout ByteWriter) {
    writer.write(oldHash)
    writer.write(newHash)
    writer.write(list: hunks) { writer, hunk in
      for text in [hunk.old, hunk.new, hunk.above, hunk.below] { writer.write(records: text) }
      writer.write(Int64(hunk.place))
    }
  }

  fileprivate init?(from reader: inout ByteReader) {
    guard let old = reader.read(UInt64.self), let new = reader.read(UInt64.self),
      let hunks = reader.readList({ reader -> Hunk? in
        guard let old = reader.readArray(UInt8.self), let new = reader.readArray(UInt8.self),
          let above = reader.readArray(UInt8.self), let below = reader.readArray(UInt8.self),
          let place = reader.read(Int64.self)
        else { return nil }
        return Hunk(old: old, new: new, place: Int(place), above: above, below: below)
      })
    else { return nil }
    self.init(hunks: hunks, oldHash: old, newHash: new)
  }
}
