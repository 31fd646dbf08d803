/// The system calls that the storage makes, as values, so that tests can let any of them fail or
/// stop the program between two of them.
///
/// Every operation returns what the kernel returns: zero, a count or a descriptor, and a negated
/// `errno` when it failed. Nothing is retried here.
public struct FileSystem: Sendable {
  /// Path, `O_…` flags (O_CLOEXEC is added), permissions for a new file.
  public var open: @Sendable (String, Int32, UInt32) -> Int
  public var close: @Sendable (Int32) -> Int
  /// Reads at an offset (`pread`).
  public var read: @Sendable (Int32, UnsafeMutableRawBufferPointer, Int) -> Int
  /// Writes at the descriptor's place, or at the end where it was opened to append.
  public var write: @Sendable (Int32, UnsafeRawBufferPointer) -> Int
  public var sync: @Sendable (Int32) -> Int
  public var syncData: @Sendable (Int32) -> Int
  public var truncate: @Sendable (Int32, Int) -> Int
  public var setMode: @Sendable (Int32, UInt32) -> Int
  /// `LOCK_EX`, `LOCK_UN` and so on (`flock`).
  public var lock: @Sendable (Int32, Int32) -> Int
  public var status: @Sendable (Int32, inout FileStatus) -> Int
  /// Follows symbolic links.
  public var statusOfPath: @Sendable (String, inout FileStatus) -> Int
  public var rename: @Sendable (String, String) -> Int
  /// Exchanges two paths atomically (RENAME_EXCHANGE).
  public var exchange: @Sendable (String, String) -> Int
  /// Renames unless the target exists (RENAME_NOREPLACE).
  public var renameNew: @Sendable (String, String) -> Int
  public var remove: @Sendable (String) -> Int
  public var makeFolder: @Sendable (String, UInt32) -> Int
  /// Appends the names in a folder, without `.` and `..`, in no order.
  public var list: @Sendable (String, inout [String]) -> Int
}

/// What the system says of a file.
public struct FileStatus: Hashable, Sendable, BitwiseCopyable {
  public var device: UInt64
  public var inode: UInt64
  /// Bytes.
  public var size: Int
  public var modifiedNanoseconds: Int64
  /// The last change of contents or of anything the system notes about the file.
  public var changedNanoseconds: Int64
  /// Type and permission bits.
  public var mode: UInt32

  public init(
    device: UInt64 = 0, inode: UInt64 = 0, size: Int = 0, modifiedNanoseconds: Int64 = 0,
    changedNanoseconds: Int64 = 0, mode: UInt32 = 0
  ) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modifiedNanoseconds = modifiedNanoseconds
    self.changedNanoseconds = changedNanoseconds
    self.mode = mode
  }

  /// Whether both are one file, whatever its contents.
  public func isSameFile(as other: Self) -> Bool {
    device == other.device && inode == other.inode
  }

  public var isFolder: Bool { mode & 0o170000 == 0o040000 }
  public var isRegularFile: Bool { mode & 0o170000 == 0o100000 }
}
