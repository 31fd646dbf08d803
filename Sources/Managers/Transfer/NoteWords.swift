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

  private let store: WordStore
  /// Its cards in the store, by their faces.
  private let places: Range<Int>
  private let common: Common

  private init(_ store: WordStore, _ places: Range<Int>, _ common: Common) {
    self.store = store
    self.places = places
    self.common = common
  }

  /// What is known of one note, before many are put together.
  struct Draft: Sendable {
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
  }

  /// A note that stands alone.
  init(_ draft: Draft) {
    self.init(WordStore([draft.cards]), draft.cards.indices, draft.common)
  }

  /// The words of many notes in one store.
  static func together(_ drafts: [Draft?]) -> [NoteWords?] {
    let store = WordStore(drafts.map { $0?.cards ?? [] })
    var start = 0
    return drafts.map { draft in
      guard let draft else { return nil }
      let places = start..<start + draft.cards.count
      start = places.upperBound
      return NoteWords(store, places, draft.common)
    }
  }

  /// The event of a card of the library, which is written under `key`; nil where its file may make
  /// something else of the text.
  @MainActor func line(ofCard number: Int, _ key: CardKey, in library: DeckLibrary) -> CardLine? {
    let snapshot = library.snapshot
    let entry = snapshot.cards[number]
    let note = snapshot.notes[Int(entry.note)]
    let place = places.lowerBound + Int(entry.face)
    guard place < places.upperBound, store.cards[place].key == entry.key,
      note.parsed.form == common.form, note.parsed.flags == common.flags
    else { return nil }
    if let typeName = common.typeName {
      let file = snapshot.files[Int(note.file)]
      guard !file.hasNoteTypes,
        library.settings.noteTypes(forFile: file.path)[typeName] == common.type
      else { return nil }
    }
    let card = store.cards[place]
    return CardLine(
      key: key, deck: snapshot.decks[snapshot.deck(ofCard: number)].name.text,
      looseKey: card.looseKey, frontHash: card.frontHash, backHash: card.backHash,
      text: store.excerpt(place))
  }
}
