import Glibc

/// A file that is being written in pieces and takes its name when it is whole.
///
/// Temporary file, fsync, rename, fsync of the folder; one that is not finished leaves nothing.
public final class PendingFile {
  private let target: String
  private let temporary: String
  private let files: FileSystem
  private let descriptor: Int32
  private var isFinished = false

  init(target: String, temporary: String, files: FileSystem) throws(FileStorageError) {
    (self.target, self.temporary, self.files) = (target, temporary, files)
    descriptor = try files.opening(temporary, O_WRONLY | O_CREAT | O_EXCL, mode: 0o644)
  }

  deinit {
    _ = files.close(descriptor)
    if !isFinished { _ = files.remove(temporary) }
  }

  public func write(_ bytes: [UInt8]) throws(FileStorageError) {
    try files.writing(bytes, to: descriptor, path: temporary)
  }

  /// Puts the file in its place; nothing may be written after it.
  public func finish() throws(FileStorageError) {
    try files.checked("write to disk", temporary) { files.sync(descriptor) }
    try files.checked("write", target) { files.rename(temporary, target) }
    isFinished = true
    if let folder = target.parentFolder {
      // The rename is done; a file system that can't sync folders doesn't undo it.
      try? files.syncingFolder(folder)
    }
  }
}
