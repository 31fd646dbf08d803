import AnkiExchange
import DeckFormat
import StudyDomain

/// Makes notes and cards of Anki from the rows of a text.
struct TextSource {
  private let text: TextImport
  private let ledger: ImportLedger
  private let now: Timestamp
  private let defaultDeck: String
  private var collection = AnkiCollection()
  private var matching = TextMatching()
  private var exact: [Int64: ExactNote] = [:]
  private let transcripts: TranscriptWriter
  private var skipped: [TransferReport.Note] = []
  private var types: [String: AnkiNoteType] = [:]
  private var deckIDs: [String: Int64] = [:]
  private var nextID: Int64
  /// Notes without a guid of their own, by type and first field (and deck where only its notes
  /// count), in the order of their rows.
  private var families: [String: [Int]] = [:]

  /// Rows without a deck go to `defaultDeck`.
  init(_ text: TextImport, ledger: ImportLedger, now: Timestamp, defaultDeck: String) {
    self.text = text
    self.ledger = ledger
    self.now = now
    self.defaultDeck = defaultDeck
    transcripts = TranscriptWriter(noteTypes: text.fileTypes.over(text.ownTypes))
    nextID = max(now.milliseconds, ledger.notes.values.lazy.map(Self.lastID).max() ?? 0) + 1
  }

  private static func lastID(_ note: ImportLedger.Note) -> Int64 {
    max(note.id, note.cards.lazy.map(\.id).max() ?? 0)
  }

  /// What the text brings, its media from the folder that it lies in.
  mutating func source() -> ImportSource {
    collection.created = now.milliseconds / 1000
    let mapping = text.mapping
    matching.rule = mapping.matches
    matching.isWithinDeck = mapping.isWithinDeck
    matching.commonTags = mapping.tags
    for row in 0..<text.table.count { add(row) }
    nameFamilies()
    var seen: Set<Int64> = []
    for type in types.values.sorted(by: { $0.id < $1.id }) where seen.insert(type.id).inserted {
      collection.noteTypes.append(type)
    }
    collection.decks = deckIDs.map { AnkiDeck(id: $1, name: $0) }.sorted { $0.id < $1.id }
    let path = text.table.path
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? "."
    var source = ImportSource(
      collection: collection, media: TextMedia(folder: folder.isEmpty ? "/" : folder),
      matching: matching)
    source.exact = exact
    source.noteTypes = text.fileTypes
    source.format = text.formatText
    source.remarks = text.remarks
    source.textOptions = text.changingOptions
    source.skipped = skipped
    return source
  }

  private mutating func id() -> Int64 {
    defer { nextID += 1 }
    return nextID
  }

  // MARK: Rows

  private mutating func add(_ number: Int) {
    let mapping = text.mapping
    var row = mapping.row(number, of: text.table)
    let name =
      mapping.roles.contains(.noteType)
      ? row.noteType ?? "" : mapping.noteType(ofRow: number, in: text.table).name
    guard let type = type(named: name) else {
      return skip(row, "there is no note type '\(name)'")
    }
    if type.fields.count != row.fields.count {
      row = mapping.row(number, of: text.table, fieldCount: type.fields.count)
    }
    guard let first = row.fields.first, !first.isEmpty else {
      return skip(row, "its first field is empty")
    }
    let isHTML = text.table.format.isHTML
    let fields = row.fields.map { AnkiText.field($0, isHTML: isHTML) }
    let deckName = Self.deckName(row.deck ?? mapping.deck ?? defaultDeck)
    let noteID = id()
    let note = AnkiNote(
      id: noteID, guid: row.guid ?? "", noteTypeID: type.id, modified: now.milliseconds / 1000,
      tags: (row.tags + mapping.tags).map { AnkiText.field($0, isHTML: true) }, fields: fields)
    if row.guid == nil {
      let plain = AnkiText.stripped(fields[0], keepsMediaNames: true)
      let place = mapping.isWithinDeck ? "\u{1F}\(deckName)" : ""
      families["\(type.name)\u{1F}\(plain)\(place)", default: []].append(collection.notes.count)
    } else {
      matching.ownGUIDs.insert(noteID)
    }
    if matching.fields[type.id] == nil {
      matching.fields[type.id] = mapping.mappedFields.filter { $0 < type.fields.count }
    }
    let deck = deckID(deckName)
    let own = isHTML && mapping.matches == .update ? self.exact(row, type) : nil
    if let own { exact[noteID] = own }
    for ordinal in own?.block.keys.keys.sorted() ?? Self.ordinals(type, fields, note.tags) {
      var card = AnkiCard(id: id(), noteID: noteID, deckID: deck, ordinal: ordinal)
      card.modified = note.modified
      card.due = Int64(collection.notes.count + 1)
      collection.cards.append(card)
    }
    matching.lines[noteID] = row.line
    collection.notes.append(note)
  }

  /// The note in our own notation, while the row says the same; an edited row counts itself.
  private func exact(_ row: TextRow, _ type: AnkiNoteType) -> ExactNote? {
    guard let cell = row.notation,
      let text = NotationCell.block(in: cell, fields: row.fields, tags: row.tags, type: type.name),
      let (note, block) = transcripts.note(in: text),
      block.typeName.map({ isSame($0) }) ?? true
    else { return nil }
    return ExactNote(transcript: note, block: block)
  }

  /// The collection has the file's type under that name, or none.
  private func isSame(_ name: String) -> Bool {
    text.ownTypes[name] == nil || text.ownTypes[name] == text.fileTypes[name]
  }

  private mutating func skip(_ row: TextRow, _ reason: String) {
    let cell = row.fields.first { !$0.isEmpty } ?? ""
    let title = AnkiText.line(
      AnkiText.field(cell, isHTML: text.table.format.isHTML), keepsMediaNames: true)
    skipped.append(
      .init(
        text: title.isEmpty ? "line \(row.line)" : "line \(row.line): \(title.prefix(60))",
        reason: reason))
  }

  private static func ordinals(
    _ type: AnkiNoteType, _ fields: [String], _ tags: [String]
  ) -> [Int] {
    if type.kind == .normal, type.templates.count == 1 { return [0] }
    return CardOrdinals.ofNewNote(
      isCloze: type.kind == .cloze, questions: type.templates.map(\.question),
      fields: zip(type.fields, fields).map { TemplateCard.Field($0.name, $1) }, tags: tags)
  }

  // MARK: Guids

  /// Gives guids that come again with the same type and first field.
  ///
  /// Of several rows with one first field, those that an earlier import brought keep their guids
  /// wherever they stand now.
  private mutating func nameFamilies() {
    for (family, places) in families {
      var guids: [String] = []
      var number = 0
      while guids.count < places.count {
        let guid = AnkiGUID.derived(from: number == 0 ? family : "\(family)\u{1F}\(number)")
        number += 1
        if matching.rule == .both, ledger.notes[guid] != nil { continue }
        guids.append(guid)
      }
      guard places.count > 1 else {
        collection.notes[places[0]].guid = guids[0]
        continue
      }
      var left = places
      var free: [String] = []
      for guid in guids {
        let known = ledger.notes[guid]?.fieldHash
        let found = known.flatMap { hash in
          left.firstIndex { ImportPlan.fieldHash(collection.notes[$0]) == hash }
        }
        if let found {
          collection.notes[left.remove(at: found)].guid = guid
        } else {
          free.append(guid)
        }
      }
      for (place, guid) in zip(left, free) { collection.notes[place].guid = guid }
    }
  }

  // MARK: Types and decks

  private mutating func type(named name: String) -> AnkiNoteType? {
    if let known = types[name] { return known }
    guard let found = find(text.typeAliases[name] ?? name) else { return nil }
    types[name] = found
    return found
  }

  private mutating func find(_ name: String) -> AnkiNoteType? {
    let stock = AnkiNoteType.stockTypes.first { $0.name == name }
    let told = text.fileTypes[name].flatMap { $0.fields.isEmpty ? nil : $0 }
    if let own = text.ownTypes[name] ?? told, own.fields != stock?.fields.map(\.name) {
      let type = AnkiNoteType(
        id: Self.typeID(name), name: name, fields: own.fields.map { AnkiField(name: $0) },
        templates: own.templates.map {
          AnkiTemplate(name: $0.name, question: $0.front, answer: $0.back)
        })
      matching.ownTypes[type.id] = .init(name: name, type: own)
      return type
    }
    if let stock { return stock }
    if let exported = StockType(exportedAs: name) { return exported.type }
    guard let id = Int64(name), let other = ledger.typeNames[id], other != name else { return nil }
    return find(other)
  }

  /// An id that a type of the collection always has: from far before Anki made any.
  private static func typeID(_ name: String) -> Int64 {
    name.utf8.reduce(Int64(0)) { ($0 &* 31 &+ Int64($1)) & 0xFF_FFFF_FFFF } + 1_000_000
  }

  private mutating func deckID(_ name: String) -> Int64 {
    if let id = deckIDs[name] { return id }
    let id = id()
    deckIDs[name] = id
    return id
  }

  /// A deck's name without empty parts: `blank` stands for them, as in Anki.
  static func deckName(_ name: String) -> String {
    DeckName(name).parts.map { Flattened.trimmed($0).isEmpty ? "blank" : $0 }
      .joined(separator: "::")
  }
}
