import CXXHash
import DeckFormat
import FileStorage

/// The texts of one deck file, folded for searching, in memory or in the mapped cache.
struct FoldedDeck {
  /// What the texts were made from, and when.
  struct Origin: Hashable, BitwiseCopyable {
    var signature: FileSignature
    /// Of the places of the notes in the file, and of how its bytes are read.
    var placesHash: UInt64
    /// When the file was read; 0 when its text could not be had as the library knows it.
    var readNanoseconds: Int64 = 0

    /// Whether texts of this origin are what `now` would give.
    func holds(for now: Origin) -> Bool {
      placesHash == now.placesHash
        && now.signature.isCurrent(
          cached: signature, cacheWrittenNanoseconds: readNanoseconds)
    }
  }

  /// Where the bytes lie.
  enum Storage {
    case own([UInt8])
    /// A part of the cache, with its checksum.
    case mapped(MappedFile, Range<Int>, sum: UInt64)
  }

  var origin: Origin
  var noteCount: Int
  var storage: Storage

  /// Folds the notes of a file; each text is followed by a zero, which no folded text holds.
  init(
    _ bytes: UnsafeRawBufferPointer, notes: some Collection<LibraryNote>, origin: Origin
  ) {
    self.origin = origin
    noteCount = notes.count
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + notes.count)
    var ends: [UInt32] = []
    ends.reserveCapacity(notes.count)
    for note in notes {
      let range = note.parsed.byteRange
      if range.upperBound <= bytes.count {
        SearchFolding.append(UnsafeRawBufferPointer(rebasing: bytes[range]), to: &text)
      } else {
        self.origin.readNanoseconds = 0
      }
      ends.append(UInt32(text.count))
      text.append(0)
    }
    storage = .own(ends.withUnsafeBytes { Array($0) } + text)
  }

  /// A deck of the cache, not yet known to be sound.
  init(origin: Origin, noteCount: Int, storage: Storage) {
    self.origin = origin
    self.noteCount = noteCount
    self.storage = storage
  }

  /// The end of each text as a 32-bit number, then the texts.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    switch storage {
    case .own(let bytes): bytes.withUnsafeBytes(body)
    case .mapped(let file, let range, _):
      file.withBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
    }
  }

  /// Whether the bytes are those that were written to the cache.
  var isSound: Bool {
    guard case .mapped(_, _, let sum) = storage else { return true }
    return withBytes { XXH3_64bits($0.baseAddress, $0.count) } == sum
  }

  /// Marks each note whose text holds `needle`, the file's first note at `base`; true if any does.
  func search(
    _ needle: UnsafeRawBufferPointer, marking found: inout [Bool], from base: Int
  ) -> Bool {
    withBytes { bytes in
      let text = UnsafeRawBufferPointer(rebasing: bytes[(noteCount * 4)...])
      var start = 0
      var first = 0
      while let place = ByteSearch.first(needle, in: text, from: start) {
        let note = Self.note(at: place, in: bytes, from: first, count: noteCount)
        guard note < noteCount else { break }
        found[base + note] = true
        first = note + 1
        start = Self.end(of: note, in: bytes)
      }
      return first > 0
    }
  }

  /// Each text by the place of its note in the file.
  func forEachText(_ body: (Int, UnsafeRawBufferPointer) -> Void) {
    withBytes { bytes in
      let text = UnsafeRawBufferPointer(rebasing: bytes[(noteCount * 4)...])
      var start = 0
      for note in 0..<noteCount {
        let end = Self.end(of: note, in: bytes)
        body(note, UnsafeRawBufferPointer(rebasing: text[start..<end]))
        start = end + 1
      }
    }
  }

  private static func end(of note: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    Int(bytes.loadUnaligned(fromByteOffset: note * 4, as: UInt32.self))
  }

  private static func note(
    at place: Int, in bytes: UnsafeRawBufferPointer, from first: Int, count: Int
  ) -> Int {
    var low = first
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if end(of: middle, in: bytes) < place { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
