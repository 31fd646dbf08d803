import Glibc

/// A file's bytes, mapped read-only for as long as this object lives.
///
/// Only for files that deckle alone replaces: a mapped file that another program cuts short kills
/// the reader.
public final class MappedFile: Sendable {
  // Written once in `init`; the mapping is read-only.
  private nonisolated(unsafe) let mapping: UnsafeRawBufferPointer
  public let signature: FileSignature

  /// Maps a file; an empty one has no bytes and is fine.
  ///
  /// `isReadInPlaces` tells the system not to bring in neighbours of what is touched;
  /// `isReadWhole` to bring in everything at once.
  public init(
    path: String, isReadInPlaces: Bool = false, isReadWhole: Bool = false
  ) throws(FileStorageError) {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(operation: "open", path: path, code: errno) }
    defer { Glibc.close(descriptor) }
    var raw = stat()
    guard fstat(descriptor, &raw) == 0 else {
      throw .system(operation: "look at", path: path, code: errno)
    }
    signature = FileSignature(FileStatus(raw))
    let size = Int(raw.st_size)
    if size == 0 {
      mapping = UnsafeRawBufferPointer(start: nil, count: 0)
      return
    }
    guard let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0),
      start != UnsafeMutableRawPointer(bitPattern: -1)
    else { throw .system(operation: "map", path: path, code: errno) }
    if isReadInPlaces { madvise(start, size, MADV_RANDOM) }
    if isReadWhole { madvise(start, size, MADV_POPULATE_READ) }
    mapping = UnsafeRawBufferPointer(start: start, count: size)
  }

  deinit {
    if let start = mapping.baseAddress {
      munmap(UnsafeMutableRawPointer(mutating: start), mapping.count)
    }
  }

  public var count: Int { mapping.count }

  /// The bytes, which must not leave the closure.
  public func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(mapping)
  }
}
