import AnkiExchange
import DeckFormat
import StudyDomain

// Notes that an earlier import brought or an export took out.
extension ImportPlan {
  mutating func addKnown(
    _ note: AnkiNote, _ type: AnkiNoteType, _ cards: ArraySlice<AnkiCard>,
    _ known: ImportLedger.Note
  ) throws {
    let old = Dictionary(
      known.cards.map { ($0.ordinal, $0.key) }, uniquingKeysWith: { one, _ in one })
    let numbers = old.compactMapValues { living($0) }
    let current = numbers.mapValues { snapshot.cards[$0].key }
    func keep() { notes.append(Note(note: note, cards: cards, fate: .known, keys: current)) }
    guard known.fieldHash != Self.fieldHash(note), note.modified > known.modified else {
      report.unchanged += 1
      list(.unchanged, "it came with an earlier import")
      return keep()
    }
    guard type.id == known.typeID else {
      conflict(note, "its type is another one now")
      return keep()
    }
    let held = Dictionary(
      (Array(old.values) + current.values).map { ($0, heldKeys($0)) },
      uniquingKeysWith: { one, _ in one })
    let fields = try fields(of: note)
    let writer = writer(for: type)
    let ordinals = Set(cards.map(\.ordinal))
    guard let first = numbers.min(by: { $0.key < $1.key })?.value else {
      // Perhaps an import that was cut off has written the text already.
      if let block = writer.block(
        .init(fields: fields, tags: [], ordinals: ordinals), id: nil),
        block.keys.values.allSatisfy({ snapshot.card(of: $0) != nil && !claimed.contains($0) })
      {
        claimed.formUnion(block.keys.values)
        report.updated += 1
        list(.updated, "its new text is here, its history follows")
        notes.append(
          Note(
            note: note, cards: cards, fate: .relinked(held: held, old: old), keys: block.keys,
            contentHash: block.contentHash))
        return
      }
      conflict(note, "its text here was changed or taken out")
      return
    }
    let number = Int(snapshot.cards[first].note)
    // A text that cannot be read at this moment is not written over.
    let content = try? index.library.content(ofNote: number)
    let file = snapshot.files[Int(snapshot.notes[number].file)]
    guard let content, content.fieldHash == known.contentHash, !file.hasConflictMarkers else {
      conflict(note, "it changed in \(file.path) too")
      return keep()
    }
    let own = Set(snapshot.cards(ofNote: number).map { snapshot.cards[$0].key })
    let tags = content.tags + Self.tags(note).filter { !content.tags.contains($0) }
    for id in [content.pinnedID, Self.pin(note)] {
      guard
        let block = writer.block(
          .init(fields: fields, tags: tags, ordinals: ordinals), id: id)
      else {
        return skip(note, "its front is empty now, so it would make no card")
      }
      let others = block.keys.values.filter { !own.contains($0) }
      let isTaken = others.contains { snapshot.card(of: $0) != nil || coming.contains($0) }
      if isTaken { continue }
      take(block)
      report.updated += 1
      list(.updated, "it changed in the file only")
      report.trimmedFields += block.trimmed
      notes.append(
        Note(
          note: note, cards: cards,
          fate: .updated(library: number, text: block.text, held: held, old: current),
          keys: block.keys, contentHash: block.contentHash))
      return
    }
    skip(note, "a note with its text and id is here already")
  }
}
