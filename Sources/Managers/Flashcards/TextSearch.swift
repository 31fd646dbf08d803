import CXXHash
import DeckFormat
import FileStorage
import Glibc
import StudyDomain

/// Looks for words in all texts of a library: capitals and accents aside.
///
/// Decks that have not changed since they were last folded come from the search before this one, or
/// from the cache; the others are folded when they are first searched.
@MainActor final class TextSearch {
  let revision: Int
  private let library: DeckLibrary
  private let now: Timestamp
  /// By file of the library; nil until its deck has to be folded, or is found sound.
  private var decks: [FoldedDeck?]
  /// By file: what may be used once it is found sound.
  private var known: [FoldedDeck?]
  private let origins: [FoldedDeck.Origin]
  private let paths: [String]
  /// How many decks this search had to fold.
  private(set) var foldedDecks = 0
  /// Bytes of texts that the cache does not hold.
  private var newBytes = 0

  /// A search of the library as it is now; `now` is the machine's clock, which stamps files.
  init(
    library: DeckLibrary, previous: TextSearch? = nil, cache: SearchCache? = nil, now: Timestamp
  ) {
    self.library = library
    self.now = now
    revision = library.revision
    let snapshot = library.snapshot
    paths = snapshot.files.map(\.path)
    origins = Self.origins(of: snapshot)
    decks = Array(repeating: nil, count: snapshot.files.count)
    known = decks
    let before = previous?.foldedByPath ?? cache?.read() ?? [:]
    newBytes = previous?.newBytes ?? 0
    guard !before.isEmpty else { return }
    for (number, file) in snapshot.files.enumerated() {
      guard let deck = before[file.path], deck.noteCount == file.notes.count,
        deck.origin.holds(for: origins[number])
      else { continue }
      known[number] = deck
    }
  }

  /// By note: whether its text holds the words as they stand; blanks of any kind are one blank.
  func notes(with words: String) -> [Bool] {
    let snapshot = library.snapshot
    let needle = SearchFolding.fold(Array(words.utf8)[...])
    var found = Array(repeating: false, count: snapshot.notes.count)
    guard !needle.isEmpty else { return found }
    needle.withUnsafeBytes { needle in
      for (number, file) in snapshot.files.enumerated() {
        let deck = deck(number, in: snapshot)
        guard deck.search(needle, marking: &found, from: file.notes.lowerBound) else { continue }
        // A file that cannot be read now has no text to find, whoever knows what it was.
        if access(library.path(ofFile: number), R_OK) != 0 {
          for note in file.notes { found[note] = false }
        }
      }
    }
    return found
  }

  /// By note: whether its text holds the pattern somewhere.
  func notes(matching pattern: FoldedPattern) -> [Bool] {
    let snapshot = library.snapshot
    if pattern.isAnything { return Array(repeating: true, count: snapshot.notes.count) }
    var found =
      pattern.longestText.isEmpty
      ? Array(repeating: true, count: snapshot.notes.count)
      : notes(with: String(decoding: pattern.longestText, as: UTF8.self))
    let inside = pattern.inside
    for (number, file) in snapshot.files.enumerated() {
      guard file.notes.contains(where: { found[$0] }) else { continue }
      deck(number, in: snapshot).forEachText { place, text in
        let note = file.notes.lowerBound + place
        if found[note] { found[note] = inside.matches(text) }
      }
    }
    return found
  }

  /// The folded text of every note.
  func forEachText(_ body: (Int, UnsafeRawBufferPointer) -> Void) {
    let snapshot = library.snapshot
    for (number, file) in snapshot.files.enumerated() where !file.notes.isEmpty {
      deck(number, in: snapshot).forEachText { place, text in
        body(file.notes.lowerBound + place, text)
      }
    }
  }

  /// Keeps the texts when so many bytes of them are new.
  func save(to cache: SearchCache, atLeast bytes: Int) {
    guard newBytes >= bytes, newBytes > 0 else { return }
    let snapshot = library.snapshot
    guard library.revision == revision else { return }
    cache.write(snapshot.files.indices.map { (snapshot.files[$0].path, deck($0, in: snapshot)) })
    newBytes = 0
  }

  /// The texts of a file: known ones if they are sound, else folded now.
  private func deck(_ number: Int, in snapshot: LibrarySnapshot) -> FoldedDeck {
    if let deck = decks[number] { return deck }
    let deck: FoldedDeck
    if let known = known[number], known.isSound {
      deck = known
    } else {
      deck = folded(number, in: snapshot)
      newBytes += deck.withBytes(\.count)
      foldedDecks += 1
    }
    decks[number] = deck
    return deck
  }

  private func folded(_ number: Int, in snapshot: LibrarySnapshot) -> FoldedDeck {
    var origin = origins[number]
    // A file that cannot be read now has no text to find, and is tried again the next time.
    let bytes = try? library.bytes(ofFile: number)
    origin.readNanoseconds = bytes == nil ? 0 : now.milliseconds * 1_000_000
    return (bytes ?? []).withUnsafeBytes {
      FoldedDeck($0, notes: snapshot.notes[snapshot.files[number].notes], origin: origin)
    }
  }

  private var foldedByPath: [String: FoldedDeck] {
    var result: [String: FoldedDeck] = [:]
    for (number, path) in paths.enumerated() { result[path] = decks[number] ?? known[number] }
    return result
  }

  /// By file: what its texts depend on now.
  static func origins(of snapshot: LibrarySnapshot) -> [FoldedDeck.Origin] {
    var places: [UInt32] = []
    return snapshot.files.map { file in
      places.removeAll(keepingCapacity: true)
      for note in snapshot.notes[file.notes] {
        places.append(note.parsed.offset)
        places.append(note.parsed.length)
      }
      let seed: UInt64 = file.hasConflictMarkers ? 1 : 0
      return FoldedDeck.Origin(
        signature: file.signature,
        placesHash: places.withUnsafeBytes {
          XXH3_64bits_withSeed($0.baseAddress, $0.count, seed)
        })
    }
  }
}
