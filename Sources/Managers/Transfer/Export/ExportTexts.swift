import DeckFormat
import Dispatch
import StudyDomain
import Synchronization

/// What an export needs of a note's text.
struct ExportText: Sendable {
  var content: NoteContent
  /// The fields as an import brought them, where they are still that.
  var exact: [String?]
  var fieldHash: String

  init(_ content: NoteContent) {
    self.content = content
    exact = content.fields.map {
      $0.isHTML ? nil : FieldText.exactHTML(ofMarkdown: $0.value)
    }
    fieldHash = content.fieldHash
  }
}

/// Reads the texts of notes on all processors.
@MainActor struct ExportTexts {
  private let library: DeckLibrary
  private let snapshot: LibrarySnapshot
  /// Files whose bytes were found to be those that were read.
  private var isCurrent: [Int: Bool] = [:]

  init(_ library: DeckLibrary) {
    self.library = library
    snapshot = library.snapshot
  }

  /// The texts of some notes, in their order; nil where a text cannot be read.
  mutating func read(_ notes: [Int]) -> [ExportText?] {
    work(for: notes).inPieces { places, text in places.map { text($0) } }.flatMap(\.self)
  }

  /// What other threads need to read the texts of some notes.
  mutating func work(for notes: [Int]) -> Work {
    var work = Work(snapshot: snapshot)
    work.sources.reserveCapacity(notes.count)
    for number in notes {
      let note = snapshot.notes[number]
      let file = Int(note.file)
      if let bytes = bytes(ofFile: file, work.files[file]?.bytes),
        note.parsed.byteRange.upperBound <= bytes.count
      {
        if work.files[file] == nil {
          let types = library.settings.noteTypes(forFile: snapshot.files[file].path)
          work.files[file] = (bytes, types)
        }
        work.sources.append(.file(file, note: number))
      } else {
        work.sources.append(
          .read((try? library.content(ofNote: number)).map { ExportText($0) }))
      }
    }
    return work
  }

  /// The bytes of a file that is as the library knows it; nil for one that needs another look.
  private mutating func bytes(ofFile file: Int, _ known: [UInt8]?) -> [UInt8]? {
    if let known { return known }
    let entry = snapshot.files[file]
    guard !entry.hasNoteTypes, !entry.hasConflictMarkers, isCurrent[file] != false,
      let bytes = try? library.bytes(ofFile: file)
    else { return nil }
    if isCurrent[file] == nil { isCurrent[file] = DeckFileReader.hash(bytes) == entry.contentHash }
    return isCurrent[file] == true ? bytes : nil
  }
}

extension ExportTexts {
  /// Notes to be read on any thread.
  struct Work: Sendable {
    /// Where the text of a note comes from.
    fileprivate enum Source: Sendable {
      case file(Int, note: Int)
      /// Read already, in the way of texts that need another look.
      case read(ExportText?)
    }

    fileprivate let snapshot: LibrarySnapshot
    fileprivate var sources: [Source] = []
    fileprivate var files: [Int: (bytes: [UInt8], types: NoteTypes)] = [:]

    /// What `body` makes of runs of the notes, in their order, on all processors; it is given their
    /// places and what tells the text of each, nil where that cannot be read.
    func inPieces<Result: Sendable>(
      _ body: @Sendable (Range<Int>, (Int) -> ExportText?) -> Result
    ) -> [Result] {
      // Old notes have more answers than young ones, so there are more pieces than processors.
      let pieces = min(16, max(1, sources.count / 64))
      let parts = Mutex<[Int: Result]>([:])
      DispatchQueue.concurrentPerform(iterations: pieces) { piece in
        let scratch = NoteScratch()
        let part = sources.count * piece / pieces..<sources.count * (piece + 1) / pieces
        let result = body(part) { place in text(place, scratch) }
        parts.withLock { $0[piece] = result }
      }
      return parts.withLock { parts in (0..<pieces).compactMap { parts[$0] } }
    }

    private func text(_ place: Int, _ scratch: NoteScratch) -> ExportText? {
      switch sources[place] {
      case .read(let text): return text
      case .file(let file, let number):
        guard let (bytes, types) = files[file] else { return nil }
        let note = snapshot.notes[number]
        return bytes.withUnsafeBytes { bytes in
          ExportText(
            NoteContent(
              fieldsOf: UnsafeRawBufferPointer(rebasing: bytes[note.parsed.byteRange]),
              note: note.parsed,
              keys: snapshot.cards(ofNote: number).map { snapshot.cards[$0].key },
              tags: snapshot.tagSets[Int(note.tagSet)], noteTypes: types, scratch: scratch))
        }
      }
    }
  }
}
