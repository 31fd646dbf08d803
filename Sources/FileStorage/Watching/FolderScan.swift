import Glibc

/// A listing of all regular files below a folder, hidden ones and hidden folders left out.
///
/// Links to files and folders are followed; no folder is entered twice, so loops end.
public struct FolderScan: Sendable {
  public struct File: Equatable, Sendable {
    /// Relative to the scanned folder, with `/` between parts.
    public var path: String
    public var signature: FileSignature
  }

  /// In order of their paths' bytes.
  public private(set) var files: [File] = []
  /// Relative paths of all folders entered; the scanned one itself is the empty path.
  public private(set) var folders: [String] = []
  /// What could not be read; the rest is complete.
  public private(set) var problems: [FileStorageError] = []

  private struct Identity: Hashable {
    var device: UInt64
    var inode: UInt64
  }
  private var entered: Set<Identity> = []

  /// Scans a folder; costs one `fstatat` a file.
  public init(_ folder: String) {
    let descriptor = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      problems.append(.system(operation: "read the folder", path: folder, code: errno))
      return
    }
    enter(descriptor, relative: "", root: folder)
    files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// Takes the descriptor over.
  private mutating func enter(_ descriptor: Int32, relative: String, root: String) {
    var own = stat()
    guard fstat(descriptor, &own) == 0,
      entered.insert(Identity(device: UInt64(own.st_dev), inode: UInt64(own.st_ino))).inserted,
      let stream = fdopendir(descriptor)
    else {
      Glibc.close(descriptor)
      return
    }
    defer { closedir(stream) }
    folders.append(relative)
    var subfolders: [String] = []
    var links: [String] = []
    while let entry = readdir(stream) {
      let name = entry.entryName
      if name.utf8.first == UInt8(ascii: ".") { continue }
      let path = relative.isEmpty ? name : "\(relative)/\(name)"
      if Int(entry.pointee.d_type) == Int(DT_DIR) {
        subfolders.append(path)
        continue
      }
      var raw = stat()
      // A dangling link, or gone since it was listed.
      guard fstatat(descriptor, name, &raw, 0) == 0 else { continue }
      let status = FileStatus(raw)
      if status.isFolder {
        links.append(path)
      } else if status.isRegularFile {
        files.append(File(path: path, signature: FileSignature(status)))
      }
    }
    subfolders.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    links.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    // Real folders before links to them, so that a file keeps its own path where it has one.
    for path in subfolders + links {
      let child = openat(descriptor, path.lastPart, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      if child < 0 {
        problems.append(
          .system(operation: "read the folder", path: "\(root)/\(path)", code: errno))
      } else {
        enter(child, relative: path, root: root)
      }
    }
  }
}
