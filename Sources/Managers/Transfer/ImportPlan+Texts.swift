import AnkiExchange

// What the plan takes from the text of a note of Anki.
nonisolated extension ImportPlan {
  /// Tags as a directive can hold them; `marked` and `leech` are events.
  static func tags(_ note: AnkiNote) -> [String] {
    guard !note.joinedTags.isEmpty else { return [] }
    return note.tags.filter { !isEvent($0) }.map { tag in
      guard tag.utf8.contains(where: { ",;<>#-".utf8.contains($0) }) else { return tag }
      var safe = String(tag.map { ",;<>".contains($0) ? "-" : $0 })
      while safe.hasPrefix("#") { safe.removeFirst() }
      while safe.contains("--") { safe = safe.split(separator: "-").joined(separator: "-") }
      return safe
    }.filter { !$0.isEmpty }
  }

  private static func isEvent(_ tag: String) -> Bool {
    let count = tag.utf8.count
    return (count == 6 && tag.lowercased() == "marked")
      || (count == 5 && tag.lowercased() == "leech")
  }

  static func has(_ tag: String, _ note: AnkiNote) -> Bool {
    !note.joinedTags.isEmpty && note.tags.contains { $0.lowercased() == tag }
  }

  /// The tags of a note that are events here, in lower case.
  static func eventTags(_ note: AnkiNote) -> [String] {
    note.joinedTags.isEmpty ? [] : note.tags.filter(isEvent).map { $0.lowercased() }.sorted()
  }

  /// What the ledger compares: fields, and the tags that stand in the text.
  static func fieldHash(_ note: AnkiNote) -> String {
    var text = note.joinedFields + "\u{1E}"
    let tags = tags(note)
    if !tags.isEmpty { text += tags.joined(separator: " ") }
    return TransferHash.hex(text)
  }

  /// The id that is pinned: the guid, where a directive can hold it.
  static func pin(_ note: AnkiNote) -> String {
    let isSafe = note.guid.utf8.allSatisfy {
      $0 > 32 && $0 < 127 && !";<>-".utf8.contains($0)
    }
    return isSafe && !note.guid.isEmpty ? note.guid : "anki\(note.id)"
  }

  /// The beginning of the first field that is not empty, on one line.
  static func title(_ note: AnkiNote) -> String {
    let lines = note.fields.lazy.map { AnkiText.line($0, keepsMediaNames: true) }
    return String((lines.first { !$0.isEmpty } ?? note.guid).prefix(60))
  }
}

extension ImportPlan.Note {
  /// What the ledger keeps of its cards: those that both sides have, or where there is none of
  /// these ours, so that the note is found again.
  var rememberedCards: [ImportLedger.Note.Card] {
    let common = cards.compactMap { card in
      keys[card.ordinal].map {
        ImportLedger.Note.Card(id: card.id, ordinal: card.ordinal, key: $0)
      }
    }
    guard common.isEmpty else { return common }
    return keys.sorted { $0.key < $1.key }.map {
      ImportLedger.Note.Card(id: 0, ordinal: $0.key, key: $0.value)
    }
  }
}
