import FileStorage

/// The histories without a text that were told already, one key a line, in the state folder.
public struct AnnouncedOrphans {
  private let path: String
  private let known: Set<String>

  /// Reads what earlier sessions told.
  public init(stateFolder: String) {
    path = "\(stateFolder)/orphans"
    // No file yet: nothing was told.
    let bytes = (try? FileSystem.live.contents(of: path)) ?? []
    known = Set(String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init))
  }

  /// Those that no earlier session told.
  public func new(among keys: [String]) -> [String] {
    keys.filter { !known.contains($0) }
  }

  /// Remembers for the next session what was told; one that returned is told when it goes again.
  public func write(_ keys: [String]) {
    guard Set(keys) != known else { return }
    let text = keys.sorted().map { $0 + "\n" }.joined()
    // Lost, the same is told once more.
    try? CacheFile.write(Array(text.utf8), to: path)
  }
}
