import FileStorage
import History

/// Copies of bad lines, a file for each history file, in the state folder of this machine.
///
/// The lines themselves stay where they are, for no history file is ever rewritten.
struct RecoveredLines {
  let folder: String
  /// The history files with bad lines, by name.
  private(set) var files: [BadHistoryFile] = []
  private var newlyCopied: [String: Int] = [:]

  init(stateFolder: String) {
    folder = "\(stateFolder)/recovered"
  }

  /// Copies all bad lines there are now and arranges them by file.
  mutating func take(_ lines: [HistoryProblems.BadLine]) {
    if lines.isEmpty, files.isEmpty { return }
    newlyCopied.merge(keep(lines), uniquingKeysWith: +)
    files = BadHistoryFile.files(lines) { name in
      let path = path(of: name)
      // A look is enough: whether it is there tells whether it could be written.
      return (try? FileSystem.live.status(ofPath: path)) != nil ? path : nil
    }
  }

  /// How many lines were copied since the last call, by file.
  mutating func takeNewlyCopied() -> [String: Int] {
    defer { newlyCopied = [:] }
    return newlyCopied
  }

  /// The copies of a history file's bad lines.
  private func path(of name: String) -> String { "\(folder)/\(name)" }

  /// Copies the lines that were not copied before; gives how many, by file.
  ///
  /// What cannot be copied now (a full disk) is tried again when the history is read next.
  private func keep(_ lines: [HistoryProblems.BadLine]) -> [String: Int] {
    var counts: [String: Int] = [:]
    for (name, lines) in Dictionary(grouping: lines, by: \.file) {
      let path = path(of: name)
      // No copies yet.
      var bytes = (try? FileSystem.live.contents(of: path)) ?? []
      var known = Set(bytes.split(separator: 10, omittingEmptySubsequences: false))
      var count = 0
      for line in lines where known.insert(line.bytes[...]).inserted {
        bytes += line.bytes
        bytes.append(10)
        count += 1
      }
      // Old and new copies together in one step: a crash leaves no half of them.
      if count > 0, (try? CacheFile.write(bytes, to: path)) != nil { counts[name] = count }
    }
    return counts
  }
}
