import FileStorage
import Glibc

/// The last kilobytes of what was read of a file, to tell a file that grew from one that was
/// replaced: the size may be larger and the inode the same, as inodes are used again.
struct FileMark: Hashable, Sendable {
  private static let length = 4096
  private let bytes: [UInt8]

  /// The bytes that end at a place of a file; nil when they cannot be read.
  init?(path: String, before end: Int) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let start = max(0, end - Self.length)
    var isRead = true
    bytes = Array(unsafeUninitializedCapacity: end - start) { buffer, filled in
      while filled < end - start {
        let rest = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[filled..<(end - start)])
        let count = pread(descriptor, rest.baseAddress, rest.count, off_t(start + filled))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          isRead = false
          return
        }
        filled += count
      }
    }
    guard isRead else { return nil }
  }
}
