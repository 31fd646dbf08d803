import DeckFormat
import History
import StudyDomain

/// What the history keeps of the cards of a note that was just read back: reading it once more from
/// its file would take as long again.
struct NoteWords: Sendable {
  private struct Card {
    var key: CardKey
    var looseKey: UInt64
    var frontHash: UInt64
    var backHash: UInt64
    var excerpt: String
  }

  /// By their faces.
  private let cards: [Card]
  private let form: NoteForm
  private let flags: ParsedNote.Flags
  private let typeName: String?
  private let type: NoteType

  init(_ content: NoteContent, flags: ParsedNote.Flags, type: NoteType) {
    cards = content.cards.map {
      Card(
        key: $0.key, looseKey: $0.looseKey, frontHash: $0.frontHash, backHash: $0.backHash,
        excerpt: $0.excerpt)
    }
    form = content.form
    self.flags = flags
    typeName = content.typeName
    self.type = type
  }

  /// The event of a card of the library, which is written under `key`; nil where its file may make
  /// something else of the text.
  @MainActor func line(ofCard number: Int, _ key: CardKey, in library: DeckLibrary) -> CardLine? {
    let snapshot = library.snapshot
    let entry = snapshot.cards[number]
    let note = snapshot.notes[Int(entry.note)]
    let face = Int(entry.face)
    guard face < cards.count, cards[face].key == entry.key, note.parsed.form == form,
      note.parsed.flags == flags
    else { return nil }
    if let typeName {
      let file = snapshot.files[Int(note.file)]
      guard !file.hasNoteTypes, library.settings.noteTypes(forFile: file.path)[typeName] == type
      else { return nil }
    }
    let card = cards[face]
    return CardLine(
      key: key, deck: snapshot.decks[snapshot.deck(ofCard: number)].name.text,
      looseKey: card.looseKey, frontHash: card.frontHash, backHash: card.backHash,
      text: card.excerpt)
  }
}
