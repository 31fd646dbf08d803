import AnkiExchange
import FileStorage
import History
import StudyDomain

extension AnkiOriginals {
  /// The name of the file that belongs to a ledger.
  static func name(beside ledger: String) -> String {
    (ledger.hasSuffix(".json") ? String(ledger.dropLast(5)) : ledger) + suffix
  }

  /// Keeps what an import brought and its texts and events do not say.
  ///
  /// To be called when both are written.
  @MainActor static func write(
    _ plan: ImportPlan, index: StudyIndex, to path: String
  ) throws {
    let contents = plan.contents
    var lines: [UInt8] = []
    func add(_ line: JSONValue) {
      lines += line.utf8
      lines.append(UInt8(ascii: "\n"))
    }
    index.refresh()
    for note in plan.notes {
      if case .known = note.fate { continue }
      if let line = line(of: note.note) { add(line) }
      guard note.isNew else { continue }
      for card in note.cards {
        add(original(of: card, key: note.keys[card.ordinal], contents, index).line)
        let reviews = contents.reviews(ofCard: card.id)
        if !reviews.isEmpty {
          add(.array([.string("log"), .integer(card.id), .string(LogText.write(reviews))]))
        }
      }
    }
    guard !lines.isEmpty else { return }
    let header = JSONValue.array([
      .string("anki rows"), .integer(1), .integer(Int64(contents.firstDay)),
    ])
    // Left by a run that was cut off in the same millisecond.
    let old: DeckFileWriter.Original =
      try FileSystem.live.status(ofPath: path) == nil
      ? .absent : .contents(try FileSystem.live.contents(of: path))
    try DeckFileWriter(collection: index.library.folder)
      .replace(path, with: header.utf8 + [UInt8(ascii: "\n")] + lines, original: old)
  }

  /// Nil when text and ledger say all.
  @MainActor private static func line(of note: AnkiNote) -> JSONValue? {
    let fields = note.fields
    var blanks: [JSONValue] = []
    if fields.contains(where: { Flattened.trimmed($0).utf8.count != $0.utf8.count }) {
      for field in fields {
        let before = field.utf8.prefix(while: Flattened.isBlank)
        let after =
          before.count == field.utf8.count
          ? "" : String(Substring(field.utf8.reversedSuffix(while: Flattened.isBlank)))
        blanks += [.string(String(Substring(before))), .string(after)]
      }
    }
    var again = note
    again.tags = ImportPlan.tags(note) + ImportPlan.eventTags(note)
    let isPlain = again.joinedTags == note.joinedTags
    guard !blanks.isEmpty || !isPlain else { return nil }
    return .array([
      .string("note"), .string(note.guid), isPlain ? .null : .string(note.joinedTags),
      .array(blanks),
    ])
  }

  @MainActor private static func original(
    of card: AnkiCard, key: CardKey?, _ contents: PackageContents, _ index: StudyIndex
  ) -> Card {
    let number = key.flatMap { index.library.snapshot.card(of: $0) }
    let id = number.flatMap { index.id(ofCard: $0) }
    let history = index.history.history
    return Card(
      card: card, deck: contents.decks[card.deckID]?.name ?? "Default",
      homeDeck: card.originalDeckID == 0
        ? nil : contents.decks[card.originalDeckID]?.name ?? "Default",
      lastEvent: id.flatMap { history.lastEvent(of: $0, on: .schedule)?.text },
      memory: id.flatMap { history.state(of: $0).memory }, isLost: number == nil)
  }
}

extension Substring.UTF8View {
  fileprivate func reversedSuffix(while isIn: (UInt8) -> Bool) -> Substring.UTF8View {
    var start = endIndex
    while start > startIndex, isIn(self[index(before: start)]) { start = index(before: start) }
    return self[start...]
  }
}

extension String.UTF8View {
  fileprivate func reversedSuffix(while isIn: (UInt8) -> Bool) -> Substring.UTF8View {
    self[...].reversedSuffix(while: isIn)
  }
}
