import DeckFormat
import Neighbours
import StudyDomain

// Names of decks, tags and headings as a deck file can hold them.
extension NeighbourPlan {
  func deckName(of file: NeighbourFiles.File) -> DeckName {
    if let name = file.deck.name {
      if file.deck.format == .native || file.deck.format == .obsidian {
        return under(DeckFileRules.deckName(path: Self.stem(file.path), override: name.text))
      }
      return under(name)
    }
    return under(DeckFileRules.deckName(path: Self.stem(file.path)))
  }

  /// With the ending that decks have.
  private static func stem(_ path: String) -> String {
    let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.index(after: $0)...] }
    guard let dot = (name ?? path[...]).lastIndex(of: "."), dot > path.startIndex else {
      return path
    }
    return path[..<dot] + ".md"
  }

  func under(_ name: DeckName) -> DeckName {
    parent.map { DeckName("\($0.text)::\(name.text)") } ?? name
  }

  static func folder(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
  }

  /// Tags as a directive can hold them.
  static func safe(_ tags: [String]) -> [String] {
    var seen: Set<String> = []
    return tags.map { tag in
      var safe = String(
        tag.map {
          $0.isWhitespace || ",;<>".contains($0) || $0.asciiValue.map { $0 < 32 } ?? false
            ? "-" : $0
        })
      while safe.hasPrefix("#") { safe.removeFirst() }
      while safe.contains("--") { safe = safe.split(separator: "-").joined(separator: "-") }
      return safe
    }.filter { !$0.isEmpty && seen.insert($0).inserted }
  }

  /// A heading that is no tag at its end and no opener.
  static func heading(_ text: String) -> String {
    SafeText.line(text, limit: 200)
  }
}
