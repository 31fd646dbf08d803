/// Tells what columns are by their names.
enum ColumnNames {
  private static let tags: Set<String> = ["tags", "tag", "labels", "keywords"]
  private static let decks: Set<String> = ["deck", "decks", "deckname"]
  private static let guids: Set<String> = ["guid", "noteid", "ankiid", "uid", "uuid"]
  private static let noteTypes: Set<String> = ["notetype", "model", "cardtype"]
  /// What a first field is called, and a second one.
  static let fronts: Set<String> = [
    "front", "question", "term", "word", "expression", "text", "prompt", "q", "cloze", "vocab",
    "vocabulary", "kanji", "hanzi", "source",
  ]
  static let backs: Set<String> = [
    "back", "answer", "definition", "meaning", "translation", "response", "a", "target", "english",
    "gloss",
  ]
  private static let others: Set<String> = [
    "backextra", "extra", "hint", "reading", "pronunciation", "example", "sentence", "notes",
    "note",
    "audio", "sound", "image", "picture", "addreverse", "comment", "comments", "category", "level",
    "furigana", "pinyin", "kana",
  ]

  /// The role that a name says; nil for names of fields.
  static func role(_ name: String) -> TextMapping.Role? {
    let plain = plain(name)
    if tags.contains(plain) { return .tags }
    if decks.contains(plain) { return .deck }
    if guids.contains(plain) { return .guid }
    return noteTypes.contains(plain) ? .noteType : nil
  }

  /// True for a row of names: all different, none empty, and one that everybody would know.
  ///
  /// Of a row of one or two words, both must be known, since `question,answer` may be a card.
  static func isHeading(_ cells: [String]) -> Bool {
    let names = cells.map(plain)
    guard names.count > 1, Set(names).count == names.count,
      cells.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 40 && !$0.utf8.contains(10) })
    else { return false }
    let known = zip(cells, names).count { isKnown($1) || isInLanguage($0) }
    return names.count == 2 ? known == 2 : known >= 2
  }

  private static func isKnown(_ plain: String) -> Bool {
    [tags, decks, guids, noteTypes, fronts, backs, others].contains { $0.contains(plain) }
  }

  /// `country:de`, `country:zh-tw`.
  private static func isInLanguage(_ cell: String) -> Bool {
    let parts = cell.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, (2...5).contains(parts[1].count) else {
      return false
    }
    return parts[1].allSatisfy {
      $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") || $0 == UInt8(ascii: "-")
    }
  }

  /// Lower case, letters and digits alone.
  static func plain(_ name: String) -> String {
    String(name.lowercased().filter { $0.isLetter || $0.isNumber })
  }
}
