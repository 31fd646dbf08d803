import FileStorage

/// The decks that are folded on Home, one name a line, in the state folder of this machine.
struct FoldedDecks {
  let path: String

  func read() -> Set<String> {
    // No file yet: nothing is folded.
    guard let bytes = try? FileSystem.live.contents(of: path) else { return [] }
    return Set(
      String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init))
  }

  func write(_ names: Set<String>) {
    let text = names.sorted().map { $0 + "\n" }.joined()
    // Losing a fold costs one key press; it is not worth an error.
    try? CacheFile.write(Array(text.utf8), to: path)
  }
}
