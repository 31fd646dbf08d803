import AnkiExchange
import DeckFormat
import StudyDomain

extension ImportPlan {
  /// What is to be done to deck files, those that exist first.
  var changes: [ImportChange] {
    var placement = placement
    var changes: [String: ImportChange] = [:]
    var order: [String] = []
    let snapshot = index.library.snapshot
    for note in notes {
      switch note.fate {
      case .new(let deck, let text):
        let place = placement.place(of: deck)
        if changes[place.path] == nil { order.append(place.path) }
        var change = changes[place.path] ?? ImportChange(path: place.path)
        change.name = change.name ?? place.name
        change.additions.append(.init(text: text, guid: note.note.guid))
        changes[place.path] = change
      case .updated(let number, let text, _, _):
        let entry = snapshot.notes[number]
        let file = snapshot.files[Int(entry.file)]
        if changes[file.path] == nil { order.append(file.path) }
        var change = changes[file.path] ?? ImportChange(path: file.path)
        change.contentHash = file.contentHash
        change.updates.append(
          .init(range: entry.parsed.byteRange, text: text, guid: note.note.guid))
        changes[file.path] = change
      case .adopted, .relinked, .known: break
      }
    }
    return order.compactMap { changes[$0] }
  }
}
