import Glibc

/// A private file of a random name that goes away with its last owner, or sooner.
final class ScratchFile {
  let path: String
  let descriptor: Int32
  private var hasName = true

  /// Makes an empty file that only this user can open.
  init(in folder: String, suffix: String = "") throws {
    var failure: Int32 = EEXIST
    for _ in 0..<8 {
      let path = "\(folder)/anki-\(String(UInt64.random(in: 0...UInt64.max), radix: 36))\(suffix)"
      let descriptor = sysOpen(
        path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      if descriptor >= 0 {
        self.path = path
        self.descriptor = descriptor
        return
      }
      failure = errno
      guard failure == EEXIST else { break }
    }
    throw AnkiPackageError.unwritable(path: folder, errno: failure)
  }

  /// Makes the empty file that is to take the place of `path`, hidden beside it: `.name.12345678.tmp`.
  convenience init(beside path: String) throws {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(path[..<$0]) } ?? "."
    let name = slash.map { String(path[path.utf8.index(after: $0)...]) } ?? path
    let mark = String((0..<8).map { _ in Self.letters.randomElement() ?? "a" })
    try self.init(named: "\(folder.isEmpty ? "/" : folder)/.\(name).\(mark).tmp")
  }

  private static let letters: [Character] = Array("abcdefghijklmnopqrstuvwxyz0123456789")

  /// Makes a file of a name that nobody has.
  private init(named path: String) throws {
    descriptor = sysOpen(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw AnkiPackageError.unwritable(path: path, errno: errno) }
    self.path = path
  }

  deinit {
    removeName()
    close(descriptor)
  }

  /// How many bytes it has; 0 when that cannot be told.
  var size: Int64 {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
  }

  /// Takes the file out of its folder; who has it open keeps it.
  func removeName() {
    guard hasName else { return }
    hasName = false
    unlink(path)
  }

  /// Gives the file another name, in place of what has it.
  func rename(to target: String) throws {
    guard Glibc.rename(path, target) == 0 else {
      throw AnkiPackageError.unwritable(path: target, errno: errno)
    }
    hasName = false
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws {
    try writeAll(bytes, to: descriptor, path: path)
  }

  /// Writes at a place, without a look at where other writes stand.
  func write(_ bytes: [UInt8], at offset: off_t) throws {
    try bytes.withUnsafeBytes { bytes in
      var place = 0
      while place < bytes.count {
        let count = pwrite(
          descriptor, bytes.baseAddress?.advanced(by: place), bytes.count - place,
          offset + off_t(place))
        if count < 0 {
          if errno == EINTR { continue }
          throw AnkiPackageError.unwritable(path: path, errno: errno)
        }
        place += count
      }
    }
  }
}

/// Writes everything or throws `unwritable`.
func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, path: String) throws {
  var rest = bytes
  while !rest.isEmpty {
    let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
    if count < 0 {
      if errno == EINTR { continue }
      throw AnkiPackageError.unwritable(path: path, errno: errno)
    }
    rest = UnsafeRawBufferPointer(rebasing: rest[count...])
  }
}

/// Hands over a file from its beginning in pieces.
func readAll(
  _ descriptor: Int32, path: String, _ body: (UnsafeRawBufferPointer) throws -> Void
) throws {
  try withUnsafeTemporaryAllocation(byteCount: 256 << 10, alignment: 16) { buffer in
    var offset: off_t = 0
    while true {
      let count = pread(descriptor, buffer.baseAddress, buffer.count, offset)
      if count == 0 { return }
      if count < 0 {
        if errno == EINTR { continue }
        throw AnkiPackageError.unreadable(path: path, errno: errno)
      }
      offset += off_t(count)
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }
}

/// `open(2)`, whose name the factory of packages has.
func sysOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  open(path, flags, mode)
}
