extension AnkiCollection {
  /// The structure with what every collection must have: deck and preset 1, parents of decks, and
  /// the settings that name the present scheduler.
  func completed(nowMilliseconds: Int64) -> AnkiCollection {
    var result = self
    (result.notes, result.cards, result.reviews) = ([], [], [])
    if result.modifiedMilliseconds == 0 { result.modifiedMilliseconds = nowMilliseconds }
    if result.schemaModifiedMilliseconds == 0 {
      result.schemaModifiedMilliseconds = nowMilliseconds
    }
    let defaults: [String: JSONValue] = [
      "schedVer": .integer(2), "sched2021": .bool(true), "rollover": .integer(4),
      "nextPos": .integer(1), "curDeck": .integer(1), "activeDecks": .array([.integer(1)]),
    ]
    result.configuration.merge(defaults) { told, _ in told }
    if !result.presets.contains(where: { $0.id == 1 }) {
      result.presets.insert(AnkiPreset(id: 1, name: "Default"), at: 0)
    }
    if !result.decks.contains(where: { $0.id == AnkiDeck.defaultID }) {
      result.decks.insert(AnkiDeck(id: AnkiDeck.defaultID, name: "Default"), at: 0)
    }
    result.makeNamesUnique()
    result.addParents(nowMilliseconds: nowMilliseconds)
    return result
  }

  /// Adds a deck for each missing parent, with the next free ids from now on.
  private mutating func addParents(nowMilliseconds: Int64) {
    var names = Set(decks.map { NormalForm.folded($0.name) })
    var ids = Set(decks.map(\.id))
    var next = nowMilliseconds
    for deck in decks {
      let parts = deck.name.components(between: "::")
      for count in 1..<max(1, parts.count) {
        let name = parts[..<count].joined(separator: "::")
        guard names.insert(NormalForm.folded(name)).inserted else { continue }
        while !ids.insert(next).inserted { next += 1 }
        var parent = AnkiDeck(id: next, name: name)
        parent.modified = nowMilliseconds / 1000
        decks.append(parent)
      }
    }
    decks.sort { $0.id < $1.id }
  }
}
