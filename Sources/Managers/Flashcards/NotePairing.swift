import DeckFormat
import StudyDomain

/// Finds which card of an edited note was which before the edit.
struct NotePairing {
  /// A text that went, and the one that came in its place.
  struct Pair: Hashable {
    var old: CardKey
    var new: CardKey
  }

  private(set) var pairs: [Pair] = []

  init(ticket: FlashcardManager.EditTicket, after: LibrarySnapshot) {
    let before = ticket.before
    let path = before.files[Int(before.notes[ticket.note].file)].path
    guard let file = after.files.first(where: { $0.path == path }) else { return }
    let oldFile = before.files[Int(before.notes[ticket.note].file)]
    let old = Self.cards(of: ticket.note, in: before)
    let kept = Set(old)
    // The same note, unchanged or with some of its cards changed (a deletion more or less).
    for note in file.notes where !kept.isDisjoint(with: Self.cards(of: note, in: after)) {
      pair(old, Self.cards(of: note, in: after))
      return
    }
    let wanted = ticket.note - oldFile.notes.lowerBound
    let oldNotes = oldFile.notes.map { Self.cards(of: $0, in: before) }
    let newNotes = file.notes.map { Self.cards(of: $0, in: after) }
    if let place = Self.counterpart(of: wanted, oldNotes, newNotes) { pair(old, newNotes[place]) }
  }

  /// The cards of a note before and after an edit: by what they hide, by their number or template,
  /// and where as many went as came by their place.
  init(before: NoteContent, after: NoteContent) {
    var gone = before.cards.filter { card in !after.cards.contains { $0.key == card.key } }
    var come = after.cards.filter { card in !before.cards.contains { $0.key == card.key } }
    let rules: [(CardContent, CardContent) -> Bool] = [
      { $0.kind == $1.kind && $0.template == $1.template && $0.backHash == $1.backHash },
      { $0.clozeNumber != nil && $0.clozeNumber == $1.clozeNumber },
      { $0.kind != "cloze" && $0.kind == $1.kind && $0.template == $1.template },
    ]
    for isSame in rules {
      for old in gone {
        guard let place = come.firstIndex(where: { isSame(old, $0) }) else { continue }
        pairs.append(Pair(old: old.key, new: come.remove(at: place).key))
        gone.removeAll { $0.key == old.key }
      }
    }
    guard gone.count == come.count else { return }
    pairs += zip(gone, come).map { Pair(old: $0.key, new: $1.key) }
  }

  private static func cards(of note: Int, in library: LibrarySnapshot) -> [CardKey] {
    library.cards(ofNote: note).map { library.cards[$0].key }
  }

  /// The new note at the same place between the nearest unchanged neighbours.
  private static func counterpart(
    of wanted: Int, _ old: [[CardKey]], _ new: [[CardKey]]
  ) -> Int? {
    var places: [[CardKey]: Int] = [:]
    for (place, cards) in new.enumerated() { places[cards] = place }
    let before = old[..<wanted].last { places[$0] != nil }.flatMap { places[$0] } ?? -1
    let after =
      old[(wanted + 1)...].first { places[$0] != nil }.flatMap { places[$0] } ?? new.count
    guard before < after else { return nil }
    let known = Set(old)
    let candidates = (before + 1..<after).filter { !known.contains(new[$0]) }
    // Notes that went between the same neighbours, in their order.
    let firstGone =
      (old[..<wanted].lastIndex { places[$0] != nil } ?? -1) + 1
    let rank = (firstGone..<wanted).filter { places[old[$0]] == nil }.count
    return rank < candidates.count ? candidates[rank] : nil
  }

  /// Cards that stayed are themselves; the others are paired in order when as many came as went.
  private mutating func pair(_ old: [CardKey], _ new: [CardKey]) {
    let gone = old.filter { !new.contains($0) }
    let come = new.filter { !old.contains($0) }
    guard gone.count == come.count else {
      if old.count == 1 || new.count == 1, let first = gone.first, let next = come.first {
        pairs = [Pair(old: first, new: next)]
      }
      return
    }
    pairs = zip(gone, come).map { Pair(old: $0, new: $1) }
  }
}
