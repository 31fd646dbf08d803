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

  private let index: StudyIndex
  private let text: AnkiTextExport
  /// Notes of Anki and their numbers in the library, in its order.
  private let notes: [(note: AnkiNote, type: AnkiNoteType, number: Int)]
  private var known: [String: Known] = [:]
  private let transcripts: TranscriptWriter
  private var writers: [Int64: NoteBlockWriter] = [:]

  /// Knows the types; the notes are yet to be looked at.
  init(_ export: PackageExport, _ text: AnkiTextExport, of index: StudyIndex) {
    self.index = index
    self.text = text
    let types = export.textTypes
    let places = Dictionary(
      export.collection.notes.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { one, _ in one })
    notes = zip(export.libraryOrder, export.libraryNumbers).compactMap { id, number in
      places[id].flatMap { place in
        let note = export.collection.notes[place]
        return types[note.noteTypeID].map { (note, $0, number) }
      }
    }
    var known: [String: Known] = [:]
    var order: [String] = []
    let snapshot = index.library.snapshot
    for (_, type, number) in notes where snapshot.notes[number].parsed.form == .note {
      guard let content = Self.content(number, index), let name = content.typeName else { continue }
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
        String(decoding: NotationCell.json(name, $0.type, alias: $0.alias).utf8, as: UTF8.self)
      }
    }
    transcripts = TranscriptWriter(noteTypes: NoteTypes(known.mapValues(\.type)))
    self.known = known
  }

  /// What cannot be read once more is counted among the lost.
  private static func content(_ number: Int, _ index: StudyIndex) -> NoteContent? {
    try? index.library.content(ofNote: number)
  }

  mutating func lookAtAll() {
    for (note, type, number) in notes { look(at: note, type, number) }
  }

  /// The same, giving way to the screen; false when library or history changed meanwhile.
  mutating func lookAtAll(_ pace: inout ExportPace) async throws -> Bool {
    for (place, (note, type, number)) in notes.enumerated() {
      look(at: note, type, number)
      guard try await pace.keep(place, of: notes.count) else { return false }
    }
    return true
  }

  private mutating func look(at note: AnkiNote, _ type: AnkiNoteType, _ number: Int) {
    guard let content = Self.content(number, index) else {
      lost += 1
      return
    }
    let own = content.typeName.flatMap { known[$0]?.type }
    let fields = note.fields.map { text.value($0) }
    let plain = writer(content, type, own).block(
      .init(
        fields: fields, tags: ImportPlan.tags(note),
        ordinals: Set(NoteBlockWriter.keys(content, own).keys)), id: nil)
    if let plain, Set(plain.keys.values) == Set(content.cards.map(\.key)),
      plain.contentHash == content.fieldHash, content.pinnedID == nil,
      content.ask == Self.ask(of: type)
    {
      return
    }
    guard let block = transcripts.block(NoteTranscript(content)) else {
      lost += 1
      return
    }
    blocks[note.id] = NotationCell.text(
      block.text, fields: fields, tags: note.tags, type: content.typeName ?? type.name)
  }

  private mutating func writer(
    _ content: NoteContent, _ type: AnkiNoteType, _ own: NoteType?
  ) -> NoteBlockWriter {
    if let known = writers[type.id] { return known }
    let writer =
      if let own, let name = content.typeName {
        NoteBlockWriter(type: type, notation: .typed, typeName: name, noteType: own)
      } else {
        NoteBlockWriter(type: type, typeName: "", noteType: NoteType())
      }
    // Notes of two types of ours may go out as one.
    if content.typeName == nil { writers[type.id] = writer }
    return writer
  }

  /// How the notes of a type are asked when they are read from their HTML.
  private static func ask(of type: AnkiNoteType) -> AskMode {
    switch NoteNotation(type) {
    case .basic(let isTyped), .term(let isTyped), .cloze(let isTyped): isTyped ? .type : .flip
    case .typed: .flip
    }
  }
}
