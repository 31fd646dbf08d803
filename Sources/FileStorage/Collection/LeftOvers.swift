import Glibc

/// Temporary files of `DeckFileWriter` whose writer was killed: `.Deck.md.k3j9x0ab.tmp`.
public enum LeftOvers {
  /// A writer that lives takes far less.
  private static let seconds: Int64 = 60

  /// Removes those of one file, whatever their age: nobody may be writing it.
  public static func remove(of path: String) {
    guard let folder = path.parentFolder else { return }
    remove(in: folder) { name, _ in isLeftOver(name, of: path.lastPart) }
  }

  /// Removes old ones in a folder; what lies in folders below it stays.
  public static func remove(in folder: String) { removeOld(in: folder, of: nil) }

  /// Removes old ones of one file: in a folder that is not ours all others are left alone.
  public static func removeOld(of path: String) {
    removeOld(in: path.parentFolder ?? ".", of: path.lastPart)
  }

  private static func removeOld(in folder: String, of file: String?) {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let limit = (Int64(now.tv_sec) - seconds) * 1_000_000_000
    remove(in: folder) { name, path in
      // One that went meanwhile is nothing to remove.
      guard isLeftOver(name, of: file), let status = try? FileSystem.live.status(ofPath: path)
      else {
        return false
      }
      return status.isRegularFile && status.modifiedNanoseconds < limit
    }
  }

  private static func remove(in folder: String, where isOld: (String, String) -> Bool) {
    var names: [String] = []
    guard FileSystem.live.list(folder, &names) >= 0 else { return }
    for name in names where name.hasPrefix(".") && name.hasSuffix(".tmp") {
      let path = "\(folder)/\(name)"
      if isOld(name, path) { _ = FileSystem.live.remove(path) }
    }
  }

  /// `.name.12345678.tmp`, of a name or of any.
  private static func isLeftOver(_ name: String, of file: String? = nil) -> Bool {
    let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count >= 4, parts[0].isEmpty, parts[parts.count - 2].count == 8,
      parts[parts.count - 2].allSatisfy({ 97...122 ~= $0 || 48...57 ~= $0 })
    else { return false }
    guard let file else { return true }
    return name.utf8.dropFirst().dropLast(13).elementsEqual(file.utf8)
  }
}
