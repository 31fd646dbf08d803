import AnkiExchange
import FileStorage
import Glibc
import StudyDomain

/// The record of an import that is under way: each step stands in it before it is done, so that one
/// that was killed can be taken back.
///
/// It lies where the whole record will be, begins with the same head, and is locked while its import
/// runs.
final class ImportJournal: Sendable {
  let path: String
  private let descriptor: Int32
  /// Folders that were made for it, outermost first.
  private let folders: [String]

  /// Begins a journal; `folder` is that of the ledgers, inside `collection`.
  init(_ head: ImportRecord.Head, stem: String, folder: String, collection: String) throws {
    var head = head
    head.isCutOff = true
    path = "\(folder)/\(stem)\(ImportRecord.ending)"
    var made: [String] = []
    for place in ["\(collection)/.deckle", folder]
    where try FileSystem.live.status(ofPath: place) == nil {
      made.append(place)
    }
    folders = made
    try FileSystem.live.makeFolders(folder)
    let code = FileSystem.live.open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND, 0o644)
    guard code >= 0 else {
      for folder in made.reversed() { rmdir(folder) }
      throw FileStorageError.system(operation: "write", path: path, code: Int32(-code))
    }
    descriptor = Int32(code)
    // Where files cannot be locked, a second deckle only sees it as cut off.
    _ = FileSystem.live.lock(descriptor, LOCK_EX | LOCK_NB)
    try add(head.json)
  }

  deinit {
    _ = FileSystem.live.close(descriptor)
  }

  func add(_ file: ImportRecord.File) throws(FileStorageError) { try write(file.line) }

  func add(folder: String) throws(FileStorageError) {
    try add(.object(["folder": .string(folder)]))
  }

  /// What the history is going to call what the import writes there.
  func add(action: String) throws(FileStorageError) {
    try add(.object(["action": .string(action)]))
  }

  private func add(_ line: JSONValue) throws(FileStorageError) {
    try write(line.utf8 + [UInt8(ascii: "\n")])
  }

  private func write(_ bytes: [UInt8]) throws(FileStorageError) {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { FileSystem.live.write(descriptor, $0) }
      if count == -Int(EINTR) { continue }
      guard count > 0 else {
        throw .system(operation: "write", path: path, code: Int32(-count))
      }
      written += count
    }
  }

  /// Removes it with the folders that were made for it, as long as they are empty.
  func remove() {
    _ = FileSystem.live.remove(path)
    for folder in folders.reversed() { rmdir(folder) }
  }

  /// Whether the import that writes a journal still runs.
  static func isRunning(_ path: String) -> Bool {
    let code = FileSystem.live.open(path, O_RDONLY, 0)
    guard code >= 0 else { return false }
    defer { _ = FileSystem.live.close(Int32(code)) }
    return FileSystem.live.lock(Int32(code), LOCK_SH | LOCK_NB) == -Int(EWOULDBLOCK)
  }
}
