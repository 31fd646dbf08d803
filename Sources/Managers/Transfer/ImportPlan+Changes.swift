import AnkiExchange
import DeckFormat
import StudyDomain

extension ImportPlan {
  /// True when files, history or ledger learn anything.
  var writesAnything: Bool {
    report.reviews > 0 || media.count > 0 || !registry.added.isEmpty || remembersNotes
  }

  var remembersNotes: Bool { notes.indices.contains { !notes[$0].isKnown } }

  /// What is to be done to deck files, those that exist first.
  var changes: [ImportChange] {
    var placement = placement
    var changes: [ImportChange] = []
    // Places in `changes`: a change taken out of a dictionary would be copied with each note.
    var places: [String: Int] = [:]
    func place(of path: String) -> Int {
      if let known = places[path] { return known }
      places[path] = changes.count
      changes.append(ImportChange(path: path))
      return changes.count - 1
    }
    let snapshot = index.library.snapshot
    for note in notes {
      switch note.fate {
      case .new(let deck, let text):
        let file = placement.place(of: deck)
        let number = place(of: file.path)
        if changes[number].name == nil { changes[number].name = file.name }
        changes[number].additions.append(.init(text: text, guid: note.note.guid))
      case .updated(let own, let text, _, _):
        let entry = snapshot.notes[own]
        let file = snapshot.files[Int(entry.file)]
        let number = place(of: file.path)
        changes[number].contentHash = file.contentHash
        changes[number].updates.append(
          .init(range: entry.parsed.byteRange, text: text, guid: note.note.guid))
      case .adopted, .relinked, .known: break
      }
    }
    return changes
  }
}
