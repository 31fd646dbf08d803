import DeckFormat
import History
import StudyDomain

/// What the history keeps of the cards of a note that was just read back: reading it once more from
/// its file would take as long again.
struct NoteWords: Sendable {
  /// What the notes of one type have in common.
  final class Common: Sendable {
    let form: NoteForm
    let flags: ParsedNote.Flags
    let typeName: String?
    let type: NoteType

    init(form: NoteForm, flags: ParsedNote.Flags = [], typeName: String?, type: NoteType) {
      self.form = form
      self.flags = flags
      self.typeName = typeName
      self.type = type
    }
  }

  /// By their faces.
  let cards: [DraftNote.Card]
  let common: Common

  /// Cards that were worked out.
  init(_ cards: [DraftNote.Card], _ common: Common) {
    self.cards = cards
    self.common = common
  }

  /// Cards that were read back.
  init(_ content: NoteContent, flags: ParsedNote.Flags, type: NoteType) {
    cards = content.cards.enumerated().map { face, card in
      DraftNote.Card(
        key: card.key, looseKey: card.looseKey, frontHash: card.frontHash,
        backHash: card.backHash, excerpt: card.excerpt, place: face)
    }
    common = Common(form: content.form, flags: flags, typeName: content.typeName, type: type)
  }

  /// The event of a card of the library, which is written under `key`; nil where its file may make
  /// something else of the text.
  @MainActor func line(ofCard number: Int, _ key: CardKey, in library: DeckLibrary) -> CardLine? {
    let snapshot = library.snapshot
    let entry = snapshot.cards[number]
    let note = snapshot.notes[Int(entry.note)]
    let face = Int(entry.face)
    guard face < cards.count, cards[face].key == entry.key, note.parsed.form == common.form,
      note.parsed.flags == common.flags
    else { return nil }
    if let typeName = common.typeName {
      let file = snapshot.files[Int(note.file)]
      guard !file.hasNoteTypes,
        library.settings.noteTypes(forFile: file.path)[typeName] == common.type
      else { return nil }
    }
    let card = cards[face]
    return CardLine(
      key: key, deck: snapshot.decks[snapshot.deck(ofCard: number)].name.text,
      looseKey: card.looseKey, frontHash: card.frontHash, backHash: card.backHash,
      text: card.excerpt)
  }
}
