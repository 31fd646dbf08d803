import DeckFormat
import FileStorage
import History
public import StudyDomain

// Notes as forms hold them: what can be written, what would come of it, and writing it.
extension FlashcardManager {
  /// The head of a file, to read drafts with as the whole file would be read.
  struct FormHead {
    var revision: Int
    var deck: DeckName
    var text: DeckText
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
    let (text, place) = try file(ofNoteOf: card)
    let content = text.content(place)
    let own = BlockDirectives(block: text.block(place)).tags
    return NoteDraft(
      deck: snapshot.decks[snapshot.deck(ofCard: card)].name, kind: content.kind,
      fields: fields(of: content, text).map { NoteDraft.Field($0.name, $0.value) }, tags: own)
  }

  /// The fields of a note, those of its type that are empty so far among them.
  private func fields(of content: NoteContent, _ text: DeckText) -> [NoteContent.Field] {
    var fields = content.fields
    let names =
      content.kind == .cloze
      ? content.kind.plainFields : content.typeName.flatMap { text.noteTypes[$0]?.fields } ?? []
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

  private func place(ofCard card: Int) -> String { place(ofNote: Int(snapshot.cards[card].note)) }

  private func place(ofNote note: Int) -> String {
    let entry = snapshot.notes[note]
    return "\(snapshot.decks[Int(entry.deck)].name.text) "
      + "(\(snapshot.files[Int(entry.file)].path):\(entry.parsed.line))"
  }

  /// A draft as a block, read back.
  private struct Reading {
    var block: [UInt8]
    var content: NoteContent
  }

  /// Throws `unreadable` with the reason where the draft would not be read as it is meant.
  private func reading(_ draft: NoteDraft, editing card: Int?) throws -> Reading {
    let head: DeckText
    let block: [UInt8]
    let wanted: [NoteContent.Field]
    var form = draft.kind.form
    if let card {
      let (text, place) = try file(ofNoteOf: card)
      let content = text.content(place)
      form = content.form
      wanted = try changed(draft, from: content, text)
      guard
        let changed = BlockText.changing(
          text.block(place), of: text.parsed.notes[place], content, to: wanted)
      else {
        throw NoteChangeError.unreadable(
          reason: "the note is written on one line, which holds no line ends")
      }
      block = tagged(changed, as: draft.tags, lineEnd: text.lineEnd)
      head = text.headAlone
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
  private func changed(
    _ draft: NoteDraft, from content: NoteContent, _ text: DeckText
  ) throws -> [NoteContent.Field] {
    fields(of: content, text).enumerated().compactMap { place, field in
      var field = field
      let isNew = place >= content.fields.count
      if let new = draft.fields.first(where: { $0.name == field.name })?.text { field.value = new }
      return isNew && field.value.isEmpty ? nil : field
    }
  }

  // MARK: Writing

  /// Adds a note to its deck; the deck's file is made where there is none.
  ///
  /// Returns the keys of its cards. Throws, with nothing written, `NoteChangeError` where the text
  /// would not be read as it is meant, or where the very card is there already.
  @discardableResult
  public func add(_ draft: NoteDraft) throws -> [CardKey] {
    guard draft.deck.isUsable else { throw NoteChangeError.badDeckName(draft.deck.text) }
    let read = try reading(draft, editing: nil)
    let keys = read.content.cards.map(\.key)
    if let same = keys.compactMap({ snapshot.card(of: $0) }).first {
      throw NoteChangeError.unreadable(reason: "the same card is in \(place(ofCard: same))")
    }
    var text = try self.text(ofDeck: draft.deck)
    let added = text.add([String(decoding: read.block, as: UTF8.self)]) { readings, contents in
      readings.count == 1 && readings[0].keys == keys && contents[0].fields == read.content.fields
    }
    guard added != nil else {
      throw NoteChangeError.unreadable(
        reason: "in \(text.path) this text would be read as part of other cards")
    }
    try perform("added \(title(read.content))", [text])
    return keys
  }

  /// What saving an edited note came to.
  public enum SavedNote: Hashable, Sendable {
    case unchanged
    /// The card has the key now; nil where it is no longer among the note's cards.
    case saved(card: CardKey?, cards: Int)
  }

  /// Writes an edited note in its place and form; its history follows its cards.
  ///
  /// In another deck it stands at the end. Throws, with nothing written, as `add` does.
  public func save(_ draft: NoteDraft, of card: Int) throws -> SavedNote {
    guard draft.deck.isUsable else { throw NoteChangeError.badDeckName(draft.deck.text) }
    index.refresh()
    let read = try reading(draft, editing: card)
    let ticket = beginEdit(ofCard: card)
    let before = snapshot.cards(ofNote: Int(snapshot.cards[card].note)).map {
      snapshot.cards[$0].key
    }
    var (text, place) = try file(ofNoteOf: card)
    let isMoved = snapshot.decks[snapshot.deck(ofCard: card)].name != draft.deck
    guard isMoved || text.block(place) != read.block else { return .unchanged }
    let keys = read.content.cards.map(\.key)
    if let taken = keys.filter({ !before.contains($0) }).compactMap({ snapshot.card(of: $0) }).first
    {
      throw NoteChangeError.unreadable(reason: "the same card is in \(self.place(ofCard: taken))")
    }
    var files: [DeckText] = []
    if isMoved {
      var target = try self.text(ofDeck: draft.deck)
      let added = target.add([String(decoding: read.block, as: UTF8.self)]) { readings, _ in
        readings.count == 1 && readings[0].keys == keys
      }
      guard added != nil, text.remove([place]) else {
        throw NoteChangeError.cannotMove(path: text.path, line: ticket.line, deck: draft.deck.text)
      }
      files = [target, text]
    } else {
      let isReplaced = text.replace(place, with: read.block) { reading, content in
        reading.keys == keys && content.fields == read.content.fields
      }
      guard isReplaced else {
        throw NoteChangeError.unreadable(
          reason: "in \(text.path) this text would be read as part of other cards")
      }
      files = [text]
    }
    let pairs = NotePairing(before: before, after: keys).pairs
    try texts.perform(
      "edited \(title(read.content))", files.compactMap { $0.change(in: index.library.folder) }
    ) {
      relinks(pairs, held: ticket.held)
    }
    let key = keys.contains(ticket.card) ? ticket.card : pairs.first { $0.old == ticket.card }?.new
    return .saved(card: key, cards: keys.count)
  }

  /// The first words of a note, for what is said of it.
  private func title(_ content: NoteContent) -> String {
    let line = (content.fields.first?.value ?? "").split { $0.isNewline }.first ?? ""
    return "'\(line.count > 40 ? line.prefix(39) + "…" : line)'"
  }

  // MARK: Files

  /// The file of a card's note, and the note's place in it.
  private func file(ofNoteOf card: Int) throws -> (text: DeckText, place: Int) {
    let note = Int(snapshot.cards[card].note)
    let file = Int(snapshot.notes[note].file)
    return (try text(ofFile: file), note - snapshot.files[file].notes.lowerBound)
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
      let message = problem.message.hasSuffix(".") ? problem.message.dropLast() : problem.message[...]
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
