public import DeckFormat
public import FileStorage
public import StudyDomain

/// All decks, notes and cards of a collection at one moment; their texts stay on disk.
public struct LibrarySnapshot: Sendable {
  /// Sorted by path.
  public internal(set) var files: [LibraryFile] = []
  /// Sorted by name, so that parents come first and each deck is followed by its subtree; parents
  /// that no file makes are here too.
  public internal(set) var decks: [LibraryDeck] = []
  /// In the order of files, then of their place.
  public internal(set) var notes: Records<LibraryNote> = []
  /// In the order of notes; a text that stands twice is here twice, the later one a duplicate.
  public internal(set) var cards: Records<LibraryCard> = []
  public internal(set) var tagSets: [[String]] = [[]]
  public internal(set) var contexts: [String] = [""]
  /// What could not be read, in the order of files.
  public internal(set) var problems: [Problem] = []
  /// Paths of copies that a synchroniser or merge left, sorted as found.
  var conflictCopies: [String] = []
  /// Cards that are no duplicates, sorted by the hash of their key.
  var byKey: Records<Int32> = []
  /// How it differs from the snapshot before; nil for a first one.
  var change: Change?
  /// Tells sets of living texts and their order apart.
  var livingHash: UInt64 = 0

  public init() {}

  /// What a reload changed.
  struct Change: Sendable {
    /// By file: its number in the snapshot before, where it was not read anew.
    var keptFrom: [Int?] = []
    /// The first card of each file of the snapshot before.
    var firstCards: [Int] = []
    /// Texts that no deck holds any more.
    var gone: [CardKey] = []
    /// Texts that are new.
    var come: [CardKey] = []

    /// All files and texts are as they were.
    static func nothing(of snapshot: LibrarySnapshot) -> Change {
      var change = Change()
      change.keptFrom = snapshot.files.indices.map { $0 }
      change.firstCards = snapshot.files.map { snapshot.cards(ofFile: $0).lowerBound }
      return change
    }
  }

  /// The cards of a file, duplicates included.
  func cards(ofFile file: Int) -> Range<Int> {
    cards(ofFile: files[file])
  }

  func cards(ofFile file: LibraryFile) -> Range<Int> {
    let notes = file.notes
    guard let first = notes.first, let last = notes.last else { return 0..<0 }
    return Int(
      self.notes[first].firstCard)..<Int(
        self.notes[last].firstCard + self.notes[last].cardCount)
  }

  /// The card of a text; nil when no deck holds it.
  ///
  /// Any `~2` of the key is left aside.
  public func card(of key: CardKey) -> Int? {
    var low = 0
    var high = byKey.count
    while low < high {
      let middle = (low + high) / 2
      if cards[Int(byKey[middle])].key.hash < key.hash {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low < byKey.count else { return nil }
    let index = Int(byKey[low])
    return cards[index].key == key.base ? index : nil
  }

  public func deck(named name: DeckName) -> Int? {
    decks.firstIndex { $0.name == name }
  }

  /// The keys of all living texts, each once.
  public var livingKeys: [CardKey] {
    byKey.map { cards[Int($0)].key }
  }

  /// The number of cards, each text once.
  public var cardCount: Int {
    byKey.count
  }

  public func deck(ofCard card: Int) -> Int {
    Int(notes[Int(cards[card].note)].deck)
  }

  public func note(ofCard card: Int) -> LibraryNote {
    notes[Int(cards[card].note)]
  }

  /// The cards of a note.
  public func cards(ofNote note: Int) -> Range<Int> {
    Int(notes[note].firstCard)..<Int(notes[note].firstCard) + Int(notes[note].cardCount)
  }
}

/// One deck file.
public struct LibraryFile: Hashable, Sendable {
  /// Below the collection, with `/`.
  public var path: String
  public var signature: FileSignature
  /// When the file was looked at before it was read.
  var readNanoseconds: Int64
  /// Of the bytes that were read; zero for a file that could not be.
  var contentHash: UInt64
  /// The deck of cards that name no other.
  public var deck: Int
  /// The file's notes, a range of the snapshot's.
  public var notes: Range<Int>
  /// A merge left its markers; the version above them is in force.
  public var hasConflictMarkers: Bool
  /// The front matter holds note types: reading a note needs them.
  public var hasNoteTypes: Bool
  /// What the file could not be read for.
  public var problems: [Problem]
  var deckName: String
  var options: [String: OptionValue]
}

/// One deck: a file's, or a parent that only holds others.
public struct LibraryDeck: Hashable, Sendable {
  public var name: DeckName
  /// The index of the parent; nil at the top.
  public var parent: Int?
  /// 0 at the top.
  public var depth: Int
  /// The file whose front matter counts: the first by path; nil for a parent without one.
  public var file: Int?
}

/// Where a note stands.
public struct LibraryNote: Sendable, BitwiseCopyable {
  public var file: Int32
  public var deck: Int32
  public var firstCard: Int32
  public var cardCount: Int32
  /// Indexes into the snapshot's tables.
  public var tagSet: Int32
  public var context: Int32
  /// As the reader found it, with its own indexes: what `NoteContent` needs.
  public var parsed: ParsedNote
}

/// One card of a note.
public struct LibraryCard: Sendable, BitwiseCopyable {
  public var key: CardKey
  public var note: Int32
  /// Which of its note's cards, from 0.
  public var face: UInt16
  /// Another text with this key stands earlier; this one is not asked.
  public var isDuplicate: Bool
}
