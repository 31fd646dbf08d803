import DeckFormat
import FileStorage
import History
public import StudyDomain

// Writing notes from forms, and from text as decks hold it.
extension FlashcardManager {
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

  /// Adds notes that are written as decks hold them; `tags` go above each of them.
  ///
  /// Returns the keys of their cards. Throws, with nothing written, where the text holds no cards, or
  /// more than cards that are read in the deck as they are by themselves.
  public func add(written text: String, to deck: DeckName, tags: [String] = []) throws -> [CardKey]
  {
    guard deck.isUsable else { throw NoteChangeError.badDeckName(deck.text) }
    var file = try self.text(ofDeck: deck)
    let alone = file.headAlone.parsedAppending(text)
    if let problem = alone.problems.first(where: { $0.severity == .error }) {
      throw NoteChangeError.unreadable(reason: "\(problem.message) \(problem.nextStep)")
    }
    guard !alone.notes.isEmpty else {
      throw NoteChangeError.unreadable(reason: "no card is written there: Q: and A: make one")
    }
    let keys = alone.notes.map { note in alone.cards(of: note).map(\.key) }
    if let same = keys.joined().compactMap({ snapshot.card(of: $0) }).first {
      throw NoteChangeError.unreadable(reason: "the same card is in \(place(ofCard: same))")
    }
    guard let new = file.add(written: text, keys: keys) else {
      throw NoteChangeError.unreadable(
        reason: "in \(file.path) this text would be read as part of other cards")
    }
    if !tags.isEmpty {
      var wanted = file.readings
      let blocks = new.map { note in
        var directives = BlockDirectives(block: file.block(note), lineEnd: file.lineEnd)
        directives.add(tags: tags.filter { !wanted[note].tags.contains($0) })
        wanted[note].tags = Set(wanted[note].tags + tags).sorted {
          $0.utf8.lexicographicallyPrecedes($1.utf8)
        }
        return (note: note, block: directives.block)
      }
      guard file.replace(blocks, wanted: wanted) else {
        throw NoteChangeError.badTag(
          tags.joined(separator: " "), reason: "it cannot stand above these cards")
      }
    }
    try perform("added \(keys.count == 1 ? "a note" : "\(keys.count) notes")", [file])
    return Array(keys.joined())
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
    let content = text.content(place)
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
    let pairs = NotePairing(before: content, after: read.content).pairs
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
}
