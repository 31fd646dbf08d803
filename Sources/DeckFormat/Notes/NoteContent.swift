public import StudyDomain

/// All that one note shows, read from the bytes of its block.
public struct NoteContent: Sendable {
  public var form: NoteForm
  /// In the order of faces: `ParsedCard.face` is an index.
  public var cards: [CardContent]
  /// The fields of a note of a type; of the other forms `Front` and `Back` (`Text` and `Extra` of a
  /// cloze) as written, marks included.
  public var fields: [Field]
  /// The type of an `N:` note.
  public var typeName: String?
  public var tags: [String]
  public var ask: AskMode
  /// What stands after the list of a multiple-choice answer.
  public var explanation: String?
  /// The id that a directive pins.
  public var pinnedID: String?

  /// A named part of a note.
  public struct Field: Hashable, Sendable {
    public var name: String
    /// LF line ends.
    public var value: String
    public var isHTML: Bool

    public init(name: String, value: String, isHTML: Bool = false) {
      self.name = name
      self.value = value
      self.isHTML = isHTML
    }
  }

  /// Reads the bytes of one block as `DeckReader` found it.
  ///
  /// `tags` are those of the note's tag set; `noteTypes` those the reader had, the front matter's
  /// own before them. Cards are empty when the bytes are not those that were read. Whoever reads
  /// many notes hands in the same `scratch`.
  public init(
    block: UnsafeRawBufferPointer, note: ParsedNote, tags: [String] = [],
    noteTypes: NoteTypes = NoteTypes(), scratch: NoteScratch = NoteScratch()
  ) {
    self = block.withMemoryRebound(to: UInt8.self) { bytes in
      var builder = NoteContentBuilder(
        bytes, note: note, tags: tags, noteTypes: noteTypes, scratch: scratch)
      return builder.build()
    }
  }

  /// Reads a block for its fields alone: of their cards most notes have only the keys, which the
  /// reader found, and the templates.
  public init(
    fieldsOf block: UnsafeRawBufferPointer, note: ParsedNote, keys: [CardKey], tags: [String],
    noteTypes: NoteTypes, scratch: NoteScratch
  ) {
    self = block.withMemoryRebound(to: UInt8.self) { bytes in
      var builder = NoteContentBuilder(
        bytes, note: note, tags: tags, noteTypes: noteTypes, scratch: scratch, knownKeys: keys)
      return builder.build()
    }
  }

  public init(
    block: [UInt8], note: ParsedNote, tags: [String] = [], noteTypes: NoteTypes = NoteTypes()
  ) {
    self = block.withUnsafeBytes {
      NoteContent(block: $0, note: note, tags: tags, noteTypes: noteTypes)
    }
  }

  init(form: NoteForm, tags: [String], ask: AskMode) {
    self.form = form
    self.tags = tags
    self.ask = ask
    cards = []
    fields = []
  }
}

/// One card of a note: what it shows, and what the history says of it.
public struct CardContent: Sendable {
  public var text: CardText
  /// The word in JSON: `basic`, `reverse`, `cloze`, `note`.
  public var kind: String
  /// True when the front is HTML throughout, as Anki stores it.
  public var isHTMLFront = false
  public var isHTMLBack = false
  /// What helps before the answer: the hint of a deletion.
  public var hint: String?
  /// The name of the template of an `N:` note; empty for the default one.
  public var template = ""
  /// The number of the deletions that a cloze card asks for; nil for `[x]` and cards of other kinds.
  public var clozeNumber: Int?
  public var key: CardKey
  /// The key that the text alone gives; differs from `key` when an id is pinned.
  public var textKey: CardKey
  /// Equal for texts that differ only in case, blanks, punctuation and compatibility forms.
  public var looseKey: UInt64
  /// Of what is asked: for a cloze the text with its gaps.
  public var frontHash: UInt64
  /// Of the answer: for a cloze what the gaps hide.
  public var backHash: UInt64
  /// What is asked and the answer, a line between them, at most 300 characters: what the history
  /// keeps of a card.
  public var excerpt: String

  /// A hash as the history writes it: sixteen lower-case hex digits.
  public static func hex(_ hash: UInt64) -> String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
