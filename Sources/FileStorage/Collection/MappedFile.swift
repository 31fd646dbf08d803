import Glibc

/// A file's bytes, mapped for as long as this object lives; nothing is ever written to the file.
///
/// Only for files that deckle alone replaces: a mapped file that another program cuts short kills
/// the reader.
public final class MappedFile: Sendable {
  // Written once in `init`; its bytes are changed only by who was given them to change.
  private nonisolated(unsafe) let mapping: UnsafeRawBufferPointer
  public let signature: FileSignature
  /// Whether the bytes may be written: this process alone sees what was.
  public let isChangeable: Bool

  /// Maps a file; an empty one has no bytes and is fine.
  ///
  /// `isReadInPlaces` tells the system not to bring in neighbours of what is touched.
  public init(
    path: String, isReadInPlaces: Bool = false, isChangeable: Bool = false
  ) throws(FileStorageError) {
    self.isChangeable = isChangeable
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
    let access = isChangeable ? PROT_READ | PROT_WRITE : PROT_READ
    guard let start = mmap(nil, size, access, MAP_PRIVATE, descriptor, 0),
      start != UnsafeMutableRawPointer(bitPattern: -1)
    else { throw .system(operation: "map", path: path, code: errno) }
    if isReadInPlaces { madvise(start, size, MADV_RANDOM) }
    mapping = UnsafeRawBufferPointer(start: start, count: size)
  }

  deinit {
    if let start = mapping.baseAddress {
      munmap(UnsafeMutableRawPointer(mutating: start), mapping.count)
    }
  }

  public var count: Int { mapping.count }

  /// Brings in everything at once: for a reader of every byte.
  public func populate() {
    guard let start = mapping.baseAddress else { return }
    // Where the system does not know the request, pages come one by one as ever.
    madvise(UnsafeMutableRawPointer(mutating: start), mapping.count, MADV_POPULATE_READ)
  }

  /// Takes whole pages of a part out of memory until they are read again.
  ///
  /// Of a file that may be changed, only for parts that nobody has changed: changes would be lost.
  public func forget(_ part: UnsafeRawBufferPointer) {
    guard let start = part.baseAddress, let base = mapping.baseAddress, start >= base,
      start + part.count <= base + mapping.count
    else { return }
    let page = Int(getpagesize())
    let first = (Int(bitPattern: start) + page - 1) / page * page
    let end = Int(bitPattern: start + part.count) / page * page
    guard first < end else { return }
    madvise(UnsafeMutableRawPointer(bitPattern: first), end - first, MADV_DONTNEED)
  }

  /// The bytes, which must not leave the closure.
  public func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(mapping)
  }
}
