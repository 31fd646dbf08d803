import AnkiExchange
import DeckFormat
import FileStorage
import StudyDomain

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

  /// The tags of a note that are events here, in lower case.
  static func eventTags(_ note: AnkiNote) -> [String] {
    mayHaveEvents(note.joinedTags.utf8)
      ? note.tags.filter(isEvent).map { $0.lowercased() }.sorted() : []
  }

  /// Whether there is an `h` or a `d`, the ends of `leech` and `marked`: most notes are told by it
  /// without taking their tags apart.
  private static func mayHaveEvents(_ tags: String.UTF8View) -> Bool {
    tags.contains { $0 | 0x20 == UInt8(ascii: "h") || $0 | 0x20 == UInt8(ascii: "d") }
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

extension ImportPlan {
  /// All that is said of a note of a list.
  @MainActor func texts(of line: Line) -> TransferPreview.NoteTexts {
    switch line {
    case .told(let note): return .init(reason: note.reason, new: note.text)
    case .note(let place, let reason):
      let note = contents.collection.notes[place]
      let own = notes.first { $0.note.id == note.id }
      switch own?.fate {
      case .new(_, let text): return .init(reason: reason, new: text)
      case .updated(let number, let text, _, _): return texts(reason, text, over: number)
      case .adopted, .relinked, .known, nil:
        let names = contents.types[note.noteTypeID]?.fields.map(\.name) ?? []
        let lines = zip(names, note.fields).map { name, value in
          "\(name): \(exact[note.id] == nil ? AnkiText.line(value, keepsMediaNames: true) : value)"
        }
        return texts(reason, lines.joined(separator: "\n"), over: counterpart(of: note))
      }
    }
  }

  @MainActor private func texts(
    _ reason: String, _ new: String, over number: Int?
  ) -> TransferPreview.NoteTexts {
    guard let number else { return .init(reason: reason, new: new) }
    return .init(
      reason: reason, new: new, old: block(ofNote: number), path: path(ofNote: number))
  }

  /// The note of the library that a note of the source is; nil when there is none.
  @MainActor private func counterpart(of note: AnkiNote) -> Int? {
    if let number = counterparts[note.id] { return number }
    let cards = ledger.notes[note.guid]?.cards ?? []
    return cards.lazy.compactMap { living($0.key) }.first.map { Int(snapshot.cards[$0].note) }
  }

  /// The text of a note of the library; nil when it cannot be read at this moment.
  @MainActor private func block(ofNote number: Int) -> String? {
    let entry = snapshot.notes[number]
    let path = index.library.path(ofFile: Int(entry.file))
    guard let bytes = try? FileSystem.live.contents(of: path),
      entry.parsed.byteRange.upperBound <= bytes.count
    else { return nil }
    return String(decoding: bytes[entry.parsed.byteRange], as: UTF8.self)
  }
}

extension ImportPlan.Note {
  /// What the ledger keeps of its cards: those that both sides have, or where there is none of
  /// these ours, so that the note is found again.
  var remembered: ImportLedger.Note {
    ImportLedger.Note(
      guid: note.guid, id: note.id, typeID: note.noteTypeID, modified: note.modified,
      fieldHash: ImportPlan.fieldHash(note), contentHash: contentHash.text, cards: rememberedCards,
      eventTags: ImportPlan.eventTags(note))
  }

  private var rememberedCards: [ImportLedger.Note.Card] {
    let common = cards.compactMap { card in
      keys[card.ordinal].map {
        ImportLedger.Note.Card(id: card.id, ordinal: card.ordinal, key: $0)
      }
    }
    guard common.isEmpty else { return common }
    return keys.all.map { ImportLedger.Note.Card(id: 0, ordinal: $0.ordinal, key: $0.key) }
  }
}
