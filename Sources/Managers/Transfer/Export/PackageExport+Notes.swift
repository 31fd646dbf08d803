import AnkiExchange
import DeckFormat
import StudyDomain

// One note: its shape, its name, and what is remembered of it.
extension PackageExport {
  /// Takes a note that is prepared, whose answers are in `reviews`; gives it what hangs on other notes.
  mutating func add(
    _ number: Int, _ prepared: NotePreparer.Prepared?, _ rows: OriginalRows, _ reviews: [AnkiReview]
  ) throws {
    let entry = snapshot.notes[number]
    guard let prepared else {
      let file = snapshot.files[Int(entry.file)]
      report.skipped.append(
        .init(text: "\(file.path):\(entry.parsed.line)", reason: "its text cannot be read"))
      return
    }
    guard let first = prepared.living.first else { return }
    let remembered = known[number]
    if prepared.shape == nil {
      prepared.shape = shape(of: prepared.text, remembered, number)
      preparer.finish(prepared, as: remembered)
    }
    guard let shape = prepared.shape, var note = prepared.note else { return }
    let key = snapshot.cards[first].key
    note.guid = guid(remembered, prepared.text.content, key)
    let isKnown = remembered?.guid == note.guid
    var log = reviews
    if let remembered, !isKnown {
      // Another note has its guid: of what is remembered only its id and its type count.
      note = AnkiNote(
        id: remembered.id, guid: note.guid, noteTypeID: shape.type.id,
        modified: max(now.milliseconds / 1000, remembered.modified + 1), tags: prepared.tags,
        fields: shape.fields)
      log = []
      prepared.cards = try preparer.cards(
        of: prepared, nil, deck: Int(entry.deck), rows, into: &log)
    }
    note.id = remembered.map(\.id) ?? noteIDs.make("note \(key.text)")
    if types[shape.type.id] == nil { types[shape.type.id] = shape.type }
    if let name = shape.typeName { typeNames[shape.type.id] = name }
    collection.notes.append(note)
    libraryOrder.append(note.id)
    libraryNumbers.append(number)
    let cards = try addCards(
      of: prepared, note: note, remembered: isKnown ? remembered : nil, deck: Int(entry.deck), rows,
      log)
    remember(
      note, prepared.text, cards, remembered, events: prepared.eventTags,
      isUnchanged: isKnown && prepared.isUnchanged)
    report.notes += 1
  }

  /// Asks what a thread may not ask: for files, and for types of our own.
  private mutating func shape(
    of text: ExportText, _ remembered: ImportLedger.Note?, _ number: Int
  ) -> NoteShapes.Shape? {
    let folder = preparer.folder(ofNote: number)
    if let shape = shapes.shape(of: text, remembered, folder: folder) { return shape }
    shapes.typed = collectTypes()
    return shapes.shape(of: text, remembered, folder: folder)
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
