import FileStorage
import Foundation
import StudyDomain

/// A collection in a fresh folder with the logs that a test opens on it.
final class Bench: Sendable {
  let root: String
  var history: String { root + "/cards/.deckle/history" }
  var state: String { root + "/state" }

  init() throws {
    root = NSTemporaryDirectory() + "deckle-storage-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: root + "/cards/.deckle/history", withIntermediateDirectories: true)
  }

  deinit {
    // Nothing depends on it.
    try? FileManager.default.removeItem(atPath: root)
  }

  static let now = Timestamp(milliseconds: 1_796_032_800_000)  // 2026-11-30

  func open(
    _ files: FileSystem = .live, state: String? = nil, machine: String = "m1",
    syncDelayMilliseconds: Int? = nil
  ) throws -> AppendLog {
    let place = WriterIdentity.Place(
      machineID: machine, collection: root + "/cards",
      inode: try inode(of: root + "/cards/.deckle"))
    return try AppendLog(
      .init(history: history, state: state ?? self.state, writer: place), files: files,
      syncDelayMilliseconds: syncDelayMilliseconds)
  }

  private func inode(of path: String) throws -> UInt64 {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.systemFileNumber] as? NSNumber)?.uint64Value ?? 0
  }

  /// Lines of an action, each telling its tag.
  static func lines(_ turn: AppendLog.Turn, _ tag: String, count: Int = 1) -> [UInt8] {
    let group = count > 1 ? String(max(now.milliseconds, turn.groupFloor + 1)) : ""
    return (0..<count).flatMap { index in
      Array(
        ("\(turn.writer).\(turn.firstSequence + index)\t\(now.milliseconds)\t60\t20787\tmark\t"
          + "1:00ff\(tag)\t\(group)\t\t.5\t.\n").utf8)
    }
  }

  @discardableResult
  static func append(
    _ log: AppendLog, _ tag: String, count: Int = 1, at time: Timestamp = now
  ) throws -> AppendLog.Appended {
    try log.append(at: time) { lines($0, tag, count: count) }
  }

  /// Whole event lines of all history files.
  func events() throws -> [String] {
    var found: [String] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: history).sorted()
    where name.hasSuffix(".tsv") {
      found += try whole(history + "/" + name)
    }
    return found
  }

  func whole(_ path: String) throws -> [String] {
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    return bytes.split(separator: 10).map { String(decoding: $0, as: UTF8.self) }
      .filter {
        !$0.hasPrefix("#") && $0.hasSuffix("\t.")
          && $0.split(separator: "\t", omittingEmptySubsequences: false).count == 10
      }
  }

  /// The tags of `events`.
  func tags() throws -> [String] {
    try events().map { line in
      String(line.split(separator: "\t", omittingEmptySubsequences: false)[5].dropFirst(6))
    }
  }

  func file(_ log: AppendLog, _ rest: String = "-2026.tsv") -> String {
    "\(history)/\(log.writer)\(rest)"
  }

  func bytes(_ path: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
  }

  func write(_ bytes: [UInt8], _ path: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }
}
