import AnkiExchange
import DeckFormat
import StudyDomain

// One note: its shape, its name, and what is remembered of it.
extension PackageExport {
  mutating func add(_ number: Int, _ text: ExportText?) {
    let entry = snapshot.notes[number]
    let file = snapshot.files[Int(entry.file)]
    guard let text else {
      report.skipped.append(
        .init(text: "\(file.path):\(entry.parsed.line)", reason: "its text cannot be read"))
      return
    }
    let content = text.content
    fields.exact = text.exact
    let living = snapshot.cards(ofNote: number).filter { !snapshot.cards[$0].isDuplicate }
    guard let first = living.first else { return }
    let remembered = known.notes[number]
    let shape = shape(of: content, remembered, folder: folder(ofFile: Int(entry.file)))
    let tags = tags(of: content, living)
    let key = snapshot.cards[first].key
    let guid = guid(remembered, content, key)
    let id = remembered.map(\.id) ?? noteIDs.make("note \(key.text)")
    var note = AnkiNote(
      id: id, guid: guid, noteTypeID: shape.type.id, modified: 0, tags: tags.all,
      fields: shape.fields)
    let isUnchanged = remembered.map { restore(&note, as: $0, events: tags.events) } ?? false
    note.modified =
      isUnchanged
      ? remembered?.modified ?? 0 : max(now.milliseconds / 1000, (remembered?.modified ?? 0) + 1)
    if types[shape.type.id] == nil { types[shape.type.id] = shape.type }
    collection.notes.append(note)
    libraryOrder.append(id)
    let rows = addCards(
      of: content, living, note: note, remembered: remembered,
      deck: Int(entry.deck))
    remember(note, text, rows, remembered, events: tags.events, isUnchanged: isUnchanged)
    report.notes += 1
  }

  private mutating func shape(
    of content: NoteContent, _ remembered: ImportLedger.Note?, folder: String
  ) -> (type: AnkiNoteType, fields: [String]) {
    if let type = remembered.flatMap({ known.types[$0.typeID] }),
      let values = fields.fields(of: content, as: type, in: folder)
    {
      return (type, values)
    }
    let own: AnkiNoteType
    if let stock = StockType(content) {
      own = stockTypes[stock] ?? stock.known(in: known.types) ?? stock.type
      stockTypes[stock] = own
    } else {
      let name = content.typeName ?? ""
      // Notes of a type that came from Anki are of that type, even when they were made here.
      let id = known.ledger.typeNames.filter { $0.value == name }.keys.min()
      if let type = id.flatMap({ known.types[$0] }),
        let values = fields.fields(of: content, as: type, in: folder)
      {
        return (type, values)
      }
      own = typed.types[name] ?? StockType.basic.type
      typeNames[own.id] = name
    }
    return (own, fields.fields(of: content, asOwn: own, in: folder))
  }

  private mutating func guid(
    _ remembered: ImportLedger.Note?, _ content: NoteContent, _ key: CardKey
  ) -> String {
    for guid in [remembered?.guid, content.pinnedID] {
      if let guid, guids.insert(guid).inserted { return guid }
    }
    let derived = DerivedIDs.guid(key)
    var guid = derived
    var number = 1
    while !guids.insert(guid).inserted {
      number += 1
      guid = "\(derived)\(number)"
    }
    return guid
  }

  private func tags(
    of content: NoteContent, _ cards: [Int]
  ) -> (all: [String], events: [String]) {
    let states = cards.map { index.state(ofCard: $0) }
    var events: [String] = []
    if states.contains(where: \.isLeech) { events.append("leech") }
    if states.contains(where: \.isMarked) { events.append("marked") }
    guard !(content.tags.isEmpty && events.isEmpty) else { return ([], []) }
    let own = content.tags.map { tag in
      String(tag.map { $0 == " " || $0 == "\u{3000}" ? "_" : $0 })
    }
    return (own + events, events)
  }

  /// Gives a note what neither its text nor its directives can hold, where it is still that note;
  /// true when Anki has it so already.
  private func restore(
    _ note: inout AnkiNote, as remembered: ImportLedger.Note, events: [String]
  ) -> Bool {
    guard remembered.guid == note.guid, remembered.typeID == note.noteTypeID else { return false }
    var candidate = note
    if let original = originals.notes[note.guid] {
      let values = note.fields
      if original.blanks.count == 2 * values.count {
        candidate.fields = values.enumerated().map { place, value in
          original.blanks[2 * place] + value + original.blanks[2 * place + 1]
        }
      }
      if let tags = original.tags {
        candidate.joinedTags = tags
        if ImportPlan.eventTags(candidate) != events {
          let others = candidate.tags.filter { !["marked", "leech"].contains($0.lowercased()) }
          candidate.tags = others + events
        }
      }
    }
    for other in [candidate, note] where ImportPlan.fieldHash(other) == remembered.fieldHash {
      note = other
      return remembered.eventTags == events
    }
    return false
  }

  /// The folder of a file, below the collection.
  private func folder(ofFile file: Int) -> String {
    let path = snapshot.files[file].path
    return path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
  }

  mutating func remember(
    _ note: AnkiNote, _ text: ExportText, _ rows: [ImportLedger.Note.Card],
    _ remembered: ImportLedger.Note?, events: [String], isUnchanged: Bool
  ) {
    let isSame =
      remembered?.guid == note.guid && remembered?.contentHash == text.fieldHash
      && (remembered?.cards == rows || Set(remembered?.cards ?? []).isSuperset(of: rows))
    if isUnchanged, isSame { return }
    ImportLedger.Note(
      guid: note.guid, id: note.id, typeID: note.noteTypeID, modified: note.modified,
      fieldHash: ImportPlan.fieldHash(note), contentHash: text.fieldHash, cards: rows,
      eventTags: events
    ).append(to: &changedNotes)
  }
}
