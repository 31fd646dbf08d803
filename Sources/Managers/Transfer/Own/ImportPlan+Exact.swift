import AnkiExchange
import DeckFormat
import StudyDomain

// Notes that come in our own notation: found by the keys of their cards, then by their guid.
extension ImportPlan {
  mutating func addExact(
    _ note: AnkiNote, _ cards: ArraySlice<AnkiCard>, _ deck: DeckName, _ own: ExactNote
  ) {
    let keys = own.block.keys
    let here = keys.values.filter { snapshot.card(of: $0) != nil }
    if here.count == keys.count { return keepExact(note, cards, own) }
    if let known = ledger.notes[note.guid] {
      return addKnownExact(note, cards, deck, own, known)
    }
    if keys.values.allSatisfy({ coming.contains($0) }) {
      return skip(note, "the same text stands here twice")
    }
    guard here.isEmpty, !keys.values.contains(where: { coming.contains($0) }) else {
      return addPinned(note, cards, deck, own)
    }
    addNew(note, cards, deck, own.block)
  }

  /// All of it is here: only answers are added, and what the source says of cards that nobody has
  /// brought yet.
  private mutating func keepExact(_ note: AnkiNote, _ cards: ArraySlice<AnkiCard>, _ own: ExactNote)
  {
    let keys = own.block.keys
    report.unchanged += 1
    let isFree = keys.values.allSatisfy { !claimed.contains($0) }
    list(.unchanged, isFree ? "its text is here already" : "it came with an earlier import")
    claimed.formUnion(keys.values)
    notes.append(
      Note(
        note: note, cards: cards, fate: isFree ? .adopted : .known, keys: keys,
        contentHash: own.block.contentHash))
  }

  /// Half of it is here: an id tells the whole apart.
  private mutating func addPinned(
    _ note: AnkiNote, _ cards: ArraySlice<AnkiCard>, _ deck: DeckName, _ own: ExactNote
  ) {
    var transcript = own.transcript
    transcript.keys = []
    guard transcript.id == nil else {
      return skip(note, "a note with its text and id is here already")
    }
    transcript.id = Self.pin(note)
    let writer = TranscriptWriter(noteTypes: registry.noteTypes)
    guard let block = writer.block(transcript),
      !block.keys.values.contains(where: { snapshot.card(of: $0) != nil || coming.contains($0) })
    else { return skip(note, "a note with its text and id is here already") }
    addNew(note, cards, deck, block)
  }

  /// An earlier import brought it, and its text is another one now on one side or both.
  private mutating func addKnownExact(
    _ note: AnkiNote, _ cards: ArraySlice<AnkiCard>, _ deck: DeckName, _ own: ExactNote,
    _ known: ImportLedger.Note
  ) {
    let old = Dictionary(
      known.cards.map { ($0.ordinal, $0.key) }, uniquingKeysWith: { one, _ in one })
    let numbers = old.compactMapValues { living($0) }
    let current = numbers.mapValues { snapshot.cards[$0].key }
    func keep() { notes.append(Note(note: note, cards: cards, fate: .known, keys: current)) }
    guard let first = numbers.min(by: { $0.key < $1.key })?.value else {
      // A text has no other proof of a note than what is here: what is gone comes again.
      if matcher != nil { return addNew(note, cards, deck, own.block) }
      report.unchanged += 1
      list(.unchanged, "it came with an earlier import and was taken out")
      return keep()
    }
    guard known.contentHash != own.block.contentHash else {
      report.unchanged += 1
      list(.unchanged, "it came with an earlier import and was changed here")
      return keep()
    }
    let number = Int(snapshot.cards[first].note)
    // A text that cannot be read at this moment is not written over.
    let content = try? index.library.content(ofNote: number)
    let file = snapshot.files[Int(snapshot.notes[number].file)]
    guard let content, content.fieldHash == known.contentHash, content.form.isBlock,
      !file.hasConflictMarkers
    else {
      conflict(note, "it changed in \(file.path) too")
      return keep()
    }
    let ours = Set(snapshot.cards(ofNote: number).map { snapshot.cards[$0].key })
    let isTaken = own.block.keys.values.contains {
      !ours.contains($0) && (snapshot.card(of: $0) != nil || coming.contains($0))
    }
    guard !isTaken else { return skip(note, "a note with its text and id is here already") }
    take(own.block)
    report.updated += 1
    list(.updated, "it changed in the file only")
    let held = Dictionary(
      (Array(old.values) + current.values).map { ($0, heldKeys($0)) },
      uniquingKeysWith: { one, _ in one })
    notes.append(
      Note(
        note: note, cards: cards,
        fate: .updated(library: number, text: own.block.text, held: held, old: current),
        keys: own.block.keys, contentHash: own.block.contentHash))
  }
}
