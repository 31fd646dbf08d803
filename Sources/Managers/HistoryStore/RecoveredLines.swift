import FileStorage
import History

/// Copies of bad lines, a file for each history file, in the state folder of this machine.
///
/// The lines themselves stay where they are, for no history file is ever rewritten.
struct RecoveredLines {
  let folder: String

  init(stateFolder: String) {
    folder = "\(stateFolder)/recovered"
  }

  /// The copies of a history file's bad lines.
  func path(of name: String) -> String { "\(folder)/\(name)" }

  /// Copies the lines that were not copied before; gives how many, by file.
  ///
  /// What cannot be copied now (a full disk) is tried again when the history is read next.
  func keep(_ lines: [HistoryProblems.BadLine]) -> [String: Int] {
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
