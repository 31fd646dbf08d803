/// What tells that a file is unchanged without reading it.
public struct FileSignature: Hashable, Sendable, BitwiseCopyable {
  /// Bytes.
  public var size: Int64
  public var modifiedNanoseconds: Int64
  public var changedNanoseconds: Int64
  public var inode: UInt64

  public init(
    size: Int64, modifiedNanoseconds: Int64, changedNanoseconds: Int64, inode: UInt64
  ) {
    self.size = size
    self.modifiedNanoseconds = modifiedNanoseconds
    self.changedNanoseconds = changedNanoseconds
    self.inode = inode
  }

  public init(_ status: FileStatus) {
    self.init(
      size: Int64(status.size), modifiedNanoseconds: status.modifiedNanoseconds,
      changedNanoseconds: status.changedNanoseconds, inode: status.inode)
  }

  /// Whether a file that was read at a moment and looks equal now must still hold what was read.
  public func isSettled(readNanoseconds: Int64) -> Bool {
    isCurrent(cached: self, cacheWrittenNanoseconds: readNanoseconds)
  }

  /// Whether a cache may go on standing for a file that looks like this now.
  ///
  /// Equal is not enough: a file written again within the clock's grain looks the same, so both
  /// its times must lie two seconds before the cache was written (which also covers file systems
  /// that count in steps of two seconds). Otherwise contents must be compared.
  public func isCurrent(
    cached: FileSignature, cacheWrittenNanoseconds: Int64
  ) -> Bool {
    self == cached
      && max(modifiedNanoseconds, changedNanoseconds) <= cacheWrittenNanoseconds - 2_000_000_000
  }
}
