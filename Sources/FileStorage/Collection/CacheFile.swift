import Glibc

/// Files that can be made again: replaced in one step, not forced to disk.
public enum CacheFile {
  /// Replaces a cache file and makes its folder if it is missing.
  ///
  /// A reader sees the old or the new file. After a power cut it may be empty or torn, so contents
  /// carry their own checksum.
  public static func write(
    _ bytes: [UInt8], to path: String, files: FileSystem = .live
  ) throws(FileStorageError) {
    var temporary = ".\(path.lastPart).\(WriterIdentity.randomID()).tmp"
    if let folder = path.parentFolder {
      try files.makeFolders(folder, mode: 0o700)
      temporary = "\(folder)/\(temporary)"
    }
    let descriptor = try files.opening(temporary, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    do {
      defer { _ = files.close(descriptor) }
      try files.writing(bytes, to: descriptor, path: temporary)
      try files.checked("write", path) { files.rename(temporary, path) }
    } catch {
      _ = files.remove(temporary)
      throw error
    }
  }
}
