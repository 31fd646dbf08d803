import FileStorage
import Glibc
import Screens
import StudyDomain

/// Files that a person may want to import, and completion of their paths.
struct ImportFiles {
  /// Folders of more files than this are not listed to their end.
  private static let most = 200
  private static let endings = ["apkg", "colpkg", "csv", "tsv", "txt", "md", "json"]

  let home: String
  /// Where relative paths begin.
  var current = Self.workingFolder

  private static var workingFolder: String {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return String(cString: path)
  }

  /// The path that a person's text means.
  func absolute(_ text: String) -> String {
    if text == "~" || text.hasPrefix("~/") { return home + text.dropFirst() }
    return text.hasPrefix("/") ? text : "\(current)/\(text)"
  }

  /// Files of earlier imports that are still there, then those in Downloads and the current folder,
  /// newest first.
  func likely(imported: [String]) -> [TransferFile] {
    var found: [(path: String, status: FileStatus)] = []
    var seen: Set<String> = []
    func add(_ path: String) {
      guard seen.insert(path).inserted, let status = status(path), status.isRegularFile else {
        return
      }
      found.append((path, status))
    }
    for folder in ["\(home)/Downloads", current] {
      for name in names(in: folder) where Self.isLikely(name) { add("\(folder)/\(name)") }
    }
    found.sort { $0.status.modifiedNanoseconds > $1.status.modifiedNanoseconds }
    let others = Array(found.prefix(Self.most))
    found = []
    for path in imported.prefix(5) where !seen.contains(path) { add(path) }
    return (found + others).map { file($0.path, $0.status) }
  }

  /// Folders and files that a path may be the beginning of, by name.
  func completions(of text: String) -> [TransferFile] {
    if text == "~" { return [TransferFile(path: "~/", detail: "")] }
    let slash = text.utf8.lastIndex(of: UInt8(ascii: "/"))
    let prefix = slash.map { String(text[...$0]) } ?? ""
    let start = slash.map { String(text[text.utf8.index(after: $0)...]) } ?? text
    let folder = prefix.isEmpty ? current : absolute(prefix)
    var found: [(name: String, status: FileStatus)] = []
    for name in names(in: folder)
    where name.hasPrefix(start) && (!name.hasPrefix(".") || start.hasPrefix(".")) {
      guard let status = status("\(folder)/\(name)"),
        status.isFolder || Self.isLikely(name) || name == start
      else { continue }
      found.append((name, status))
      if found.count == Self.most { break }
    }
    return found.map {
      TransferFile(
        path: prefix + $0.name + ($0.status.isFolder ? "/" : ""), detail: detail($0.status))
    }
  }

  private static func isLikely(_ name: String) -> Bool {
    guard let dot = name.lastIndex(of: ".") else { return false }
    return endings.contains(name[name.index(after: dot)...].lowercased())
  }

  private func names(in folder: String) -> [String] {
    var names: [String] = []
    // A folder that cannot be listed has nothing to offer.
    _ = FileSystem.live.list(folder, &names)
    return names.sorted()
  }

  private func status(_ path: String) -> FileStatus? {
    // What cannot be looked at is left out.
    (try? FileSystem.live.status(ofPath: path)) ?? nil
  }

  private func file(_ path: String, _ status: FileStatus) -> TransferFile {
    var shown = path
    if path.hasPrefix(home + "/"), home != "/" { shown = "~" + path.dropFirst(home.count) }
    if path.hasPrefix(current + "/") { shown = String(path.dropFirst(current.count + 1)) }
    return TransferFile(path: shown, detail: detail(status))
  }

  /// "1.2 MB  2026-11-30"; a folder has none.
  private func detail(_ status: FileStatus) -> String {
    guard status.isRegularFile else { return "" }
    let day = StudyDay(Int(status.modifiedNanoseconds / 86_400_000_000_000)).isoDate
    return "\(Self.sizeText(status.size))  \(day)"
  }

  private static func sizeText(_ bytes: Int) -> String {
    let units = ["B", "kB", "MB", "GB"]
    var unit = 0
    var tenths = bytes * 10
    while tenths >= 10_000, unit + 1 < units.count {
      tenths /= 1000
      unit += 1
    }
    let shown =
      unit == 0 || tenths >= 100 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    return "\(shown) \(units[unit])"
  }
}
