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

  /// A note in a file that is read.
  private struct Job: Sendable {
    var place: Int
    var file: Int
    var note: ParsedNote
    var keys: [CardKey]
    var tags: [String]
  }

  /// The texts of some notes, in their order; nil where a text cannot be read.
  mutating func read(_ notes: [Int]) -> [ExportText?] {
    var texts = [ExportText?](repeating: nil, count: notes.count)
    var jobs: [Job] = []
    var files: [Int: (bytes: [UInt8], types: NoteTypes)] = [:]
    for (place, number) in notes.enumerated() {
      let note = snapshot.notes[number]
      let file = Int(note.file)
      if let bytes = bytes(ofFile: file, files[file]?.bytes),
        note.parsed.byteRange.upperBound <= bytes.count
      {
        if files[file] == nil {
          let types = library.settings.noteTypes(forFile: snapshot.files[file].path)
          files[file] = (bytes, types)
        }
        jobs.append(
          Job(
            place: place, file: file, note: note.parsed,
            keys: snapshot.cards(ofNote: number).map { snapshot.cards[$0].key },
            tags: snapshot.tagSets[Int(note.tagSet)]))
      } else if let content = try? library.content(ofNote: number) {
        texts[place] = ExportText(content)
      }
    }
    for (place, text) in zip(jobs.map(\.place), Self.read(jobs, files)) { texts[place] = text }
    return texts
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

  private nonisolated static func read(
    _ jobs: [Job], _ files: [Int: (bytes: [UInt8], types: NoteTypes)]
  ) -> [ExportText] {
    guard !jobs.isEmpty else { return [] }
    let pieces = min(jobs.count, 8)
    let parts = Mutex<[Int: [ExportText]]>([:])
    DispatchQueue.concurrentPerform(iterations: pieces) { piece in
      let scratch = NoteScratch()
      let part = jobs[jobs.count * piece / pieces..<jobs.count * (piece + 1) / pieces]
      let texts = part.compactMap { job -> ExportText? in
        guard let file = files[job.file] else { return nil }
        return file.bytes.withUnsafeBytes { bytes in
          ExportText(
            NoteContent(
              fieldsOf: UnsafeRawBufferPointer(rebasing: bytes[job.note.byteRange]),
              note: job.note, keys: job.keys, tags: job.tags, noteTypes: file.types,
              scratch: scratch))
        }
      }
      parts.withLock { $0[piece] = texts }
    }
    return parts.withLock { parts in (0..<pieces).flatMap { parts[$0] ?? [] } }
  }
}
