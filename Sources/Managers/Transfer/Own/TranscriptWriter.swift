import DeckFormat
import StudyDomain

/// Writes notes in our own notation and reads them back: what is no block of its own becomes one
/// with the same cards.
struct TranscriptWriter {
  let noteTypes: NoteTypes
  private let reader: DeckReader
  private let scratch = NoteScratch()

  init(noteTypes: NoteTypes) {
    self.noteTypes = noteTypes
    var settings = DeckReader.Settings()
    settings.noteTypes = noteTypes
    reader = DeckReader(settings: settings)
  }

  /// The block of a note; nil when no text outside its own file is read as that note.
  func block(_ note: NoteTranscript) -> NoteBlock? {
    for body in bodies(note) {
      for ask in asks(note) {
        if let block = read(head(note, ask) + body, note) { return block }
      }
    }
    return nil
  }

  /// The note and its block in a text that holds nothing else; nil for any other text.
  func note(in text: String) -> (note: NoteTranscript, block: NoteBlock)? {
    guard let (content, block) = read(text) else { return nil }
    return (NoteTranscript(content), block)
  }

  // MARK: Writing

  /// The answer often says itself how it is asked.
  private func asks(_ note: NoteTranscript) -> [AskMode?] {
    note.ask == .flip || note.ask == .choice ? [nil, note.ask] : [note.ask]
  }

  private func head(_ note: NoteTranscript, _ ask: AskMode?) -> String {
    var parts: [String] = []
    let tags = note.tags.map(Self.safe).filter { !$0.isEmpty }
    if !tags.isEmpty { parts.append("tags: " + tags.joined(separator: " ")) }
    if let ask { parts.append("ask: \(ask.word)") }
    if note.form != .note, note.fields.contains(where: \.isHTML) { parts.append("html: true") }
    if let id = note.id { parts.append("id: \(id)") }
    return parts.isEmpty ? "" : "<!-- \(parts.joined(separator: "; ")) -->\n"
  }

  /// A tag as a directive can hold it.
  private static func safe(_ tag: String) -> String {
    var safe = String(tag.map { $0.isWhitespace ? "_" : ",;<>".contains($0) ? "-" : $0 })
    while safe.hasPrefix("#") { safe.removeFirst() }
    while safe.contains("--") { safe = safe.split(separator: "-").joined(separator: "-") }
    return safe
  }

  /// Ways to write a note, the plainest first.
  private func bodies(_ note: NoteTranscript) -> [String] {
    let values = note.fields.map(\.value)
    switch note.form {
    case .basic, .pair, .question: return sides("Q", "A", values)
    case .term, .reversiblePair, .reversibleQuestion: return sides("T", "D", values)
    case .cloze: return sides("C", "A", values)
    case .highlight: return highlights(note).flatMap { sides("C", "A", [$0]) }
    case .note: return [false, true].map { typed(note, isFenced: $0) }
    }
  }

  private func sides(_ letter: String, _ other: String, _ values: [String]) -> [String] {
    guard let front = values.first else { return [] }
    let back = values.count > 1 ? values[1] : nil
    return Self.styles.map { style in
      let first = Self.part(letter, front, style.isEscaped, begins: style.begins)
      if back ?? "" == "", letter == "C" { return first }
      return first + "\n\n" + Self.part(other, back ?? "", style.isEscaped, begins: style.begins)
    }
  }

  private static let styles: [(isEscaped: Bool, begins: String)] = [
    (false, " "), (false, "\n\n"), (true, " "), (true, "\n\n"),
  ]

  /// `Q: text`; a list, a fence or a table stands on lines of its own.
  private static func part(
    _ letter: String, _ text: String, _ isEscaped: Bool, begins: String
  ) -> String {
    guard !text.isEmpty else { return "\(letter):" }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let isBlock =
      lines.count > 1 && (lines[0].utf8.first.map { "-*+`~|>#".utf8.contains($0) } ?? true)
    let written = lines.map { isEscaped && opens($0) ? "\\\($0)" : String($0) }
    return "\(letter):\(isBlock ? "\n\n" : begins)\(written.joined(separator: "\n"))"
  }

  private static func opens(_ line: Substring) -> Bool {
    let bytes = Array(line.utf8)
    if bytes.count >= 2, bytes[1] == UInt8(ascii: ":"), "QACTDN".utf8.contains(bytes[0]) {
      return true
    }
    return bytes.starts(with: "---".utf8) && bytes.dropFirst(3).allSatisfy(Flattened.isBlank)
  }

  /// A paragraph with `==marks==`: in brackets where they have no numbers, else numbered.
  private func highlights(_ note: NoteTranscript) -> [String] {
    guard let field = note.fields.first, let source = Self.source(ofHighlights: field.value) else {
      return []
    }
    func text(_ open: (ClozeSource.Gap) -> String, _ close: (ClozeSource.Gap) -> String) -> String {
      var result = ""
      var place = 0
      var waiting: [Int] = []
      for scalar in source.text.unicodeScalars {
        switch scalar {
        case ClozeMark.open:
          guard place < source.deletions.count else { return "" }
          result += open(source.deletions[place])
          waiting.append(place)
          place += 1
        case ClozeMark.close:
          result += waiting.popLast().map { close(source.deletions[$0]) } ?? ""
        default: result.unicodeScalars.append(scalar)
        }
      }
      return result
    }
    return [
      text({ _ in "[" }, { _ in "]" }),
      text(
        { "{{c\($0.numbers.map(String.init).joined(separator: ","))::" },
        { ($0.hint.map { "::\($0)" } ?? "") + "}}" }),
    ]
  }

  /// Nil when the text is no paragraph with marks.
  private static func source(ofHighlights text: String) -> ClozeSource? {
    var settings = DeckReader.Settings()
    settings.isObsidian = true
    let bytes = Array(text.utf8)
    let deck = DeckReader(settings: settings).read(bytes, path: "")
    guard deck.notes.count == 1, let note = deck.notes.first, note.form == .highlight else {
      return nil
    }
    return NoteContent(block: Array(bytes[note.byteRange]), note: note).clozeSource
  }

  private func typed(_ note: NoteTranscript, isFenced: Bool) -> String {
    note.fields.reduce("N: \(note.typeName ?? "Basic")") { text, field in
      text + "\n- \(field.name)\(field.isHTML ? " (html)" : ""):"
        + FieldBlock.value(field.value, field.isHTML, isFenced: isFenced)
    }
  }

  // MARK: Reading back

  /// Behind it stands what would show a fence or a comment that nothing closes.
  private static let sentinel = Array(
    "\n\n\nQ: sentinel\n\nA: text\n\n```\nfence\n```\n\n~~~\nfence\n~~~\n\n<!-- end -->\n".utf8)

  private func read(_ text: String) -> (NoteContent, NoteBlock)? {
    let block = Array(text.utf8)
    let bytes = block + Self.sentinel
    let deck = reader.read(bytes, path: "")
    guard deck.notes.count == 2, let note = deck.notes.first, note.offset == 0,
      Int(note.length) == block.count, note.cardCount > 0,
      deck.cards(of: deck.notes[1]).count == 1, deck.notes[1].form == .basic
    else { return nil }
    let content = bytes.withUnsafeBytes { bytes in
      NoteContent(
        block: UnsafeRawBufferPointer(rebasing: bytes[note.byteRange]), note: note,
        tags: deck.tagSets[Int(note.tagSet)], noteTypes: noteTypes, scratch: scratch)
    }
    let type = content.typeName.flatMap { noteTypes[$0] }
    return (
      content,
      NoteBlock(
        text: text, keys: NoteBlockWriter.keys(content, type), contentHash: content.fieldHash,
        trimmed: 0, typeName: content.typeName,
        words: nil)
    )
  }

  private func read(_ text: String, _ note: NoteTranscript) -> NoteBlock? {
    guard let (content, block) = read(text), content.ask == note.ask else { return nil }
    let keys = Set(content.cards.map(\.key))
    guard Set(note.keys).isSubset(of: keys) else { return nil }
    // The marks of a highlight are written in another way.
    guard note.form != .highlight else { return block }
    guard content.fields.map(\.isHTML) == note.fields.prefix(content.fields.count).map(\.isHTML)
    else { return nil }
    var values = note.fields.map(\.value)
    while values.count > content.fields.count, values.last == "" { values.removeLast() }
    return content.fields.map(\.value) == values ? block : nil
  }
}
