import DeckFormat
import StudyDomain

/// A note apart from its file: all that another collection needs to have the same one.
struct NoteTranscript: Hashable, Sendable {
  var form: NoteForm
  var ask: AskMode
  /// As written, marks included.
  var fields: [NoteContent.Field]
  /// All tags in force.
  var tags: [String]
  /// What a directive pins.
  var id: String?
  /// Of an `N:` note.
  var typeName: String?
  /// Of its cards as far as they are known, in the order of their faces.
  var keys: [CardKey]

  init(
    form: NoteForm, ask: AskMode, fields: [NoteContent.Field], tags: [String], id: String?,
    typeName: String?, keys: [CardKey]
  ) {
    self.form = form
    self.ask = ask
    self.fields = fields
    self.tags = tags
    self.id = id
    self.typeName = typeName
    self.keys = keys
  }

  init(_ content: NoteContent) {
    self.init(
      form: content.form, ask: content.ask, fields: content.fields, tags: content.tags,
      id: content.pinnedID, typeName: content.typeName, keys: content.cards.map(\.key))
  }
}

/// A note that comes in our own notation, with what its file says of single cards.
struct ExactNote: Sendable {
  var transcript: NoteTranscript
  var block: NoteBlock
  /// By the number in Anki of the cards that are marked, and of those that are leeches; nil where
  /// the note's tags say it.
  var marked: Set<Int>?
  var leeches: Set<Int>?
}
