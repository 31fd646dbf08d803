import Glibc

/// Memory that is about to be filled for the first time.
public enum FreshMemory {
  private static let pageSize = 1 << 12
  private static let hugePageSize = 1 << 21
  /// Below this the page faults cost less than asking.
  private static let smallest = 1 << 18

  /// Brings in all pages of `bytes` at once, huge ones where they fit.
  ///
  /// A page fault each four kilobytes costs several times what the copy does. Where the system
  /// knows neither request it refuses them, and the faults come one by one as ever.
  public static func populate(_ bytes: UnsafeMutableRawBufferPointer) {
    guard bytes.count >= smallest else { return }
    advise(bytes, MADV_HUGEPAGE, pageSize: hugePageSize)
    advise(bytes, MADV_POPULATE_WRITE, pageSize: pageSize)
  }

  /// Advises on the whole pages within `bytes`.
  private static func advise(
    _ bytes: UnsafeMutableRawBufferPointer, _ advice: CInt, pageSize: Int
  ) {
    guard let base = bytes.baseAddress else { return }
    let start = (Int(bitPattern: base) + pageSize - 1) & ~(pageSize - 1)
    let end = (Int(bitPattern: base) + bytes.count) & ~(pageSize - 1)
    guard end > start, let aligned = UnsafeMutableRawPointer(bitPattern: start) else { return }
    madvise(aligned, end - start, advice)
  }
}

extension ContiguousArray {
  /// Room for so many elements in all, its pages brought in at once.
  public mutating func reserveFresh(_ count: Int) {
    reserveCapacity(count)
    withUnsafeMutableBufferPointer { buffer in
      // The room behind the elements is the array's own, to be filled next.
      guard let end = buffer.baseAddress?.advanced(by: buffer.count) else { return }
      FreshMemory.populate(
        UnsafeMutableRawBufferPointer(
          start: end, count: Swift.max(0, count - buffer.count) * MemoryLayout<Element>.stride))
    }
  }
}
