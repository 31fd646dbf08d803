import Glibc

/// A file for a package.
public struct AnkiMediaSource: Hashable, Sendable {
  public enum Content: Hashable, Sendable {
    case file(path: String)
    case bytes([UInt8])
  }

  /// The name that fields refer to; safe and in normal form, or writing fails.
  public var name: String
  public var content: Content

  public init(name: String, content: Content) {
    self.name = name
    self.content = content
  }
}

extension AnkiMediaSource.Content {
  /// About how many bytes there are; 0 when that cannot be told.
  var size: Int64 {
    switch self {
    case .bytes(let bytes): return Int64(bytes.count)
    case .file(let path):
      var status = stat()
      return stat(path, &status) == 0 ? Int64(status.st_size) : 0
    }
  }

  /// Hands over the bytes in pieces.
  func read(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    switch self {
    case .bytes(let bytes): try bytes.withUnsafeBytes { try body($0) }
    case .file(let path):
      let descriptor = sysOpen(path, O_RDONLY | O_CLOEXEC, 0)
      guard descriptor >= 0 else { throw AnkiPackageError.unreadable(path: path, errno: errno) }
      defer { close(descriptor) }
      try readAll(descriptor, path: path, body)
    }
  }
}
