import AnkiExchange
import DeckFormat
import StudyDomain

// Rows of a text: found by their guid, else by note type and first field.
extension ImportPlan {
  mutating func addRow(
    _ note: AnkiNote, _ type: AnkiNoteType, _ cards: ArraySlice<AnkiCard>, _ deck: DeckName
  ) throws {
    guard let rules = matcher?.rules else { return }
    let known = ledger.notes[note.guid]
    let isOwn = rules.ownGUIDs.contains(note.id)
    var numbers: [Int] = []
    if let known {
      let found: [Int] = known.cards.compactMap { living($0.key) }
      // A text has no other proof of a note than what is here: what is gone comes again.
      numbers = found.prefix(1).map { Int(snapshot.cards[$0].note) }
    }
    // A guid is no proof where its text was changed behind our back.
    if numbers.isEmpty, !isOwn || known != nil, rules.rule != .both {
      let names: Set = [Self.matchedName(type.name), writer(for: type).typeName]
      let library = index.library
      numbers =
        matcher?.notes(
          types: names, firstField: note.fields.first ?? "", deck: deck, in: library) ?? []
    }
    if let known, known.cards.isEmpty, known.fieldHash == Self.fieldHash(note) {
      // Its cards have other numbers here than in Anki, so nothing tells which they are.
      report.unchanged += 1
      list(.unchanged, "it came with an earlier import")
      return notes.append(Note(note: note, cards: cards, fate: .known, keys: [:]))
    }
    if numbers.isEmpty, known == nil, rules.rule == .update {
      numbers = try sameText(note, type, cards).map { [$0] } ?? []
    }
    guard let number = numbers.first else { return try addUnknown(note, type, cards, deck) }
    switch rules.rule {
    case .keep where known?.fieldHash == Self.fieldHash(note): keep(note, cards, number)
    case .keep: skip(note, "a note with its first field is here, and stays as it is")
    case .both where isOwn: skip(note, "a note with its guid is here already")
    case .update, .both:
      try addMatched(note, type, cards, known: known, number, others: numbers.dropFirst())
    }
  }

  /// The note here that says the same and lacks tags of the row, found by its text alone; nil where
  /// nothing has to be added.
  private mutating func sameText(
    _ note: AnkiNote, _ type: AnkiNoteType, _ cards: ArraySlice<AnkiCard>
  ) throws -> Int? {
    let common = Set((matcher?.rules.commonTags ?? []).map { $0.lowercased() })
    let tags = Self.tags(note).map { $0.lowercased() }.filter { !common.contains($0) }
    guard !tags.isEmpty else { return nil }
    let block = writer(for: type).block(
      .init(
        fields: try fields(of: note), tags: Self.tags(note), ordinals: Set(cards.map(\.ordinal))),
      id: nil)
    let keys = block.map { Array($0.keys.values) } ?? []
    let found = keys.compactMap { claimed.contains($0) ? nil : snapshot.card(of: $0) }
    guard found.count == keys.count, let first = found.first else { return nil }
    let number = Int(snapshot.cards[first].note)
    guard let content = try? index.library.content(ofNote: number) else { return nil }
    let held = Set(content.tags.map { $0.lowercased() })
    return tags.allSatisfy(held.contains) ? nil : number
  }

  /// Typing is a way to ask here, no type of its own; those that we export stand for Anki's.
  private static func matchedName(_ name: String) -> String {
    switch StockType(exportedAs: name) {
    case .basic, .typed: "Basic"
    case .reversed, .reversedTyped: "Basic (and reversed card)"
    case .cloze, .clozeTyped: "Cloze"
    case nil: name == "Basic (type in the answer)" ? "Basic" : name
    }
  }

  private mutating func addMatched(
    _ note: AnkiNote, _ type: AnkiNoteType, _ cards: ArraySlice<AnkiCard>,
    known: ImportLedger.Note?,
    _ number: Int, others: ArraySlice<Int>
  ) throws {
    if let known, known.fieldHash == Self.fieldHash(note), changedPlace(number) == nil {
      return keep(note, cards, number)
    }
    let content = try? index.library.content(ofNote: number)
    let file = snapshot.files[Int(snapshot.notes[number].file)]
    let place = file.path
    guard let content, !file.hasConflictMarkers else {
      return conflict(note, "its text in \(place) cannot be changed at this moment", over: number)
    }
    let writer = writer(for: type, over: content)
    guard let writer else {
      return conflict(
        note, "the note with its first field in \(place) is of another type", over: number)
    }
    let merged = try merged(note, type, content)
    let common = Set((matcher?.rules.commonTags ?? []).map { $0.lowercased() })
    let tags = Self.tags(note)
    let held = Set(content.tags.map { $0.lowercased() })
    let isTagged = tags.allSatisfy {
      held.contains($0.lowercased()) || common.contains($0.lowercased())
    }
    let ordinals = Set(NoteBlockWriter.keys(content, writer.noteType).keys)
      .union(cards.map(\.ordinal))
    func block(_ id: String?, _ ordinals: Set<Int>) -> NoteBlock? {
      writer.block(
        .init(
          fields: merged.fields, markdown: merged.markdown,
          tags: content.tags + tags.filter { !held.contains($0.lowercased()) },
          ordinals: ordinals),
        id: id)
    }
    let ids = [content.pinnedID, Self.pin(note)]
    guard let first = block(ids[0], Set(cards.map(\.ordinal))) ?? block(ids[0], ordinals) else {
      return skip(note, "its front is empty now, so it would make no card")
    }
    if isTagged, first.contentHash == content.fieldHash || says(content, merged) {
      revert(number)
      return keep(note, cards, number)
    }
    if let other = others.first(where: { isSame(first, $0) && changedPlace($0) == nil }), isTagged {
      return keep(note, cards, other)
    }
    if let known, known.contentHash != content.fieldHash {
      return conflict(note, "it changed in \(place) too", over: number)
    }
    guard content.form.isBlock else {
      let what =
        first.contentHash == content.fieldHash || says(content, merged)
        ? "lacks tags of the row" : "says something else"
      return conflict(
        note,
        "the note with its first field \(what); it is a line of text in \(place), change it there",
        over: number)
    }
    let own = Set(snapshot.cards(ofNote: number).map { snapshot.cards[$0].key })
    for id in ids {
      guard let block = id == ids[0] ? first : block(id, Set(cards.map(\.ordinal))) else {
        continue
      }
      let isTaken = block.keys.values.contains {
        !own.contains($0) && (snapshot.card(of: $0) != nil || coming.contains($0))
      }
      if isTaken { continue }
      update(note, cards, number, block, NoteBlockWriter.keys(content, writer.noteType), type)
      return
    }
    skip(note, "a note with its text and id is here already")
  }

  /// The last of several rows that mean one note decides.
  private mutating func update(
    _ note: AnkiNote, _ cards: ArraySlice<AnkiCard>, _ number: Int, _ block: NoteBlock,
    _ old: [Int: CardKey], _ type: AnkiNoteType
  ) {
    revert(number)
    take(block)
    report.updated += 1
    list(.updated, "its row says something else")
    report.trimmedFields += block.trimmed
    let held = Dictionary(
      old.values.map { ($0, heldKeys($0)) }, uniquingKeysWith: { one, _ in one })
    matcher?.changed[number] = notes.count
    notes.append(
      Note(
        note: note, cards: cards,
        fate: .updated(library: number, text: block.text, held: held, old: old),
        keys: block.keys, contentHash: block.contentHash))
  }

  private func changedPlace(_ number: Int) -> Int? { matcher?.changed[number] }

  /// Takes back what an earlier row would have made of a note.
  private mutating func revert(_ number: Int) {
    guard let place = matcher?.changed.removeValue(forKey: number) else { return }
    coming.subtract(notes[place].keys.values)
    notes[place].fate = .known
    report.updated -= 1
    report.unchanged += 1
    unlist(notes[place].note.id)
  }

  private mutating func keep(_ note: AnkiNote, _ cards: ArraySlice<AnkiCard>, _ number: Int) {
    report.unchanged += 1
    list(.unchanged, "it is here as the row says")
    claimed.formUnion(snapshot.cards(ofNote: number).map { snapshot.cards[$0].key })
    notes.append(Note(note: note, cards: cards, fate: .known, keys: [:]))
  }

  /// How reports name a note: by the beginning of its text, and by its line in a text.
  func label(_ note: AnkiNote) -> String {
    let title = Self.title(note)
    guard let line = matcher?.rules.lines[note.id] else { return title }
    return title == note.guid ? "line \(line)" : "line \(line): \(title)"
  }

  private func isSame(_ block: NoteBlock, _ number: Int) -> Bool {
    (try? index.library.content(ofNote: number))?.fieldHash == block.contentHash
  }

  // MARK: Fields

  private struct Merged {
    var fields: [String]
    /// Fields that stay, as they are written here.
    var markdown: [Int: String] = [:]
  }

  /// The row's fields where it has columns for them, else those that are here.
  private mutating func merged(
    _ note: AnkiNote, _ type: AnkiNoteType, _ content: NoteContent
  ) throws -> Merged {
    var merged = Merged(fields: try fields(of: note))
    let mapped = matcher?.rules.fields[type.id] ?? []
    for place in merged.fields.indices where !mapped.contains(place) {
      guard place < content.fields.count else { continue }
      let own = content.fields[place]
      merged.fields[place] = own.value
      if !own.isHTML { merged.markdown[place] = own.value }
    }
    return merged
  }

  /// Whether a note says the same in other marks: the HTML of its Markdown is that of the row.
  private func says(_ content: NoteContent, _ merged: Merged) -> Bool {
    let texts = merged.fields.map(Flattened.trimmed)
    let own = content.fields.map { field in
      field.isHTML ? field.value : FieldText.html(ofMarkdown: field.value)
    }
    guard own.count <= texts.count else { return false }
    for (place, text) in texts.enumerated() {
      if merged.markdown[place] != nil { continue }
      let value = place < own.count ? own[place] : ""
      guard let value, Flattened.trimmed(value) == text else { return false }
    }
    return true
  }

  /// Writes what is here as a note of the row's type; nil when that would be another type.
  private mutating func writer(
    for type: AnkiNoteType, over content: NoteContent
  ) -> NoteBlockWriter? {
    let writer = writer(for: type)
    /// Typing is a way to ask here: it stays as it is.
    func asked(_ notation: NoteNotation) -> NoteBlockWriter {
      notation == writer.notation
        ? writer
        : NoteBlockWriter(
          type: type, notation: notation, typeName: writer.typeName, noteType: writer.noteType)
    }
    switch content.form {
    case .note:
      let names = content.fields.map(\.name)
      return names == writer.noteType.fields || content.typeName == writer.typeName ? writer : nil
    case .basic, .pair, .question:
      guard case .basic = writer.notation else { return nil }
      return asked(.basic(isTyped: content.ask == .type))
    case .term, .reversiblePair, .reversibleQuestion:
      guard case .term = writer.notation else { return nil }
      return asked(.term(isTyped: content.ask == .type))
    case .cloze, .highlight:
      guard case .cloze = writer.notation else { return nil }
      return asked(.cloze(isTyped: content.ask == .type))
    }
  }
}

extension NoteForm {
  /// A block of its own, not a part of a text.
  var isBlock: Bool {
    switch self {
    case .basic, .term, .cloze, .note: true
    case .pair, .reversiblePair, .question, .reversibleQuestion, .highlight: false
    }
  }
}
