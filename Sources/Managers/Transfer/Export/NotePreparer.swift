import AnkiExchange
import DeckFormat
import History
import StudyDomain

/// Makes of notes what hangs on nothing but themselves, on many threads at once: fields, tags, rows
/// of cards and of the log.
///
/// Ids of what Anki does not know, decks and files are for the caller.
///
/// Not everything in it is Sendable, but nothing changes while it is at work: the main actor waits.
struct NotePreparer: @unchecked Sendable {
  let snapshot: LibrarySnapshot
  let settings: CollectionSettings
  let history: History
  let calendar: StudyCalendar
  let numbers: CardNumbers
  let known: KnownNotes
  let cards: CardExport
  /// By guid: what neither text nor directives hold.
  let originals: [String: AnkiOriginals.Note]
  let hasHistory: Bool
  /// Seconds: of notes that have changed.
  let now: Int64

  /// A note as far as it is made: an object, because notes go through several hands.
  ///
  /// One thread has it at a time.
  final class Prepared: @unchecked Sendable {
    let text: ExportText
    /// Its cards that are no duplicates.
    let living: [Int]
    let states: [CardState]
    let tags: [String]
    let eventTags: [String]
    /// Nil where files or types of our own are to be asked for; all else is empty then.
    var shape: NoteShapes.Shape?
    /// Without its guid and id, where Anki does not know it.
    var note: AnkiNote?
    /// True when Anki has the note so already.
    var isUnchanged = false
    var cards: [Card] = []

    init(
      text: ExportText, living: [Int], states: [CardState], tags: [String], eventTags: [String]
    ) {
      self.text = text
      self.living = living
      self.states = states
      self.tags = tags
      self.eventTags = eventTags
    }
  }

  /// A card of a note.
  struct Card: Sendable {
    var number: Int
    /// Without the deck, and without ids where Anki does not know it.
    var row: AnkiCard
    var key: CardKey
    /// The decks that it came from.
    var deck: String?
    var homeDeck: String?
    /// Nothing has happened to its schedule since the import.
    var isUntouched: Bool
    /// Its answers, in the list of the piece.
    var reviews: Range<Int>
  }

  /// What one thread made.
  struct Piece: Sendable {
    /// Nil for a text that cannot be read.
    var notes: [Prepared?] = []
    var reviews: [AnkiReview] = []
  }

  /// Makes what can be made of a note; `rows` has what is known of its cards.
  func prepare(
    _ number: Int, _ text: ExportText, _ rows: OriginalRows, _ shapes: inout NoteShapes,
    into reviews: inout [AnkiReview]
  ) throws -> Prepared {
    let living = snapshot.cards(ofNote: number).filter { !snapshot.cards[$0].isDuplicate }
    let states = living.map { card in
      numbers.id(ofCard: card).map { history.state(of: $0) } ?? CardState()
    }
    let tags = Self.tags(of: text.content, states)
    let remembered = known[number]
    let prepared = Prepared(
      text: text, living: living, states: states, tags: tags.all, eventTags: tags.events)
    guard !living.isEmpty else { return prepared }
    prepared.shape = shapes.shape(of: text, remembered, folder: folder(ofNote: number))
    finish(prepared, as: remembered)
    prepared.cards = try cards(
      of: prepared, remembered, deck: Int(snapshot.notes[number].deck), rows, into: &reviews)
    return prepared
  }

  /// Makes the row of a note whose shape is known.
  func finish(_ prepared: Prepared, as remembered: ImportLedger.Note?) {
    guard let shape = prepared.shape else { return }
    var note = AnkiNote(
      id: remembered?.id ?? 0, guid: remembered?.guid ?? "", noteTypeID: shape.type.id,
      modified: 0, tags: prepared.tags, fields: shape.fields)
    prepared.isUnchanged =
      remembered.map { restore(&note, as: $0, events: prepared.eventTags) } ?? false
    note.modified =
      prepared.isUnchanged
      ? remembered?.modified ?? 0 : max(now, (remembered?.modified ?? 0) + 1)
    prepared.note = note
  }

  private static func tags(
    of content: NoteContent, _ states: [CardState]
  ) -> (all: [String], events: [String]) {
    var events: [String] = []
    if states.contains(where: \.isLeech) { events.append("leech") }
    if states.contains(where: \.isMarked) { events.append("marked") }
    guard !(content.tags.isEmpty && events.isEmpty) else { return ([], []) }
    let own = content.tags.map { tag in
      String(tag.map { $0 == " " || $0 == "\u{3000}" ? "_" : $0 })
    }
    return (own + events, events)
  }

  /// Gives a note what neither its text nor its directives can hold, where it is still that note;
  /// true when Anki has it so already.
  private func restore(
    _ note: inout AnkiNote, as remembered: ImportLedger.Note, events: [String]
  ) -> Bool {
    guard remembered.typeID == note.noteTypeID else { return false }
    if let original = originals[note.guid] {
      var candidate = note
      let values = note.fields
      if original.blanks.count == 2 * values.count {
        candidate.fields = values.enumerated().map { place, value in
          original.blanks[2 * place] + value + original.blanks[2 * place + 1]
        }
      }
      if let tags = original.tags {
        candidate.joinedTags = tags
        if ImportPlan.eventTags(candidate) != events {
          let others = candidate.tags.filter { !["marked", "leech"].contains($0.lowercased()) }
          candidate.tags = others + events
        }
      }
      if ImportPlan.fieldHash(candidate) == remembered.fieldHash {
        note = candidate
        return remembered.eventTags == events
      }
    }
    guard ImportPlan.fieldHash(note) == remembered.fieldHash else { return false }
    return remembered.eventTags == events
  }

  /// The answers of a card that the history has in force, about.
  func answerCount(ofCard card: Int) -> Int {
    guard let id = numbers.id(ofCard: card) else { return 0 }
    return history.answerCount(of: id)
  }

  /// The folder of a note's file, below the collection.
  func folder(ofNote number: Int) -> String {
    let path = snapshot.files[Int(snapshot.notes[number].file)].path
    return path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
  }
}
