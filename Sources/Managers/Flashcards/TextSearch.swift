import DeckFormat
import FileStorage
import StudyDomain

/// All texts of a library, folded for searching: capitals and accents aside.
///
/// Made once for each revision of the library, at the first search.
@MainActor struct TextSearch {
  let revision: Int
  private var text: [UInt8] = []
  /// The place of each note's text; a note without text is empty.
  private var ends: [Int] = []

  init(library: DeckLibrary) {
    revision = library.revision
    let snapshot = library.snapshot
    ends.reserveCapacity(snapshot.notes.count)
    text.reserveCapacity(snapshot.files.reduce(0) { $0 + Int($1.signature.size) })
    for (number, file) in snapshot.files.enumerated() {
      // A file that cannot be read now has no text to find.
      let bytes = (try? library.bytes(ofFile: number)) ?? []
      for note in snapshot.notes[file.notes] {
        let range = note.parsed.byteRange
        if range.upperBound <= bytes.count {
          bytes.withUnsafeBytes {
            SearchFolding.append(UnsafeRawBufferPointer(rebasing: $0[range]), to: &text)
          }
        }
        ends.append(text.count)
        text.append(0)
      }
    }
  }

  /// The notes whose text holds the words as they stand; blanks of any kind are one blank.
  func notes(with words: String) -> Set<Int32> {
    let needle = SearchFolding.fold(Array(words.utf8)[...])
    guard !needle.isEmpty else { return [] }
    var found: Set<Int32> = []
    var start = 0
    while let place = ByteSearch.first(needle, in: text, from: start) {
      let note = note(at: place)
      found.insert(Int32(note))
      start = ends[note]
    }
    return found
  }

  private func note(at place: Int) -> Int {
    var low = 0
    var high = ends.count
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] < place { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
