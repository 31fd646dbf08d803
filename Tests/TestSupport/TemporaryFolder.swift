import Foundation

/// A fresh folder that goes away with its last owner.
public final class TemporaryFolder: Sendable {
  /// Absolute, links resolved.
  public let path: String

  public init() throws {
    let url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "deckle-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit {
    // What a test left in the way stays in the temporary folder of the system.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Replaces a file as editors do, its folders made; paths count from the folder.
  public func write(_ name: String, _ text: String) throws {
    try write(name, bytes: Array(text.utf8))
  }

  public func write(_ name: String, bytes: [UInt8]) throws {
    let url = URL(filePath: "\(path)/\(name)")
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url, options: .atomic)
  }

  /// Overwrites a file in its place: its inode stays.
  public func rewriteInPlace(_ name: String, _ text: String) throws {
    let file = try FileHandle(forWritingTo: URL(filePath: "\(path)/\(name)"))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }

  /// Overwrites a file in its place and gives it the time of change that it had, to the nanosecond.
  public func rewriteUnnoticed(_ name: String, _ text: String) throws {
    var before = stat()
    guard stat("\(path)/\(name)", &before) == 0 else { throw CocoaError(.fileReadNoSuchFile) }
    try rewriteInPlace(name, text)
    let times = [before.st_atim, before.st_mtim]
    guard utimensat(AT_FDCWD, "\(path)/\(name)", times, 0) == 0 else {
      throw CocoaError(.fileWriteUnknown)
    }
  }

  public func append(_ name: String, _ text: String) throws {
    let file = try FileHandle(forWritingTo: URL(filePath: "\(path)/\(name)"))
    try file.seekToEnd()
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }

  public func read(_ name: String) throws -> String {
    try String(contentsOf: URL(filePath: "\(path)/\(name)"), encoding: .utf8)
  }

  public func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: "\(path)/\(name)")))
  }

  public func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: "\(path)/\(name)")
  }

  public func rename(_ old: String, to new: String) throws {
    try FileManager.default.moveItem(atPath: "\(path)/\(old)", toPath: "\(path)/\(new)")
  }

  public func has(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(path)/\(name)")
  }

  /// The files below a folder with some ending, sorted, paths counted from the whole.
  public func files(in folder: String, suffix: String = "") -> [String] {
    let found = FileManager.default.enumerator(atPath: "\(path)/\(folder)")
    return (found?.compactMap { $0 as? String } ?? [])
      .filter { $0.hasSuffix(suffix) }.map { "\(folder)/\($0)" }.sorted()
  }

  /// Sets the permissions of a file or folder.
  public func chmod(_ name: String, _ mode: Int) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: "\(path)/\(name)")
  }
}
