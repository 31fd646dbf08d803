import CMiniZip
import Glibc

/// An archive opened for reading, its members by name.
final class ZipReader {
  struct Member {
    /// Unpacked, as the archive's directory says.
    var size: Int64
    fileprivate var place: unz64_file_pos
  }

  /// Of members that share a name the last one counts.
  private(set) var members: [String: Member] = [:]
  private let handle: unzFile

  /// More than any collection has media.
  private static let maximumMembers = 500_000

  init(_ path: String) throws {
    let descriptor = sysOpen(path, O_RDONLY | O_CLOEXEC, 0)
    guard descriptor >= 0 else { throw AnkiPackageError.unreadable(path: path, errno: errno) }
    var status = stat()
    let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    close(descriptor)
    guard isFile, let handle = unzOpen64(path) else { throw AnkiPackageError.notZip(path: path) }
    self.handle = handle
    try readDirectory(path)
  }

  deinit {
    unzClose(handle)
  }

  private func readDirectory(_ path: String) throws {
    var name = [CChar](repeating: 0, count: 256)
    var code = unzGoToFirstFile(handle)
    var count = 0
    while code == UNZ_OK {
      count += 1
      var info = unz_file_info64()
      var place = unz64_file_pos()
      guard count <= Self.maximumMembers,
        unzGetCurrentFileInfo64(handle, &info, &name, UInt(name.count - 1), nil, 0, nil, 0)
          == UNZ_OK,
        unzGetFilePos64(handle, &place) == UNZ_OK
      else { throw AnkiPackageError.notZip(path: path) }
      let bytes = name.prefix(Int(min(info.size_filename, 64))).map { UInt8(bitPattern: $0) }
      if Self.counts(bytes) {
        members[String(decoding: bytes, as: UTF8.self)] = Member(
          size: Int64(clamping: info.uncompressed_size), place: place)
      }
      code = unzGoToNextFile(handle)
    }
    guard code == UNZ_END_OF_LIST_OF_FILE else { throw AnkiPackageError.notZip(path: path) }
  }

  /// Whether a name is one that packages have; others, however many, are passed over.
  private static func counts(_ name: [UInt8]) -> Bool {
    let isNumber = name.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    return isNumber && name.count <= 10 || name.starts(with: "collection.anki2".utf8)
      || name.elementsEqual("meta".utf8) || name.elementsEqual("media".utf8)
  }

  /// Unpacks a member and hands it over in pieces of up to 128 KiB; checks its CRC at the end.
  ///
  /// Stops with an error at the size that the directory tells.
  func read(_ name: String, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    guard let member = members[name] else { throw AnkiPackageError.memberMissing(name) }
    var place = member.place
    guard unzGoToFilePos64(handle, &place) == UNZ_OK, unzOpenCurrentFile(handle) == UNZ_OK else {
      throw broken(name, "the archive does not open it")
    }
    var isOpen = true
    defer { if isOpen { unzCloseCurrentFile(handle) } }
    try withUnsafeTemporaryAllocation(byteCount: 128 << 10, alignment: 16) { buffer in
      var total: Int64 = 0
      while true {
        let count = unzReadCurrentFile(handle, buffer.baseAddress, UInt32(buffer.count))
        guard count >= 0 else { throw broken(name, "its compressed data are damaged") }
        if count == 0 { break }
        total += Int64(count)
        guard total <= member.size else {
          throw AnkiPackageError.memberTooLarge(name, limit: member.size)
        }
        try body(UnsafeRawBufferPointer(rebasing: buffer[..<Int(count)]))
      }
      guard total == member.size else { throw broken(name, "it ends early") }
    }
    isOpen = false
    guard unzCloseCurrentFile(handle) == UNZ_OK else {
      throw broken(name, "its checksum is wrong")
    }
  }

  private func broken(_ name: String, _ reason: String) -> AnkiPackageError {
    .memberBroken(name, reason: reason)
  }
}
