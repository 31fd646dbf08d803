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
  var words: NoteWords?
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
  private let showsTags: Bool

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

  /// The best block for a note: its own notation where that makes the same cards of the same
  /// texts, else `N:`; nil when no card comes of it.
  ///
  /// `ordinals` are those of its cards in the package. `markdown` has the fields whose text stays
  /// as it is here.
  func block(
    fields: [String], markdown: [Int: String] = [:], tags: [String], id: String?,
    ordinals: Set<Int>
  ) -> NoteBlock? {
    let directive = Directives(tags: tags, id: id)
    if notation != .typed, let block = plain(fields, markdown, directive),
      Set(block.keys.keys) == ordinals
    {
      return block
    }
    for isFenced in [false, true] {
      if let block = typed(fields, markdown, directive, isFenced: isFenced) { return block }
    }
    return nil
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

  private func plain(
    _ fields: [String], _ markdown: [Int: String], _ directive: Directives
  ) -> NoteBlock? {
    let kept = fields.map(Flattened.trimmed)
    let texts = kept.enumerated().compactMap { markdown[$0] ?? FieldText.markdown(ofHTML: $1) }
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
    guard let reading = read(body), reading.content.form == form else { return nil }
    let values = reading.content.fields.map(\.value)
    let expected = form == .cloze && back.isEmpty ? [front] : texts
    guard values == expected else { return nil }
    let trimmed = zip(fields, kept).count { $0.utf8.count != $1.utf8.count }
    return block(body, reading, trimmed: trimmed)
  }

  private var form: NoteForm {
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

  private func typed(
    _ fields: [String], _ kept: [Int: String], _ directive: Directives, isFenced: Bool
  ) -> NoteBlock? {
    var body = directive.text() + "N: \(typeName)"
    var written: [NoteContent.Field] = []
    for (place, (name, value)) in zip(noteType.fields, fields).enumerated() {
      let markdown = kept[place] ?? (isFenced ? nil : FieldText.markdown(ofHTML: value))
      let isHTML = markdown == nil
      let text = markdown ?? value
      body += "\n- \(name)\(isHTML ? " (html)" : ""):"
      body += Self.value(text, isHTML, isFenced: isFenced)
      written.append(NoteContent.Field(name: name, value: text, isHTML: isHTML))
    }
    guard let reading = read(body), reading.content.form == .note,
      reading.content.fields == written
    else { return nil }
    return block(body, reading, trimmed: 0, typeName: typeName)
  }

  /// What follows `- Name:`.
  static func value(_ text: String, _ isHTML: Bool, isFenced: Bool) -> String {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, let last = bytes.last else { return "" }
    // A mark inside could pair with one in a later note.
    let hasLines = bytes.contains(UInt8(ascii: "\n"))
    let hasMarks = hasLines && Self.hasMarks(bytes)
    if isFenced || Flattened.isBlank(first) || Flattened.isBlank(last) || hasMarks {
      let fence = String(repeating: "`", count: max(3, longestRun(bytes) + 1))
      return "\n  \(fence)\(isHTML ? "html" : "text")\n\(indented(text))\n  \(fence)"
    }
    return hasLines ? "\n\(indented(text))" : " \(text)"
  }

  /// Whether a text has a mark of a fence or a comment.
  private static func hasMarks(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      let marks: [StaticString] = ["```", "~~~", "<!--", "-->"]
      return bytes.indices.contains { place in
        "`~<-".utf8.contains(bytes[place]) && marks.contains { FieldText.has($0, bytes, place) }
      }
    }
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
  }

  private static func longestRun(_ bytes: [UInt8]) -> Int {
    var longest = 0
    var run = 0
    for byte in bytes {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }

  // MARK: Reading back

  /// A block as it is read back.
  private struct Reading {
    var content: NoteContent
    var flags: ParsedNote.Flags
  }

  /// The one note that a block is; nil when it is read as anything else.
  private func read(_ body: String) -> Reading? {
    var bytes = Array(body.utf8)
    bytes.append(UInt8(ascii: "\n"))
    let deck = reader.read(bytes, path: "")
    guard deck.notes.count == 1, let note = deck.notes.first, note.cardCount > 0,
      note.offset == 0, note.length == bytes.count - 1,
      !deck.problems.contains(where: { $0.severity == .error })
    else { return nil }
    let content = bytes.withUnsafeBytes { bytes in
      NoteContent(
        block: UnsafeRawBufferPointer(rebasing: bytes[note.byteRange]), note: note,
        noteTypes: reader.settings.noteTypes, scratch: scratch)
    }
    return Reading(content: content, flags: note.flags)
  }

  private func block(
    _ text: String, _ reading: Reading, trimmed: Int, typeName: String? = nil
  ) -> NoteBlock {
    let content = reading.content
    return NoteBlock(
      text: text, keys: Self.keys(content, noteType), contentHash: content.fieldHash,
      trimmed: trimmed, typeName: typeName,
      words: showsTags ? nil : NoteWords(content, flags: reading.flags, type: noteType))
  }

  /// The keys of a note's cards by their number in Anki.
  static func keys(_ content: NoteContent, _ type: NoteType?) -> [Int: CardKey] {
    var keys: [Int: CardKey] = [:]
    for (index, card) in content.cards.enumerated() {
      let ordinal: Int
      if let number = card.clozeNumber {
        ordinal = number - 1
      } else if content.form == .note {
        ordinal = type?.templates.firstIndex { $0.name == card.template } ?? index
      } else {
        ordinal = index
      }
      keys[ordinal] = card.key
    }
    return keys
  }
}

extension NoteContent {
  /// Of the fields, their names and marks included; neither tags nor ids count.
  var fieldHash: String {
    var text: [UInt8] = []
    for (place, field) in fields.enumerated() {
      if place > 0 { text.append(0x1F) }
      text += field.name.utf8
      text.append(0x1E)
      if field.isHTML { text += "html".utf8 }
      text.append(0x1E)
      text += field.value.utf8
    }
    return TransferHash.hex(text)
  }
}
