import DeckFormat
import StudyDomain

/// Reads files in our own syntax, each note as the block that it is.
enum NativeReader {
  static func read(_ bytes: [UInt8], path: String) -> NeighbourDeck {
    var deck = NeighbourDeck(path: path, format: .native)
    let parsed = DeckReader().read(bytes, path: path)
    deck.problems = parsed.problems
    deck.name = parsed.frontMatter.deckName.map { DeckName($0) }
    for note in parsed.notes {
      let block = String(decoding: bytes[note.byteRange], as: UTF8.self)
      var own = NeighbourNote(
        .block(block, keys: parsed.cards(of: note).map(\.key)), line: Int(note.line))
      own.tags = parsed.tagSets[Int(note.tagSet)]
      deck.notes.append(own)
    }
    return deck
  }
}

extension HashcardsHistory {
  /// Gives the notes of a native deck what hashcards knows of their cards; returns the hashes that
  /// were found.
  public func attach(to deck: inout NeighbourDeck, _ bytes: [UInt8]) -> Set<String> {
    let hashes = HashcardsScan.hashes(SourceLines(bytes))
    var found: Set<String> = []
    for number in deck.notes.indices {
      guard let own = hashes[deck.notes[number].line],
        case .block(_, let keys) = deck.notes[number].content
      else { continue }
      let known = own.filter { pasts[$0] != nil }
      guard !known.isEmpty else { continue }
      found.formUnion(known)
      guard own.count == keys.count else {
        deck.problems.append(
          Problem(
            .warning, path: deck.path, line: deck.notes[number].line,
            message: "hashcards makes \(own.count) cards of this note, deckle \(keys.count).",
            nextStep: "Their history stays behind; escape brackets that are no gaps as \\[ and \\]."
          ))
        continue
      }
      deck.notes[number].pasts = own.map { pasts[$0] }
    }
    return found
  }
}
