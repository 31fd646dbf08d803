import DeckFormat
import FileStorage
public import StudyDomain

// Whole notes: deleting, moving, tagging. Each call is one action of undo.
extension FlashcardManager {
  /// Deletes the notes of some cards with the comments above them; their texts go to the trash.
  ///
  /// Returns how many notes went. Throws, with nothing changed, `NoteChangeError` or what reading
  /// and writing throws. Histories wait for their texts to return.
  @discardableResult
  public func delete(notesOf cards: [Int]) throws -> Int {
    var files = try texts(ofNotesOf: cards)
    for file in files.indices where !files[file].text.remove(files[file].notes) {
      throw NoteChangeError.wouldChangeOthers(
        path: files[file].text.path, line: files[file].firstLine)
    }
    let count = files.reduce(0) { $0 + $1.notes.count }
    try perform("deleted \(count == 1 ? "a note" : "\(count) notes")", files.map(\.text))
    return count
  }

  /// Moves the notes of some cards to another deck, as they are written; the deck is made where it
  /// has no file.
  ///
  /// Returns how many notes moved; those of the deck itself stay where they are.
  @discardableResult
  public func move(notesOf cards: [Int], to deck: DeckName) throws -> Int {
    guard deck.isUsable else { throw NoteChangeError.badDeckName(deck.text) }
    var target = try text(ofDeck: deck)
    let moving = cards.filter {
      snapshot.files[Int(snapshot.note(ofCard: $0).file)].path != target.path
    }
    var files = try texts(ofNotesOf: moving)
    var blocks: [String] = []
    var wanted: [DeckText.Reading] = []
    for file in files {
      for note in file.notes {
        let reading = file.text.reading(note)
        wanted.append(reading)
        blocks.append(block(note, reading, of: file.text, for: target))
      }
    }
    guard let first = files.first, !blocks.isEmpty else { return 0 }
    let added = target.add(blocks) { readings, _ in
      zip(readings, wanted).allSatisfy { $0.isSame(as: $1) } && readings.count == wanted.count
    }
    guard added != nil else {
      throw NoteChangeError.cannotMove(
        path: first.text.path, line: first.firstLine, deck: deck.text)
    }
    for file in files.indices where !files[file].text.remove(files[file].notes) {
      throw NoteChangeError.wouldChangeOthers(
        path: files[file].text.path, line: files[file].firstLine)
    }
    let count = blocks.count
    try perform(
      "moved \(count == 1 ? "a note" : "\(count) notes") to \(deck.text)",
      [target] + files.map(\.text))
    return count
  }

  /// A note's block with what its old file said of it and the new one does not.
  private func block(
    _ note: Int, _ reading: DeckText.Reading, of source: DeckText, for target: DeckText
  ) -> String {
    var directives = BlockDirectives(block: source.block(note), lineEnd: [10])
    let heading = reading.tags.filter {
      !directives.tags.contains($0) && !source.fileTags.contains($0)
        && !target.fileTags.contains($0)
    }
    directives.add(tags: heading)
    let block = directives.block
    // How it is read alone in the new file tells what has to be said.
    var alone = target
    let added = alone.add([String(decoding: block, as: UTF8.self)]) { readings, _ in
      readings.count == 1
    }
    if let place = added?.first {
      let read = alone.reading(place)
      if read.isHTML != reading.isHTML {
        directives.set("html", to: reading.isHTML ? "true" : "false")
      }
      if read.ask != reading.ask { directives.set("ask", to: reading.ask.word) }
    }
    return String(decoding: directives.block, as: UTF8.self)
  }

  /// Adds tags to the notes of some cards and takes others away, in the comments above the cards.
  ///
  /// Returns how many notes changed. A tag that a heading or the head of the file gives cannot be
  /// taken from one note: where nothing else is to be done, that is thrown.
  @discardableResult
  public func changeTags(
    ofNotesOf cards: [Int], adding: [String], removing: [String]
  ) throws -> Int {
    for tag in adding {
      if let reason = BlockDirectives.problem(withTag: tag) {
        throw NoteChangeError.badTag(tag, reason: reason)
      }
    }
    var files = try texts(ofNotesOf: cards)
    var count = 0
    var inherited: (tag: String, path: String)?
    for file in files.indices {
      let text = files[file].text
      var wanted = text.readings
      var blocks: [(note: Int, block: [UInt8])] = []
      for note in files[file].notes {
        let block = text.block(note)
        var directives = BlockDirectives(block: block, lineEnd: text.lineEnd)
        let given = Set(wanted[note].tags).subtracting(directives.tags)
        directives.remove(tags: removing)
        directives.add(tags: adding.filter { !given.contains($0) })
        if let tag = removing.first(where: given.contains) { inherited = (tag, text.path) }
        guard directives.block != block else { continue }
        blocks.append((note, directives.block))
        wanted[note].tags = Set(directives.tags).union(given).sorted {
          $0.utf8.lexicographicallyPrecedes($1.utf8)
        }
      }
      guard files[file].text.replace(blocks, wanted: wanted) else {
        throw NoteChangeError.wouldChangeOthers(
          path: files[file].text.path, line: files[file].firstLine)
      }
      count += blocks.count
    }
    if count == 0, let inherited {
      throw NoteChangeError.inheritedTag(inherited.tag, path: inherited.path)
    }
    guard count > 0 else { return 0 }
    let notes = count == 1 ? "a note" : "\(count) notes"
    let words = adding.map { "+\($0)" } + removing.map { "-\($0)" }
    try perform("changed tags of \(notes): \(words.joined(separator: " "))", files.map(\.text))
    return count
  }

  // MARK: Files

  /// Notes of one file that are to be changed.
  struct FileNotes {
    var text: DeckText
    /// By their places in the file.
    var notes: [Int]
    /// Of the first of them, from 1.
    var firstLine: Int
  }

  /// The files that hold the notes of some cards, as they are now.
  func texts(ofNotesOf cards: [Int]) throws -> [FileNotes] {
    index.refresh()
    var notes: [Int: Set<Int>] = [:]
    for card in cards {
      let note = Int(snapshot.cards[card].note)
      notes[Int(snapshot.notes[note].file), default: []].insert(note)
    }
    return try notes.sorted { $0.key < $1.key }.map { file, notes in
      let text = try text(ofFile: file)
      let first = snapshot.files[file].notes.lowerBound
      return FileNotes(
        text: text, notes: notes.map { $0 - first }.sorted(),
        firstLine: notes.min().map { Int(snapshot.notes[$0].parsed.line) } ?? 1)
    }
  }

  /// A file as it is on disk; throws `LibraryError.textChanged` when that is not what was read.
  func text(ofFile file: Int) throws -> DeckText {
    let entry = snapshot.files[file]
    if entry.hasConflictMarkers { throw NoteChangeError.conflict(path: entry.path) }
    let bytes = try FileSystem.live.contents(of: index.library.path(ofFile: file))
    guard DeckFileReader.hash(bytes) == entry.contentHash else {
      throw LibraryError.textChanged(path: entry.path, line: 1)
    }
    return DeckText(
      path: entry.path, before: bytes, bytes: bytes, settings: index.library.settings)
  }

  /// The file of a deck, or a new one for it.
  func text(ofDeck deck: DeckName) throws -> DeckText {
    index.refresh()
    if let number = snapshot.deck(named: deck), let file = snapshot.decks[number].file {
      return try text(ofFile: file)
    }
    var placement = DeckPlacement(snapshot)
    let place = placement.place(of: deck)
    var bytes: [UInt8] = []
    if let name = place.name {
      bytes = try DeckWriter.setting("name", to: .text(name), in: [])
    }
    // A file without cards may be there.
    let path = "\(index.library.folder)/\(place.path)"
    var before: [UInt8]?
    if try FileSystem.live.status(ofPath: path) != nil {
      let found = try FileSystem.live.contents(of: path)
      (before, bytes) = (found, found)
    }
    return DeckText(
      path: place.path, before: before, bytes: bytes, settings: index.library.settings)
  }

  /// Writes what became of files.
  func perform(_ summary: String, _ files: [DeckText]) throws {
    try texts.perform(summary, files.compactMap { $0.change(in: index.library.folder) })
  }
}

extension DeckText {
  /// Nil when nothing changed.
  func change(in folder: String) -> FileChange? {
    guard bytes != before else { return nil }
    return .write(path: "\(folder)/\(path)", before: before, after: bytes)
  }
}

extension DeckText.Reading {
  /// The same cards shown in the same way, with no tag lost.
  fileprivate func isSame(as other: Self) -> Bool {
    keys == other.keys && ask == other.ask && isHTML == other.isHTML
  }
}

extension DeckName {
  /// Every part has letters, and none would leave the collection.
  var isUsable: Bool {
    let parts = parts
    return parts.allSatisfy { part in
      part.contains { !$0.isWhitespace } && part.first?.isWhitespace == false
        && part.last?.isWhitespace == false && part != "." && part != ".."
        && !part.unicodeScalars.contains { $0.value < 32 || $0.value == 127 }
    }
  }
}
