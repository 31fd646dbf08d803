import Glibc

/// Whole operations over the single calls: interrupted calls are repeated, short ones continued.
extension FileSystem {
  func opening(
    _ path: String, _ flags: Int32, mode: UInt32 = 0o644
  ) throws(FileStorageError) -> Int32 {
    Int32(try checked("open", path) { open(path, flags, mode) })
  }

  /// Appends or writes all bytes; the count that got through is told when it fails.
  func writing(
    _ bytes: [UInt8], to descriptor: Int32, path: String, written: inout Int
  ) throws(FileStorageError) {
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        write(descriptor, UnsafeRawBufferPointer(rebasing: $0[written...]))
      }
      if count == -Int(EINTR) { continue }
      if count < 0 { throw .system(operation: "write", path: path, code: Int32(-count)) }
      // A regular file that takes no byte and names no error would loop for ever.
      if count == 0 { throw .system(operation: "write", path: path, code: ENOSPC) }
      written += count
    }
  }

  func writing(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(FileStorageError) {
    var written = 0
    try writing(bytes, to: descriptor, path: path, written: &written)
  }

  /// The bytes of a range; fewer where the file ends before.
  func reading(
    _ descriptor: Int32, _ range: Range<Int>, path: String
  ) throws(FileStorageError) -> [UInt8] {
    var failure = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
      while filled < range.count {
        let rest = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[
            filled..<range.count])
        let count = read(descriptor, rest, range.lowerBound + filled)
        if count == -Int(EINTR) { continue }
        if count <= 0 {
          failure = count
          return
        }
        filled += count
      }
    }
    if failure < 0 { throw .system(operation: "read", path: path, code: Int32(-failure)) }
    return bytes
  }

  /// All bytes of a file.
  public func contents(of path: String) throws(FileStorageError) -> [UInt8] {
    let descriptor = try opening(path, O_RDONLY)
    defer { _ = close(descriptor) }
    let size = try status(of: descriptor, path: path).size
    return try reading(descriptor, 0..<size, path: path)
  }

  /// At most so many of its first bytes.
  public func beginning(of path: String, count: Int) throws(FileStorageError) -> [UInt8] {
    let descriptor = try opening(path, O_RDONLY)
    defer { _ = close(descriptor) }
    return try reading(descriptor, 0..<count, path: path)
  }

  func status(of descriptor: Int32, path: String) throws(FileStorageError) -> FileStatus {
    var found = FileStatus()
    let code = status(descriptor, &found)
    if code < 0 { throw .system(operation: "look at", path: path, code: Int32(-code)) }
    return found
  }

  /// Nil where nothing is there.
  public func status(ofPath path: String) throws(FileStorageError) -> FileStatus? {
    var found = FileStatus()
    let code = statusOfPath(path, &found)
    if code == -Int(ENOENT) || code == -Int(ENOTDIR) { return nil }
    if code < 0 { throw .system(operation: "look at", path: path, code: Int32(-code)) }
    return found
  }

  /// Makes a folder and those above it; one that exists is fine.
  public func makeFolders(_ path: String, mode: UInt32 = 0o755) throws(FileStorageError) {
    if let status = try status(ofPath: path), status.isFolder { return }
    if let parent = path.parentFolder, parent != path { try makeFolders(parent, mode: mode) }
    let code = makeFolder(path, mode)
    if code < 0, code != -Int(EEXIST) {
      throw .system(operation: "make the folder", path: path, code: Int32(-code))
    }
  }

  /// Makes the folder's entries durable.
  func syncingFolder(_ path: String) throws(FileStorageError) {
    let descriptor = try opening(path, O_RDONLY | O_DIRECTORY)
    defer { _ = close(descriptor) }
    try checked("write", path) { sync(descriptor) }
  }

  @discardableResult
  func checked(
    _ operation: String, _ path: String, _ call: () -> Int
  ) throws(FileStorageError) -> Int {
    while true {
      let code = call()
      if code == -Int(EINTR) { continue }
      if code < 0 { throw .system(operation: operation, path: path, code: Int32(-code)) }
      return code
    }
  }
}

extension String {
  /// The folder that a path names its last part in; nil for a lone name.
  var parentFolder: String? {
    guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return slash == startIndex ? "/" : String(self[..<slash])
  }

  /// What follows the last slash.
  var lastPart: String {
    guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return self }
    return String(self[utf8.index(after: slash)...])
  }

  /// The path with links resolved; nil where it doesn't exist.
  public var resolvedPath: String? {
    guard let path = realpath(self, nil) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }
}
