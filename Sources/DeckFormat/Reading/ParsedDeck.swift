public import StudyDomain

/// What one deck file holds: compact records of its notes and cards, and the tables they index.
///
/// No text of a card is kept; `NoteContent` reads it from the bytes of the note's block on demand.
public struct ParsedDeck: Sendable {
  /// The path as given to the reader.
  public var path: String
  public var frontMatter = FrontMatter()
  /// True when Obsidian's marks were read in this file.
  public var isObsidian = false
  /// In the order of the file; blocks never overlap.
  public var notes: [ParsedNote] = []
  /// In the order of the notes; within a note in the order of its faces.
  public var cards: [ParsedCard] = []
  /// Each sorted and without repetition: tags of the file, its headings and directives together.
  public var tagSets: [[String]] = [[]]
  /// Full deck names that tags set (`a::b`); the empty name at 0 is the file's own deck.
  public var deckNames: [String] = [""]
  /// Heading paths such as `Physics › Waves`; the empty one at 0 is a card without headings above.
  public var contexts: [String] = [""]
  public var problems: [Problem] = []
  /// A merge has left `<<<<<<<` … `>>>>>>>` in the file: the last good version should stay in force.
  public var hasConflictMarkers = false
  /// The other program's format that a file without cards looks like.
  public var looksLike: ForeignFormat?

  public init(path: String) {
    self.path = path
  }

  /// The cards of one note.
  public func cards(of note: ParsedNote) -> ArraySlice<ParsedCard> {
    cards[Int(note.firstCard)..<Int(note.firstCard) + Int(note.cardCount)]
  }
}

/// Where one note stands in its file, and how it was written.
public struct ParsedNote: Hashable, Sendable, BitwiseCopyable {
  /// The first byte of the block in the file as on disk, its directives included.
  public var offset: UInt32
  /// Bytes of the block, without the end of its last line.
  public var length: UInt32
  /// The line of the opener (of the first line of the text, where there is none), from 1.
  public var line: UInt32
  public var firstCard: UInt32
  public var cardCount: UInt32
  /// An index into `ParsedDeck.tagSets`.
  public var tagSet: UInt32
  /// An index into `ParsedDeck.contexts`.
  public var context: UInt32
  /// An index into `ParsedDeck.deckNames`.
  public var deck: UInt32
  public var form: NoteForm
  public var ask: AskMode
  public var flags: Flags

  /// What else a block needs to be read again in the same way.
  public struct Flags: OptionSet, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Obsidian's marks count in it.
    public static let obsidian = Flags(rawValue: 1)
    /// The fields are HTML as Anki stores them.
    public static let html = Flags(rawValue: 2)
    /// A directive pins its id.
    public static let pinned = Flags(rawValue: 4)
  }

  /// The bytes of the block in the file.
  public var byteRange: Range<Int> {
    Int(offset)..<Int(offset) + Int(length)
  }
}

/// One card of a note.
public struct ParsedCard: Hashable, Sendable, BitwiseCopyable {
  public var key: CardKey
  /// An index into `ParsedDeck.notes`.
  public var note: UInt32
  /// The index of the same card in `NoteContent.cards`.
  public var face: UInt32
}

/// The notation in which a note is written.
public enum NoteForm: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  /// `Q:` … `A:` …
  case basic
  /// `T:` … `D:` …, both directions.
  case term
  /// `C:` … with `[x]` or `{{c1::x}}`.
  case cloze
  /// `N: Type` with fields.
  case note
  /// `front :: back`
  case pair
  /// `front ::: back`, both directions.
  case reversiblePair
  /// Lines, `?`, lines.
  case question
  /// Lines, `??`, lines, both directions.
  case reversibleQuestion
  /// A paragraph of an Obsidian file with `==x==`.
  case highlight
}
