import DeckFormat
import FileStorage
public import StudyDomain

// Notes as forms hold them: what can be written, what would come of it, and writing it.
extension FlashcardManager {
  /// The head of a file, to read drafts with as the whole file would be read.
  struct FormHead {
    var revision: Int
    var deck: DeckName
    var text: DeckText
  }

  /// A note as its file holds it, for as long as the library stays as it is.
  struct FormNote {
    var revision: Int
    var note: Int
    var head: DeckText
    var block: [UInt8]
    var parsed: ParsedNote
    var content: NoteContent
    var lineEnd: [UInt8]
  }

  /// The kinds of notes that a deck can hold, with the names of their fields.
  public func kinds(inDeck deck: DeckName) -> [NoteKindChoice] {
    let types = (try? head(ofDeck: deck))?.noteTypes.types ?? [:]
    let typed = types.filter { !$0.value.fields.isEmpty }.sorted { $0.key < $1.key }
    return NoteKind.plain.map { NoteKindChoice($0, fields: $0.plainFields) }
      + typed.map { NoteKindChoice(.typed($0.key), fields: $0.value.fields) }
  }

  /// A note as a form shows it.
  public func draft(ofCard card: Int) throws -> NoteDraft {
    index.refresh()
    let note = try formNote(ofCard: card)
    return NoteDraft(
      deck: snapshot.decks[snapshot.deck(ofCard: card)].name, kind: note.content.kind,
      fields: fields(of: note).map { NoteDraft.Field($0.name, $0.value) },
      tags: BlockDirectives(block: note.block).tags)
  }

  /// The fields of a note, those of its type that are empty so far among them.
  private func fields(of note: FormNote) -> [NoteContent.Field] {
    let content = note.content
    var fields = content.fields
    let names =
      content.kind == .cloze
      ? content.kind.plainFields
      : content.typeName.flatMap { note.head.noteTypes[$0]?.fields } ?? []
    for name in names where !fields.contains(where: { $0.name == name }) {
      fields.append(NoteContent.Field(name: name, value: ""))
    }
    return fields
  }

  // MARK: What would come of it

  /// The cards of a draft, and why it cannot be saved as it is.
  public func preview(_ draft: NoteDraft, editing card: Int? = nil) -> NotePreview {
    do {
      let read = try reading(draft, editing: card)
      return NotePreview(cards: read.content.cards.map(\.text), problem: nil)
    } catch NoteChangeError.unreadable(let reason) {
      return NotePreview(problem: reason)
    } catch {
      return NotePreview(problem: String(describing: error))
    }
  }

  /// Where the same front stands already, in a sentence; nil where it is new.
  ///
  /// Searches the texts of all decks.
  public func duplicate(of draft: NoteDraft, editing card: Int? = nil) -> String? {
    guard let read = try? reading(draft, editing: card), let first = read.content.cards.first
    else { return nil }
    let own = card.map { Int(snapshot.cards[$0].note) }
    if let same = snapshot.card(of: first.textKey), Int(snapshot.cards[same].note) != own {
      return "the same card is in \(place(ofCard: same))"
    }
    let line = ClozeMark.plain(read.content.fields.first?.value ?? "").split { $0.isNewline }.first
    guard let line else { return nil }
    let found = currentSearch().notes(with: String(line))
    for note in found.indices where found[note] && note != own {
      // One that cannot be read now is none.
      guard let content = try? index.library.content(ofNote: note),
        content.cards.contains(where: { $0.frontHash == first.frontHash })
      else { continue }
      return "a card with this front is in \(place(ofNote: note))"
    }
    return nil
  }

  func place(ofCard card: Int) -> String { place(ofNote: Int(snapshot.cards[card].note)) }

  private func place(ofNote note: Int) -> String {
    let entry = snapshot.notes[note]
    return "\(snapshot.decks[Int(entry.deck)].name.text) "
      + "(\(snapshot.files[Int(entry.file)].path):\(entry.parsed.line))"
  }

  /// A draft as a block, read back.
  struct Reading {
    var block: [UInt8]
    var content: NoteContent
  }

  /// Throws `unreadable` with the reason where the draft would not be read as it is meant.
  func reading(_ draft: NoteDraft, editing card: Int?) throws -> Reading {
    let head: DeckText
    let block: [UInt8]
    let wanted: [NoteContent.Field]
    var form = draft.kind.form
    if let card {
      let note = try formNote(ofCard: card)
      form = note.content.form
      wanted = changed(draft, from: note)
      guard
        let changed = BlockText.changing(note.block, of: note.parsed, note.content, to: wanted)
      else {
        throw NoteChangeError.unreadable(
          reason: "the note is written on one line, which holds no line ends")
      }
      block = tagged(changed, as: draft.tags, lineEnd: note.lineEnd)
      head = note.head
    } else {
      head = try self.head(ofDeck: draft.deck)
      wanted = draft.fields.map { NoteContent.Field(name: $0.name, value: $0.text) }
      let text = BlockText.new(form, fields: wanted, typeName: draft.kind.typeName)
      block = tagged(Array(text.utf8), as: draft.tags, lineEnd: [10])
    }
    for tag in draft.tags {
      if let reason = BlockDirectives.problem(withTag: tag) {
        throw NoteChangeError.unreadable(reason: "'\(tag)' is no tag: \(reason)")
      }
    }
    if let missing = missingField(draft) { throw NoteChangeError.unreadable(reason: missing) }
    var alone = head
    var content: NoteContent?
    let isRead = alone.add([String(decoding: block, as: UTF8.self)]) { _, contents in
      guard contents.count == 1, contents[0].form == form, contents[0].holds(wanted) else {
        return false
      }
      content = contents[0]
      return true
    }
    guard isRead != nil, let content else {
      throw NoteChangeError.unreadable(reason: head.reason(against: block, kind: draft.kind))
    }
    return Reading(block: block, content: content)
  }

  /// What is missing in a draft before there is anything to read.
  private func missingField(_ draft: NoteDraft) -> String? {
    func isEmpty(_ place: Int) -> Bool {
      !draft.fields.indices.contains(place) || draft.fields[place].text.allSatisfy(\.isWhitespace)
    }
    let name = { draft.fields.indices.contains($0) ? draft.fields[$0].name : "" }
    if draft.fields.isEmpty || isEmpty(0) { return "\(name(0)) is empty" }
    switch draft.kind {
    case .basic, .bothWays: return isEmpty(1) ? "\(name(1)) is empty" : nil
    case .cloze, .typed: return nil
    }
  }

  private func tagged(_ block: [UInt8], as tags: [String], lineEnd: [UInt8]) -> [UInt8] {
    var directives = BlockDirectives(block: block, lineEnd: lineEnd)
    let gone = directives.tags.filter { !tags.contains($0) }
    directives.remove(tags: gone)
    directives.add(tags: tags)
    return directives.block
  }

  /// The fields of a note with the texts of a draft, in the note's order.
  private func changed(_ draft: NoteDraft, from note: FormNote) -> [NoteContent.Field] {
    fields(of: note).enumerated().compactMap { place, field in
      var field = field
      let isNew = place >= note.content.fields.count
      if let new = draft.fields.first(where: { $0.name == field.name })?.text { field.value = new }
      return isNew && field.value.isEmpty ? nil : field
    }
  }

  // MARK: Files

  /// The file of a card's note, and the note's place in it.
  func file(ofNoteOf card: Int) throws -> (text: DeckText, place: Int) {
    let note = Int(snapshot.cards[card].note)
    let file = Int(snapshot.notes[note].file)
    return (try text(ofFile: file), note - snapshot.files[file].notes.lowerBound)
  }

  private func formNote(ofCard card: Int) throws -> FormNote {
    let number = Int(snapshot.cards[card].note)
    if let formNote, formNote.note == number, formNote.revision == index.library.revision {
      return formNote
    }
    let (text, place) = try file(ofNoteOf: card)
    let note = FormNote(
      revision: index.library.revision, note: number, head: text.headAlone,
      block: text.block(place), parsed: text.parsed.notes[place], content: text.content(place),
      lineEnd: text.lineEnd)
    formNote = note
    return note
  }

  private func head(ofDeck deck: DeckName) throws -> DeckText {
    if let formHead, formHead.deck == deck, formHead.revision == index.library.revision {
      return formHead.text
    }
    let text = try text(ofDeck: deck).headAlone
    formHead = FormHead(revision: index.library.revision, deck: deck, text: text)
    return text
  }
}

extension DeckText {
  /// Why a block would not be read as it is meant.
  fileprivate func reason(against block: [UInt8], kind: NoteKind) -> String {
    let read = parsedAppending(String(decoding: block, as: UTF8.self))
    let problem =
      read.problems.first { $0.severity == .error }
      ?? read.problems.first { $0.message.contains("never closed") }
    if let problem {
      let message =
        problem.message.hasSuffix(".") ? problem.message.dropLast() : problem.message[...]
      return "\(message): \(problem.nextStep)"
    }
    if kind == .cloze, read.notes.isEmpty {
      return "nothing is hidden yet: put a word in [brackets] or {{c1::braces}}"
    }
    if read.notes.count > 1 { return "this would be read as \(read.notes.count) notes" }
    return "a line of this text would end the card: a heading or comment at its end"
  }
}

extension NoteKind {
  /// The fields of the kinds that every collection has.
  var plainFields: [String] { self == .cloze ? ["Text", "Extra"] : ["Front", "Back"] }

  var form: NoteForm {
    switch self {
    case .basic: .basic
    case .bothWays: .term
    case .cloze: .cloze
    case .typed: .note
    }
  }

  var typeName: String? {
    if case .typed(let name) = self { name } else { nil }
  }
}

extension NoteContent {
  var kind: NoteKind {
    switch form {
    case .basic, .pair, .question: .basic
    case .term, .reversiblePair, .reversibleQuestion: .bothWays
    case .cloze, .highlight: .cloze
    case .note: .typed(typeName ?? "")
    }
  }

  /// The fields are read as they were written, blanks around them apart; a cloze need have no extra.
  func holds(_ wanted: [NoteContent.Field]) -> Bool {
    var wanted = wanted.map { BlockText.normalised($0.value) }
    if form == .cloze || form == .highlight {
      while wanted.count > 1, wanted.last?.isEmpty ?? false { wanted.removeLast() }
    }
    return fields.map { BlockText.normalised($0.value) } == wanted
  }
}
