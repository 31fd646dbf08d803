import FileStorage
import Glibc

/// A file that grows beside its place and takes it when it is whole.
struct ExportFile: ~Copyable {
  private let path: String
  private let temporary: String
  private let descriptor: Int32
  private let replaces: Bool
  private var buffer: [UInt8] = []
  private var isDone = false

  /// Throws the failed call.
  init(_ path: String, replaces: Bool) throws {
    self.path = path
    self.replaces = replaces
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(path[...$0]) } ?? ""
    let name = slash.map { String(path[path.utf8.index(after: $0)...]) } ?? path
    temporary = "\(folder).\(name).\(WriterIdentity.randomID()).tmp"
    let code = FileSystem.live.open(temporary, O_WRONLY | O_CREAT | O_EXCL, 0o644)
    guard code >= 0 else {
      throw FileStorageError.system(operation: "write", path: path, code: Int32(-code))
    }
    descriptor = Int32(code)
  }

  deinit {
    _ = FileSystem.live.close(descriptor)
    if !isDone { _ = FileSystem.live.remove(temporary) }
  }

  mutating func write(_ bytes: [UInt8]) throws {
    buffer += bytes
    if buffer.count >= 1 << 18 { try flush() }
  }

  private mutating func flush() throws {
    try buffer.withUnsafeBytes { bytes in
      var rest = bytes
      while !rest.isEmpty {
        let count = FileSystem.live.write(descriptor, rest)
        if count == -Int(EINTR) { continue }
        try check(count, "write")
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Puts the file in its place.
  mutating func finish() throws {
    try flush()
    try check(FileSystem.live.sync(descriptor), "write to disk")
    if replaces {
      try check(FileSystem.live.rename(temporary, path), "write")
    } else {
      let code = FileSystem.live.renameNew(temporary, path)
      if code == -Int(EEXIST) { throw TransferError.fileExists(path: path) }
      // Some file systems cannot refuse an existing name; it was not there a moment ago.
      try check(code < 0 ? FileSystem.live.rename(temporary, path) : code, "write")
    }
    isDone = true
  }

  private func check(_ code: Int, _ operation: String) throws {
    guard code < 0 else { return }
    throw FileStorageError.system(operation: operation, path: path, code: Int32(-code))
  }
}
