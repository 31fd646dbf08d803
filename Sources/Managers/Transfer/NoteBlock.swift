import AnkiExchange
import DeckFormat
import StudyDomain

/// A note of Anki as a block of a deck file, read back to be sure of it.
struct NoteBlock {
  var text: String
  /// By the number of the card in Anki, from 0.
  var keys: [Int: CardKey]
  /// Of the fields as they are read back: tells whether somebody changed the note since.
  var contentHash: String
  /// Fields whose outer blanks went.
  var trimmed: Int
  /// The type that an `N:` block needs.
  var typeName: String?
  /// What the history keeps of its cards; nil where tags, which the file may add to, are shown.
  var words: NoteWords.Draft?
}

/// Writes notes of one type.
struct NoteBlockWriter {
  let type: AnkiNoteType
  let notation: NoteNotation
  /// What an `N:` block is written with.
  let typeName: String
  let noteType: NoteType
  private let reader: DeckReader
  private let scratch = NoteScratch()
  let plainWriters = PlainWriters()
  let showsTags: Bool

  /// `notation` is told by the templates where it is nil.
  init(
    type: AnkiNoteType, notation: NoteNotation? = nil, typeName: String, noteType: NoteType
  ) {
    self.type = type
    self.notation = notation ?? NoteNotation(type)
    self.typeName = typeName
    self.noteType = noteType
    var settings = DeckReader.Settings()
    settings.noteTypes = NoteTypes([typeName: noteType])
    reader = DeckReader(settings: settings)
    showsTags = noteType.templates.contains {
      $0.front.contains("Tags") || $0.back.contains("Tags")
    }
  }

  /// What makes the same writer for another thread: each works for one at a time.
  struct Recipe: Sendable {
    let type: AnkiNoteType
    let notation: NoteNotation
    let typeName: String
    let noteType: NoteType

    var writer: NoteBlockWriter {
      NoteBlockWriter(type: type, notation: notation, typeName: typeName, noteType: noteType)
    }
  }

  var recipe: Recipe {
    Recipe(type: type, notation: notation, typeName: typeName, noteType: noteType)
  }

  /// A note as it comes: what its block is made of.
  struct Source: Sendable {
    var fields: [String]
    /// The fields whose text stays as it is here.
    var markdown: [Int: String] = [:]
    var tags: [String]
    /// Of its cards in the package.
    var ordinals: Set<Int>
  }

  /// The best block for a note: its own notation where that makes the same cards of the same
  /// texts, else `N:`; nil when no card comes of it.
  func block(_ source: Source, id: String?) -> NoteBlock? {
    let directive = Directives(tags: source.tags, id: id)
    if let draft = plain(source, directive), let block = read(draft) { return block }
    for isFenced in [false, true] {
      if let block = read(typed(source, directive, isFenced: isFenced)) { return block }
    }
    return nil
  }

  /// The blocks of many notes, read back in one go where each is what it should be: a reading of
  /// its own costs as much as the note.
  func read(_ sources: [Source]) -> [NoteBlock?] {
    guard !sources.isEmpty else { return [] }
    let drafts = sources.map { source in
      let directive = Directives(tags: source.tags, id: nil)
      return plain(source, directive) ?? typed(source, directive, isFenced: false)
    }
    var file: [UInt8] = []
    file.reserveCapacity(drafts.reduce(0) { $0 + $1.body.utf8.count + 2 })
    var ranges: [Range<Int>] = []
    ranges.reserveCapacity(drafts.count)
    for draft in drafts {
      let start = file.count
      file += draft.body.utf8
      ranges.append(start..<file.count)
      file += "\n\n".utf8
    }
    let deck = reader.read(file, path: "")
    let isWhole =
      deck.notes.map(\.byteRange) == ranges
      && !deck.problems.contains { $0.severity == .error }
    return file.withUnsafeBytes { bytes in
      drafts.indices.map { place in
        let read =
          isWhole ? block(drafts[place], content(of: deck.notes[place], in: bytes)) : nil
        return read ?? block(sources[place], id: nil)
      }
    }
  }

  /// A block before it is read back.
  private struct Draft {
    var body: String
    var form: NoteForm
    /// What must be read.
    var fields: [NoteContent.Field]?
    var values: [String]?
    var trimmed = 0
    /// The cards that must be read; nil for whatever there are.
    var ordinals: Set<Int>?
  }

  private struct Directives {
    var tags: [String]
    var id: String?

    func text(ask: AskMode? = nil) -> String {
      var parts: [String] = []
      if !tags.isEmpty { parts.append("tags: " + tags.joined(separator: " ")) }
      if let ask { parts.append("ask: \(ask.word)") }
      if let id { parts.append("id: \(id)") }
      return parts.isEmpty ? "" : "<!-- \(parts.joined(separator: "; ")) -->\n"
    }
  }

  // MARK: Letter tags

  /// Nil where the notation cannot hold the note.
  private func plain(_ source: Source, _ directive: Directives) -> Draft? {
    guard notation != .typed else { return nil }
    let fields = source.fields
    let kept = fields.map(Flattened.trimmed)
    let texts = kept.enumerated().compactMap {
      source.markdown[$0] ?? FieldText.markdown(ofHTML: $1)
    }
    guard texts.count == fields.count, let front = texts.first, !front.isEmpty else { return nil }
    let back = texts.count > 1 ? texts[1] : ""
    let body: String
    switch notation {
    case .basic(let isTyped):
      body =
        directive.text(ask: isTyped ? .type : nil) + part("Q", front) + "\n\n" + part("A", back)
    case .term(let isTyped):
      body =
        directive.text(ask: isTyped ? .type : nil) + part("T", front) + "\n\n" + part("D", back)
    case .cloze(let isTyped):
      body =
        directive.text(ask: isTyped ? .type : nil) + part("C", front)
        + (back.isEmpty ? "" : "\n\n" + part("A", back))
    case .typed: return nil
    }
    return Draft(
      body: body, form: form, values: form == .cloze && back.isEmpty ? [front] : texts,
      trimmed: zip(fields, kept).count { $0.utf8.count != $1.utf8.count },
      ordinals: source.ordinals)
  }

  private var form: NoteForm { form(of: notation) }

  func form(of notation: NoteNotation) -> NoteForm {
    switch notation {
    case .basic: .basic
    case .term: .term
    case .cloze: .cloze
    case .typed: .note
    }
  }

  /// `Q: text`, lines that would open a card or end it escaped.
  private func part(_ letter: String, _ text: String) -> String {
    guard !text.isEmpty else { return "\(letter):" }
    if !text.utf8.contains(UInt8(ascii: "\n")) { return "\(letter): \(text)" }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
      index, line in index > 0 && Self.opens(line) ? "\\\(line)" : String(line)
    }
    return "\(letter): \(lines.joined(separator: "\n"))"
  }

  private static func opens(_ line: Substring) -> Bool {
    let bytes = Array(line.utf8.prefix(2))
    return bytes.count == 2 && bytes[1] == UInt8(ascii: ":")
      && "QACTDN".utf8.contains(bytes[0])
  }

  // MARK: Notes of a type

  private func typed(_ source: Source, _ directive: Directives, isFenced: Bool) -> Draft {
    var body = directive.text() + "N: \(typeName)"
    var written: [NoteContent.Field] = []
    for (place, (name, value)) in zip(noteType.fields, source.fields).enumerated() {
      let markdown =
        source.markdown[place] ?? (isFenced ? nil : FieldText.markdown(ofHTML: value))
      let isHTML = markdown == nil
      let text = markdown ?? value
      body += "\n- \(name)\(isHTML ? " (html)" : ""):"
      body += FieldBlock.value(text, isHTML, isFenced: isFenced)
      written.append(NoteContent.Field(name: name, value: text, isHTML: isHTML))
    }
    return Draft(body: body, form: .note, fields: written)
  }

  // MARK: Reading back

  /// A block as it is read back.
  private struct Reading {
    var content: NoteContent
    var flags: ParsedNote.Flags
  }

  /// A note whose text says nothing is read as it is written, whatever the names are.
  var hasPlainNames: Bool {
    let source = Source(fields: noteType.fields.map { _ in "x" }, tags: [], ordinals: [])
    let draft = typed(source, Directives(tags: [], id: nil), isFenced: false)
    guard let reading = reading(draft), reading.flags.isEmpty else { return false }
    return block(draft, reading) != nil
  }

  /// Reads a block by itself; nil when it is read as anything else.
  private func read(_ draft: Draft) -> NoteBlock? {
    block(draft, reading(draft))
  }

  private func reading(_ draft: Draft) -> Reading? {
    var bytes = Array(draft.body.utf8)
    bytes.append(UInt8(ascii: "\n"))
    let deck = reader.read(bytes, path: "")
    guard deck.notes.count == 1, let note = deck.notes.first, note.offset == 0,
      note.length == bytes.count - 1, !deck.problems.contains(where: { $0.severity == .error })
    else { return nil }
    return bytes.withUnsafeBytes { content(of: note, in: $0) }
  }

  private func content(of note: ParsedNote, in bytes: UnsafeRawBufferPointer) -> Reading? {
    guard note.cardCount > 0 else { return nil }
    let content = NoteContent(
      block: UnsafeRawBufferPointer(rebasing: bytes[note.byteRange]), note: note,
      noteTypes: reader.settings.noteTypes, scratch: scratch)
    return Reading(content: content, flags: note.flags)
  }

  /// The block, when it is read as it was meant.
  private func block(_ draft: Draft, _ reading: Reading?) -> NoteBlock? {
    guard let reading, reading.content.form == draft.form else { return nil }
    let content = reading.content
    if let values = draft.values, !content.fields.lazy.map(\.value).elementsEqual(values) {
      return nil
    }
    if let fields = draft.fields, content.fields != fields { return nil }
    let keys = Self.keys(content, noteType)
    if let ordinals = draft.ordinals, Set(keys.keys) != ordinals { return nil }
    return NoteBlock(
      text: draft.body, keys: keys, contentHash: content.fieldHash, trimmed: draft.trimmed,
      typeName: draft.form == .note ? typeName : nil,
      words: showsTags ? nil : NoteWords.Draft(content, flags: reading.flags, type: noteType))
  }

  /// The keys of a note's cards by their number in Anki.
  static func keys(_ content: NoteContent, _ type: NoteType?) -> [Int: CardKey] {
    var keys: [Int: CardKey] = [:]
    for (face, card) in content.cards.enumerated() {
      keys[ordinal(ofFace: face, content, type)] = card.key
    }
    return keys
  }

  /// The number in Anki of one of a note's cards.
  static func ordinal(ofFace face: Int, _ content: NoteContent, _ type: NoteType?) -> Int {
    guard face < content.cards.count else { return face }
    let card = content.cards[face]
    if let number = card.clozeNumber { return number - 1 }
    guard content.form == .note else { return face }
    return type?.templates.firstIndex { $0.name == card.template } ?? face
  }
}
