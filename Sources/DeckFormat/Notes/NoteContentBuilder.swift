import StudyDomain

/// Reads one block again, now with its texts.
struct NoteContentBuilder {
  private let bytes: Bytes
  private let note: ParsedNote
  private let finder: CardFinder
  private let noteTypes: NoteTypes
  private let directives: NoteDirectives
  /// The first line that is no directive.
  private let opener: Int
  private var content: NoteContent
  private let strict: KeyMaker
  private let loose: KeyMaker
  /// Holds the id that a directive pins; nil without one.
  private let pinned: KeyMaker?
  private let plain: ByteBuffer
  private let parts: ByteBuffer
  /// The keys of the cards, when nothing else is asked of them.
  private let knownKeys: [CardKey]?

  private var lines: [Line] { finder.lines }
  private var isHTML: Bool { note.flags.contains(.html) }

  init(
    _ bytes: Bytes, note: ParsedNote, tags: [String], noteTypes: NoteTypes, scratch: NoteScratch,
    knownKeys: [CardKey]? = nil
  ) {
    self.bytes = bytes
    self.knownKeys = knownKeys
    (strict, loose) = (scratch.strict, scratch.loose)
    (plain, parts) = (scratch.plain, scratch.parts)
    self.note = note
    self.noteTypes = noteTypes
    finder = CardFinder(bytes: bytes, lines: LineScanner(bytes, 0..<bytes.count).lines)
    var opener = 0
    var found: [Directive] = []
    while opener < finder.lines.count,
      finder.lines[opener].kind == .comment || finder.lines[opener].kind == .blank
    {
      if let directive = Directive(comment: bytes, finder.lines[opener].range) {
        found.append(directive)
      }
      opener += 1
    }
    self.opener = opener
    directives = NoteDirectives(found)
    pinned = directives.id.map { id in
      scratch.pinned.beginID(id)
      return scratch.pinned
    }
    content = NoteContent(form: note.form, tags: tags, ask: note.ask)
    content.pinnedID = directives.id
  }

  mutating func build() -> NoteContent {
    guard opener < lines.count else { return content }
    switch note.form {
    case .basic, .term, .cloze: buildTagged()
    case .note: buildTyped()
    case .pair, .reversiblePair:
      let line = lines[opener].range
      if let pair = PairFinder.find(bytes, line, isObsidian: note.flags.contains(.obsidian)) {
        buildBasic(CleanText.clean(bytes, pair.front), CleanText.clean(bytes, pair.back))
      }
    case .question, .reversibleQuestion:
      if let mark = QuestionFinder.mark(lines[opener...]) {
        let parts = QuestionFinder.parts(bytes, lines[opener...], mark: mark)
        buildBasic(CleanText.clean(bytes, parts.front), CleanText.clean(bytes, parts.back))
      }
    case .highlight:
      let text = bytes.trimmingBody(Int(lines[opener].start)..<bytes.count)
      buildCloze(CleanText.clean(bytes, text), extra: nil)
    }
    return content
  }

  private mutating func buildTagged() {
    let isTagged = lines[opener].kind.opensCard && lines[opener].kind != .note
    guard isTagged else { return }
    let bounds = finder.card(at: opener, sectionLevel: 0)
    let parts = finder.parts(bounds)
    let front = CleanText.clean(bytes, parts.front, escapes: bounds.hasEscapes)
    let back = parts.back.map { CleanText.clean(bytes, $0, escapes: bounds.hasEscapes) }
    if note.form == .cloze {
      buildCloze(front, extra: back)
    } else {
      buildBasic(front, back ?? [])
    }
  }

  /// A text as a card shows it: a note may be HTML throughout.
  private func marked(_ text: String) -> String {
    isHTML && !text.isEmpty ? HTMLMark.marked(text) : text
  }

  // MARK: Forms

  private mutating func buildBasic(_ front: [UInt8], _ back: [UInt8]) {
    let frontText = String(decoding: front, as: UTF8.self)
    let backText = String(decoding: back, as: UTF8.self)
    content.fields = [
      NoteContent.Field(name: "Front", value: frontText, isHTML: isHTML),
      NoteContent.Field(name: "Back", value: backText, isHTML: isHTML),
    ]
    if note.ask == .choice { content.explanation = Self.explanation(back) }
    if let knownKeys {
      content.cards = knownKeys.map { CardContent(bare: $0) }
      return
    }
    parts.removeAll()
    front.withUnsafeBufferPointer { Normaliser.append($0, 0..<$0.count, to: parts) }
    let middle = parts.count
    back.withUnsafeBufferPointer { Normaliser.append($0, 0..<$0.count, to: parts) }
    let normalFront = Bytes(rebasing: parts.bytes[..<middle])
    let normalBack = Bytes(rebasing: parts.bytes[middle...])
    begin { $0.beginBasic(normalFront: normalFront, back: normalBack) }
    let hashes = (KeyMaker.hash(normalFront), KeyMaker.hash(normalBack))
    addBasic(frontText, backText, hashes, isReverse: false)
    if note.form.isReversible {
      addBasic(backText, frontText, (hashes.1, hashes.0), isReverse: true)
    }
  }

  private mutating func addBasic(
    _ front: String, _ back: String, _ hashes: (UInt64, UInt64), isReverse: Bool
  ) {
    // A reversed card shows its answer's list as a question: there is nothing to tick or order.
    let ask = isReverse && note.ask != .type ? .flip : note.ask
    var card = CardContent(
      text: CardText(front: marked(front), back: marked(back), ask: ask),
      kind: isReverse ? "reverse" : "basic",
      keys: keys { $0.key(isReverse: isReverse) }, asked: front, answer: back, hashes: hashes)
    card.isHTMLFront = isHTML
    card.isHTMLBack = isHTML
    content.cards.append(card)
  }

  /// What follows the list of a choice.
  private static func explanation(_ answer: [UInt8]) -> String? {
    answer.withUnsafeBufferPointer { bytes in
      guard let list = AnswerList(bytes, 0..<bytes.count) else { return nil }
      let rest = bytes.trimmingBody(list.end..<bytes.count)
      return rest.isEmpty ? nil : String(decoding: bytes[rest], as: UTF8.self)
    }
  }

  private mutating func buildCloze(_ text: [UInt8], extra: [UInt8]?) {
    let extraText = extra.map { String(decoding: $0, as: UTF8.self) } ?? ""
    content.fields = [
      NoteContent.Field(
        name: "Text", value: String(decoding: text, as: UTF8.self), isHTML: isHTML)
    ]
    if extra != nil {
      content.fields.append(NoteContent.Field(name: "Extra", value: extraText, isHTML: isHTML))
    }
    text.withUnsafeBufferPointer { bytes in
      let range = 0..<bytes.count
      let deletions =
        note.form == .highlight
        ? ClozeScanner.highlights(bytes, range) : ClozeScanner.card(bytes, range)
      let cloze = ClozeText(bytes: bytes, range: range, deletions: deletions)
      begin { $0.beginCloze(cloze, plain: plain) }
      var textKeys = ClozeKeys()
      var looseKeys = ClozeKeys()
      var pinnedKeys = ClozeKeys()
      for face in deletions.faces {
        let text = textKeys.next(face, of: cloze, maker: strict, plain: plain)
        var keys = Keys(
          key: text, text: text,
          loose: looseKeys.next(face, of: cloze, maker: loose, plain: plain).hash)
        if let pinned {
          keys.key = pinnedKeys.next(face, of: cloze, maker: pinned, plain: plain)
          keys.loose = keys.key.hash
        }
        addCloze(cloze, face, extra: extraText, keys: keys)
      }
    }
  }

  private mutating func addCloze(
    _ cloze: ClozeText, _ face: Deletions.Face, extra: String, keys: Keys
  ) {
    let front = cloze.text(face, style: .hidden)
    var back = marked(cloze.text(face, style: .solved))
    if !extra.isEmpty { back += "\n\n" + marked(extra) }
    var card = CardContent(
      text: CardText(front: marked(front), back: back, backReplacesFront: true, ask: note.ask),
      kind: "cloze", keys: keys, asked: ClozeMark.plain(front),
      answer: cloze.solution(of: face), plain: plain)
    card.hint = cloze.hint(of: face)
    card.clozeNumber = face.clozeNumber
    card.isHTMLFront = isHTML
    card.isHTMLBack = isHTML
    content.cards.append(card)
  }

  private mutating func buildTyped() {
    let bounds = finder.note(at: opener, sectionLevel: 0)
    let type = bytes.text(finder.textRange(ofTag: opener))
    let fields = FieldReader.read(bytes, lines[(opener + 1)..<bounds.end], html: isHTML)
    content.typeName = type
    content.fields = fields
    guard !fields.isEmpty else { return }
    let note = TypedNote(type: type, fields: fields, types: noteTypes)
    if let knownKeys, !note.isCloze {
      let faces = note.faces
      guard faces.count == knownKeys.count else { return }
      content.cards = zip(faces, knownKeys).map { face, key in
        CardContent(bare: key, template: note.templateName(of: face))
      }
      return
    }
    let context = TypedNote.Context(tags: content.tags)
    KeyMaker.beginNote(type: type, fields: fields, (strict, loose), part: parts)
    let textKeys = note.keys(maker: strict, plain: plain)
    let looseKeys = note.keys(maker: loose, plain: plain)
    let pinnedKeys = pinned.map { note.keys(maker: $0, plain: plain) }
    for (index, face) in note.faces.enumerated() {
      let front = note.front(of: face, context: context)
      let back = note.back(of: face, front: front, context: context)
      let isCloze = note.solution(of: face) != nil
      let ask = note.isTyped(face) ? .type : self.note.ask
      var text = CardText(front: front, back: back, backReplacesFront: isCloze, ask: ask)
      if ask == .type, !isCloze {
        text.typed = note.typedAnswer(of: face) ?? note.backAlone(of: face, context: context)
      }
      var card = CardContent(
        text: text,
        kind: isCloze ? "cloze" : "note",
        keys: Keys(
          key: pinnedKeys?[index] ?? textKeys[index], text: textKeys[index],
          loose: pinnedKeys?[index].hash ?? looseKeys[index].hash),
        asked: ClozeMark.plain(front), answer: note.solution(of: face) ?? ClozeMark.plain(back),
        plain: plain)
      card.template = note.templateName(of: face)
      card.hint = note.hint(of: face)
      if case .cloze(_, let deletion) = face { card.clozeNumber = deletion.clozeNumber }
      card.isHTMLFront = note.isHTML(face, back: false)
      card.isHTMLBack = note.isHTML(face, back: true)
      content.cards.append(card)
    }
  }

  // MARK: Keys

  struct Keys {
    var key: CardKey
    var text: CardKey
    var loose: UInt64
  }

  /// Begins the text of the note in both makers.
  private func begin(_ text: (KeyMaker) -> Void) {
    text(strict)
    text(loose)
  }

  /// The keys of one direction or template.
  private func keys(_ face: (KeyMaker) -> CardKey) -> Keys {
    let text = face(strict)
    let pinnedKey = pinned.map { face($0) }
    return Keys(key: pinnedKey ?? text, text: text, loose: pinnedKey?.hash ?? face(loose).hash)
  }
}
