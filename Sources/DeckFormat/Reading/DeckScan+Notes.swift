import StudyDomain

extension DeckScan {
  // MARK: Letter tags

  /// Reads the card with a letter tag at a line; the line after it.
  mutating func card(at line: Int) -> Int {
    var doubts: [(line: Int, doubt: CardFinder.Doubt)] = []
    let bounds = finder.card(at: line, sectionLevel: sectionLevel) { doubts.append(($0, $1)) }
    let directives = takeDirectives()
    let isCloze = lines[line].kind == .cloze
    for (place, doubt) in doubts where place < bounds.end {
      report(doubt, at: place, card: line)
    }
    let (front, back) = finder.parts(bounds)
    if isCloze {
      addCloze(form: .cloze, text: front, bounds: bounds, directives: directives)
    } else if let back {
      addBasic(
        form: lines[line].kind == .term ? .term : .basic, front: front, back: back,
        bounds: bounds, directives: directives)
    } else {
      let isTerm = lines[line].kind == .term
      report(
        .error, line, isTerm ? "This term has no `D:`" : "This question has no `A:`",
        isTerm
          ? "Write the definition below it, after `D: `."
          : "Write the answer below it, after `A:` at the start of a line.")
    }
    return bounds.end
  }

  private mutating func report(_ doubt: CardFinder.Doubt, at line: Int, card: Int) {
    switch doubt {
    case .strayAnswer:
      report(
        .warning, line, "Nothing here waits for this answer, so it is read as text",
        "A `Q:` is answered by `A:`, a `T:` by `D:`.")
    case .cardInside:
      report(
        .warning, line,
        "This looks like a card inside the answer of line \(lineNumber(card))",
        "Put a line `---` before it to make it a card of its own.")
    }
  }

  mutating func addBasic(
    form: NoteForm, front: Range<Int>, back: Range<Int>, bounds: CardBounds,
    directives: NoteDirectives, pairIsObsidian: Bool = false
  ) {
    var filled: (hasFront: Bool, hasBack: Bool)
    if bounds.hasEscapes {
      let question = CleanText.clean(bytes, front, escapes: true)
      let answer = CleanText.clean(bytes, back, escapes: true)
      filled = (question + answer).withUnsafeBufferPointer {
        maker.beginBasic($0, front: 0..<question.count, back: question.count..<$0.count)
      }
    } else {
      filled = maker.beginBasic(bytes, front: front, back: back)
    }
    guard filled.hasFront else {
      report(.error, bounds.opener, "The question is empty", "Write it on this line.")
      return
    }
    if !filled.hasBack {
      report(.warning, bounds.opener, "The answer is empty", "Write it, or delete the card.")
    }
    if let id = directives.id { maker.beginID(id) }
    let isReversible = form.isReversible
    var note = note(form, bounds, directives)
    note.ask = askMode(of: back, line: bounds.opener, directives: directives)
    note.cardCount = isReversible ? 2 : 1
    add(maker.key(isReverse: false), face: 0)
    if isReversible { add(maker.key(isReverse: true), face: 1) }
    deck.notes.append(note)
  }

  /// A directive decides; then a task list makes a choice; then the file's own mode holds.
  private mutating func askMode(
    of back: Range<Int>, line: Int, directives: NoteDirectives
  ) -> AskMode {
    let (mode, misses) = AskRule.mode(
      bytes, answer: back, directive: directives.ask, standard: ask)
    if let misses, let asked = directives.ask {
      report(
        .warning, line, "`ask: \(asked.word)` needs \(misses) in the answer, so it is not used",
        "Change the answer or the comment above the card.")
    }
    return mode
  }

  mutating func addCloze(
    form: NoteForm, text: Range<Int>, bounds: CardBounds, directives: NoteDirectives
  ) {
    if bounds.hasEscapes {
      CleanText.clean(bytes, text, escapes: true).withUnsafeBufferPointer {
        addCloze(form, $0, 0..<$0.count, bounds, directives)
      }
    } else {
      addCloze(form, bytes, text, bounds, directives)
    }
  }

  private mutating func addCloze(
    _ form: NoteForm, _ source: Bytes, _ range: Range<Int>, _ bounds: CardBounds,
    _ directives: NoteDirectives
  ) {
    let deletions =
      form == .highlight
      ? ClozeScanner.highlights(source, range) : ClozeScanner.card(source, range)
    for place in deletions.empty {
      let before = source[range.lowerBound..<place]
      let below =
        before.count { $0 == ASCII.lf } + before.count { $0 == ASCII.cr }
        - before.indices.dropFirst().count {
          before[$0] == ASCII.lf && before[$0 - 1] == ASCII.cr
        }
      report(
        .error, bounds.opener + below + linesBefore(range.lowerBound, from: bounds.opener),
        "This deletion is empty, so it is not asked", "Write what it hides between the marks.")
    }
    guard !deletions.all.isEmpty else {
      if deletions.empty.isEmpty {
        report(
          .error, bounds.opener, "This cloze hides nothing",
          "Put what it asks for in brackets: C: The capital of Kenya is [Nairobi].")
      }
      return
    }
    if deletions.all.count >= Deletions.limit {
      report(
        .warning, bounds.opener, "Only the first \(Deletions.limit) deletions are read",
        "Split the text into several cards.")
    }
    let text = ClozeText(bytes: source, range: range, deletions: deletions)
    if let id = directives.id { maker.beginID(id) } else { maker.beginCloze(text, plain: plain) }
    var keys = ClozeKeys()
    let faces = deletions.faces
    var note = note(form, bounds, directives)
    note.ask = AskRule.clozeMode(directive: directives.ask, standard: ask)
    note.cardCount = UInt32(faces.count)
    for (index, face) in faces.enumerated() {
      add(keys.next(face, of: text, maker: maker, plain: plain), face: index)
    }
    deck.notes.append(note)
  }

  /// Lines between a line and the place where its text begins; 0 for text on the line itself.
  private func linesBefore(_ place: Int, from line: Int) -> Int {
    var next = line
    while next + 1 < lines.count, Int(lines[next + 1].start) <= place { next += 1 }
    return next - line
  }

  // MARK: Notes of a type

  /// Reads the `N:` note at a line; the line after it.
  mutating func typedNote(at line: Int) -> Int {
    let bounds = finder.note(at: line, sectionLevel: sectionLevel)
    let directives = takeDirectives()
    let typeRange = finder.textRange(ofTag: line)
    guard !typeRange.isEmpty else {
      report(.error, line, "This note has no type", "Write the name of its type after `N: `.")
      return bounds.end
    }
    let isHTML = directives.isHTML ?? isHTML
    lines.withUnsafeBufferPointer {
      FieldReader.read(
        bytes, .init(rebasing: $0[(line + 1)..<bounds.end]), html: isHTML, into: table)
    }
    guard !table.fields.isEmpty else {
      report(
        .error, line, "This note has no fields", "Write them below it: `- Name: value`.")
      return bounds.end
    }
    let rules = rules(ofType: Bytes(rebasing: bytes[typeRange]))
    if rules.take(table) {
      addTyped(rules, bounds, directives)
    } else {
      addTyped(bytes.text(typeRange), table.texts, bounds, directives)
    }
    return bounds.end
  }

  private mutating func rules(ofType type: Bytes) -> TypeRules {
    if let rules, rules.type.count == type.count, rules.type.elementsEqual(type) { return rules }
    let name = type.text(0..<type.count)
    let key = Array(name.utf8)
    let made = allRules[key] ?? TypeRules(type: name, noteTypes[name])
    allRules[key] = made
    rules = made
    return made
  }

  /// Adds a note whose fields need not be texts.
  private mutating func addTyped(
    _ rules: TypeRules, _ bounds: CardBounds, _ directives: NoteDirectives
  ) {
    if let name = rules.repeatedField { reportRepeated(name, bounds) }
    guard !rules.faces.isEmpty else {
      return reportFaceless(
        table.name(0).text(0..<table.name(0).count), String(decoding: rules.type, as: UTF8.self),
        bounds)
    }
    if let id = directives.id {
      maker.beginID(id)
    } else {
      rules.begin(maker, table) { maker.addPart(table.values.bytes, table.fields[$0].value) }
    }
    var record = note(.note, bounds, directives)
    record.ask = directives.ask ?? ask
    record.cardCount = UInt32(rules.faces.count)
    for (index, template) in rules.faces.enumerated() {
      add(rules.key(ofFace: template, maker), face: index)
    }
    deck.notes.append(record)
  }

  private mutating func addTyped(
    _ type: String, _ fields: [NoteContent.Field], _ bounds: CardBounds,
    _ directives: NoteDirectives
  ) {
    let note = TypedNote(type: type, fields: fields, types: noteTypes)
    if let name = note.repeatedField { reportRepeated(name, bounds) }
    let faces = note.faces
    guard !faces.isEmpty else { return reportFaceless(fields[0].name, type, bounds) }
    if let id = directives.id {
      maker.beginID(id)
    } else {
      maker.beginNote(type: type, fields: fields)
    }
    var record = self.note(.note, bounds, directives)
    record.ask = directives.ask ?? ask
    record.cardCount = UInt32(faces.count)
    let keys = note.keys(maker: maker, plain: plain)
    for index in faces.indices { add(keys[index], face: index) }
    deck.notes.append(record)
  }

  private mutating func reportRepeated(_ name: String, _ bounds: CardBounds) {
    report(
      .warning, bounds.opener, "The field `\(name)` stands here twice; the first one counts",
      "Rename or delete one of the two.")
  }

  private mutating func reportFaceless(_ name: String, _ type: String, _ bounds: CardBounds) {
    report(
      .error, bounds.opener, "This note makes no card: all fields of its fronts are empty",
      "Fill the field `\(name)`, or change the templates of `\(type)`.")
  }

  // MARK: Records

  private mutating func add(_ key: CardKey, face: Int) {
    deck.cards.append(ParsedCard(key: key, note: UInt32(deck.notes.count), face: UInt32(face)))
  }

  /// The record of a note, to be appended after its cards.
  private mutating func note(
    _ form: NoteForm, _ bounds: CardBounds, _ directives: NoteDirectives
  ) -> ParsedNote {
    let start = lines[directives.line ?? bounds.opener].start
    var flags: ParsedNote.Flags = []
    if isObsidian { flags.insert(.obsidian) }
    if directives.isHTML ?? isHTML { flags.insert(.html) }
    if directives.id != nil { flags.insert(.pinned) }
    return ParsedNote(
      offset: start, length: lines[bounds.end - 1].end - start,
      line: UInt32(lineNumber(bounds.opener)), firstCard: UInt32(deck.cards.count), cardCount: 0,
      tagSet: tagSetIndex(adding: directives.tags, of: directives.comment), context: contextIndex(),
      deck: deckIndex(at: bytes.skippingBlanks(lines[bounds.opener].range)), form: form, ask: ask,
      flags: flags)
  }
}

extension NoteForm {
  /// Both directions are asked.
  var isReversible: Bool {
    self == .term || self == .reversiblePair || self == .reversibleQuestion
  }
}
