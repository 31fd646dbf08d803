import CSystem
import Glibc

extension FileSystem {
  /// The real system calls.
  public static let live = FileSystem(
    open: { path, flags, mode in
      result(Int(Glibc.open(path, flags | O_CLOEXEC, mode_t(mode))))
    },
    close: { result(Int(Glibc.close($0))) },
    read: { result(Glibc.pread($0, $1.baseAddress, $1.count, $2)) },
    write: { result(Glibc.write($0, $1.baseAddress, $1.count)) },
    sync: { result(Int(Glibc.fsync($0))) },
    syncData: { result(Int(Glibc.fdatasync($0))) },
    truncate: { result(Int(Glibc.ftruncate($0, $1))) },
    setMode: { result(Int(Glibc.fchmod($0, mode_t($1)))) },
    lock: { result(Int(flock($0, $1))) },
    status: { descriptor, status in
      var raw = stat()
      let outcome = result(Int(Glibc.fstat(descriptor, &raw)))
      if outcome == 0 { status = FileStatus(raw) }
      return outcome
    },
    statusOfPath: { path, status in
      var raw = stat()
      let outcome = result(Int(stat(path, &raw)))
      if outcome == 0 { status = FileStatus(raw) }
      return outcome
    },
    rename: { result(Int(Glibc.rename($0, $1))) },
    exchange: { result(Int(deckle_rename_exchange($0, $1))) },
    renameNew: { result(Int(deckle_rename_noreplace($0, $1))) },
    remove: { result(Int(Glibc.unlink($0))) },
    makeFolder: { result(Int(Glibc.mkdir($0, mode_t($1)))) },
    list: { path, names in
      guard let folder = opendir(path) else { return -Int(errno) }
      defer { closedir(folder) }
      while let entry = readdir(folder) {
        let name = entry.entryName
        if name != ".", name != ".." { names.append(name) }
      }
      return 0
    }
  )

  private static func result(_ value: Int) -> Int {
    value < 0 ? -Int(errno) : value
  }
}

extension FileStatus {
  init(_ raw: stat) {
    self.init(
      device: UInt64(raw.st_dev), inode: UInt64(raw.st_ino), size: Int(raw.st_size),
      modifiedNanoseconds: Int64(raw.st_mtim.tv_sec) * 1_000_000_000 + Int64(raw.st_mtim.tv_nsec),
      changedNanoseconds: Int64(raw.st_ctim.tv_sec) * 1_000_000_000 + Int64(raw.st_ctim.tv_nsec),
      mode: raw.st_mode)
  }
}

extension UnsafeMutablePointer<dirent> {
  /// The name of a folder's entry.
  var entryName: String {
    // Through the pointer: a copy of the field would cut names of variable length records.
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    let bytes = UnsafeRawPointer(self).advanced(by: offset)
    return String(cString: bytes.assumingMemoryBound(to: CChar.self))
  }
}
