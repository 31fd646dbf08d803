import AnkiExchange
import DeckFormat

extension NoteBlockWriter {
  /// A note of Anki as it is stored.
  struct Packed: Sendable {
    /// Its fields as they are to be here.
    var note: AnkiNote
    /// Its cards in the package.
    var cards: ArraySlice<AnkiCard>

    var source: Source {
      Source(
        fields: note.fields, tags: ImportPlan.tags(note), ordinals: Set(cards.map(\.ordinal)))
    }
  }

  /// The best blocks of many notes without ids; most need no reading.
  func blocks(_ notes: ArraySlice<Packed>) -> [NoteBlock?] {
    var blocks: [NoteBlock?] = []
    blocks.reserveCapacity(notes.count)
    var waiting: [(place: Int, source: Source)] = []
    for note in notes {
      let block = plainBlock(note)
      if block == nil { waiting.append((blocks.count, note.source)) }
      blocks.append(block)
    }
    for (place, block) in zip(waiting.map(\.place), read(waiting.map(\.source))) {
      blocks[place] = block
    }
    return blocks
  }

  /// The block of a note that need not be read; nil for others.
  func plainBlock(_ note: Packed) -> NoteBlock? {
    let (letters, typed) = plainWriters.both(self)
    var outcome = letters?.block(note) ?? (notation == .typed ? .notLetters : .doubtful)
    if case .notLetters = outcome { outcome = typed?.block(note) ?? .doubtful }
    if case .block(let block) = outcome { return block }
    return nil
  }
}

/// The writers of plain blocks of one type, made when they are first asked for.
final class PlainWriters {
  private var made: (letters: PlainBlockWriter?, typed: PlainBlockWriter?)?

  func both(
    _ writer: NoteBlockWriter
  ) -> (letters: PlainBlockWriter?, typed: PlainBlockWriter?) {
    if let made { return made }
    let hasLetters: Bool =
      switch writer.notation {
      case .basic, .term: true
      case .cloze, .typed: false
      }
    let both = (
      letters: hasLetters ? PlainBlockWriter(writer, asLetters: true) : nil,
      typed: writer.hasPlainNames ? PlainBlockWriter(writer, asLetters: false) : nil
    )
    made = both
    return both
  }
}
