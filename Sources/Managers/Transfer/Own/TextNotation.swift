import AnkiExchange
import DeckFormat
import StudyDomain

/// What a text of notes carries so that deckle has the same notes of it again: our own notation of
/// those that their fields' HTML would not bring back, and note types of our own.
@MainActor struct TextNotation {
  /// Cells by note of Anki.
  private(set) var blocks: [Int64: String] = [:]
  /// As JSON, each on a line.
  private(set) var noteTypes: [String] = []
  /// Notes that neither their HTML nor a block brings back.
  private(set) var lost = 0

  private struct Known {
    var alias: String
    var type: NoteType
  }

  init(_ export: PackageExport, _ text: AnkiTextExport, of index: StudyIndex) {
    let snapshot = index.library.snapshot
    let types = Dictionary(
      export.collection.noteTypes.map { ($0.id, $0) }, uniquingKeysWith: { one, _ in one })
    let places = Dictionary(
      export.collection.notes.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { one, _ in one })
    var known: [String: Known] = [:]
    var order: [String] = []
    // What cannot be read once more is one that the report names as lost.
    func content(_ number: Int) -> NoteContent? { try? index.library.content(ofNote: number) }
    func note(_ id: Int64) -> (AnkiNote, AnkiNoteType)? {
      places[id].flatMap { place in
        let note = export.collection.notes[place]
        return types[note.noteTypeID].map { (note, $0) }
      }
    }
    for (id, number) in zip(export.libraryOrder, export.libraryNumbers)
    where snapshot.notes[number].parsed.form == .note {
      guard let (_, type) = note(id), let content = content(number), let name = content.typeName
      else { continue }
      if known[name] == nil {
        let path = snapshot.files[Int(snapshot.notes[number].file)].path
        order.append(name)
        known[name] = Known(
          alias: type.name,
          type: index.library.settings.noteTypes(forFile: path)[name] ?? NoteType())
      }
      for field in content.fields where known[name]?.type.fields.contains(field.name) == false {
        known[name]?.type.fields.append(field.name)
      }
    }
    noteTypes = order.compactMap { name in
      known[name].map {
        String(
          decoding: NotationCell.json(name, $0.type, alias: $0.alias).utf8, as: UTF8.self)
      }
    }
    let transcripts = TranscriptWriter(noteTypes: NoteTypes(known.mapValues(\.type)))
    var writers: [Int64: NoteBlockWriter] = [:]
    for (id, number) in zip(export.libraryOrder, export.libraryNumbers) {
      guard let (note, type) = note(id), let content = content(number) else {
        lost += 1
        continue
      }
      let writer: NoteBlockWriter
      if let name = content.typeName, let own = known[name] {
        writer = NoteBlockWriter(type: type, notation: .typed, typeName: name, noteType: own.type)
      } else {
        writer = writers[type.id] ?? NoteBlockWriter(type: type, typeName: "", noteType: NoteType())
        writers[type.id] = writer
      }
      let row = (
        fields: note.fields.map { text.value($0) },
        tags: note.tags
      )
      let keys = Set(content.cards.map(\.key))
      let plain = writer.block(
        fields: row.fields, tags: ImportPlan.tags(note), id: content.pinnedID,
        ordinals: Set(
          NoteBlockWriter.keys(content, content.typeName.flatMap { known[$0]?.type }).keys))
      if let plain, Set(plain.keys.values) == keys, plain.contentHash == content.fieldHash,
        content.pinnedID == nil, content.ask == Self.ask(of: type)
      {
        continue
      }
      guard let block = transcripts.block(NoteTranscript(content)) else {
        lost += 1
        continue
      }
      blocks[id] = NotationCell.text(
        block.text, fields: row.fields, tags: row.tags, type: content.typeName ?? type.name)
    }
  }

  /// How the notes of a type are asked when they are read from their HTML.
  private static func ask(of type: AnkiNoteType) -> AskMode {
    switch NoteNotation(type) {
    case .basic(let isTyped), .term(let isTyped), .cloze(let isTyped): isTyped ? .type : .flip
    case .typed: .flip
    }
  }
}
