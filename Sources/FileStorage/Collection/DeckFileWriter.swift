import Glibc

/// Replaces whole files so that a reader, a crash or another editor sees the old or the new one.
public struct DeckFileWriter: Sendable {
  /// What the file held when it was read.
  public enum Original: Equatable, Sendable {
    /// The file must not exist yet.
    case absent
    case contents([UInt8])
  }

  private let collection: String
  private let files: FileSystem
  private let mint: @Sendable () -> String

  /// A writer that refuses to write outside of a folder.
  public init(
    collection: String, files: FileSystem = .live,
    mint: @escaping @Sendable () -> String = { WriterIdentity.randomID() }
  ) {
    self.collection = collection.resolvedPath ?? collection
    self.files = files
    self.mint = mint
  }

  /// Puts new bytes in a file's place: temporary file, fsync, exchange, fsync of the folder.
  ///
  /// Takes some ten milliseconds; not for the main actor.
  /// - Parameters:
  ///   - path: The file; a symbolic link is followed and stays a link.
  ///   - bytes: All of its new contents.
  ///   - original: What was read, so that a save by another program since then is noticed.
  /// - Returns: The signature of the new file.
  /// - Throws: `changedMeanwhile`, `outsideCollection` or the failed call; the file is as it was.
  @discardableResult
  public func replace(
    _ path: String, with bytes: [UInt8], original: Original
  ) throws(FileStorageError) -> FileSignature {
    let target = try resolve(path)
    guard let folder = target.parentFolder else {
      throw .system(operation: "write", path: path, code: EINVAL)
    }
    let old = try files.status(ofPath: target)
    if (old == nil) != (original == .absent) { throw .changedMeanwhile(path: path) }

    let temporary = "\(folder)/.\(target.lastPart).\(mint()).tmp"
    let descriptor = try files.opening(temporary, O_WRONLY | O_CREAT | O_EXCL, mode: 0o644)
    let signature: FileSignature
    do {
      defer { _ = files.close(descriptor) }
      if let old {
        try files.checked("set the permissions", temporary) {
          files.setMode(descriptor, old.mode & 0o7777)
        }
      }
      try files.writing(bytes, to: descriptor, path: temporary)
      try files.checked("write to disk", temporary) { files.sync(descriptor) }
      try put(temporary, at: target, path, original: original, new: bytes)
      signature = FileSignature(try files.status(of: descriptor, path: target))
    } catch {
      _ = files.remove(temporary)
      throw error
    }
    // The rename is done; a file system that can't sync folders doesn't undo it.
    try? files.syncingFolder(folder)
    return signature
  }

  /// Begins a file of this program's own that comes in pieces, in place of one that may be there.
  ///
  /// Throws `outsideCollection` or the failed call.
  public func begin(_ path: String) throws(FileStorageError) -> PendingFile {
    let target = try resolve(path)
    guard let folder = target.parentFolder else {
      throw .system(operation: "write", path: path, code: EINVAL)
    }
    return try PendingFile(
      target: target, temporary: "\(folder)/.\(target.lastPart).\(mint()).tmp", files: files)
  }

  private func put(
    _ temporary: String, at target: String, _ path: String, original: Original, new: [UInt8]
  ) throws(FileStorageError) {
    guard case .contents(let read) = original else {
      let code = files.renameNew(temporary, target)
      if code == -Int(EEXIST) { throw .changedMeanwhile(path: path) }
      if Self.isUnsupported(code) {
        if try files.status(ofPath: target) != nil { throw .changedMeanwhile(path: path) }
        try files.checked("write", target) { files.rename(temporary, target) }
      } else if code < 0 {
        throw .system(operation: "write", path: target, code: Int32(-code))
      }
      return
    }
    let code = files.exchange(temporary, target)
    if code == -Int(ENOENT) { throw .changedMeanwhile(path: path) }
    if Self.isUnsupported(code) {
      // Without an exchange a save between these two calls would go unseen.
      if try files.contents(of: target) != read { throw .changedMeanwhile(path: path) }
      try files.checked("write", target) { files.rename(temporary, target) }
      return
    }
    if code < 0 { throw .system(operation: "write", path: target, code: Int32(-code)) }
    let found: [UInt8]?
    do {
      found = try files.contents(of: temporary)
    } catch {
      found = nil
    }
    if found == read {
      _ = files.remove(temporary)
      return
    }
    // Somebody's save is in our hands: it goes back. If a yet newer one took our place in the
    // meantime, that one stays.
    try files.checked("put back", target) { files.exchange(temporary, target) }
    if let back = try? files.contents(of: temporary), back != new {
      try files.checked("put back", target) { files.exchange(temporary, target) }
    }
    throw .changedMeanwhile(path: path)
  }

  /// The path with links resolved, inside the collection.
  private func resolve(_ path: String) throws(FileStorageError) -> String {
    var resolved = path.resolvedPath
    if resolved == nil, let parent = path.parentFolder {
      // Not there yet: its folder decides. A link that leads nowhere is not followed blindly.
      var link = stat()
      if lstat(path, &link) == 0 {
        throw .system(operation: "follow the link", path: path, code: ENOENT)
      }
      resolved = parent.resolvedPath.map { "\($0)/\(path.lastPart)" }
    }
    guard let resolved else { throw .system(operation: "open", path: path, code: ENOENT) }
    guard resolved.hasPrefix(collection + "/") || collection == "/" else {
      throw .outsideCollection(path: path, target: resolved)
    }
    return resolved
  }

  private static func isUnsupported(_ code: Int) -> Bool {
    code == -Int(EINVAL) || code == -Int(ENOSYS) || code == -Int(ENOTSUP)
  }
}
