import AnkiExchange
import FileStorage
import Glibc
import StudyDomain

/// What earlier imports brought and exports took out: the files of `.deckle/anki`, the latest word
/// on each note.
struct ImportLedger: Sendable {
  /// A note of Anki and what it became here.
  struct Note: Hashable, Sendable {
    var guid: String
    var id: Int64
    var typeID: Int64
    var modified: Int64
    /// Of the fields as the package had them.
    var fieldHash: String
    /// Of the fields as they were written here.
    var contentHash: String
    /// By number in Anki.
    var cards: [Card]
    /// Tags that are events here: `marked`, `leech`.
    var eventTags: [String] = []

    struct Card: Hashable, Sendable {
      var id: Int64
      var ordinal: Int
      var key: CardKey
    }
  }

  private(set) var notes: [String: Note] = [:]
  /// Our names of note types by their id.
  private(set) var typeNames: [Int64: String] = [:]
  /// Our names of decks by theirs (with the parent they were put under).
  private(set) var decks: Set<String> = []
  /// What they had beside notes, oldest first, with our names of the decks that were used.
  private(set) var structures: [(collection: AnkiCollection, decks: [Int64: String])] = []
  /// Answers that had to go out under another millisecond, by that one; what they are here.
  private(set) var moved: [Int64: MovedReview] = [:]

  /// An answer whose own millisecond another card's answer has.
  struct MovedReview: Hashable, Sendable {
    var cardID: Int64
    var time: Int64
  }

  /// Hands the notes over.
  mutating func takeNotes() -> [String: Note] {
    defer { notes = [:] }
    return notes
  }

  /// Reads all files of a folder in the order of their names, which begin with their times.
  init(folder: String) throws {
    guard try FileSystem.live.status(ofPath: folder) != nil else { return }
    var names: [String] = []
    let code = FileSystem.live.list(folder, &names)
    if code < 0 {
      throw FileStorageError.system(operation: "list", path: folder, code: Int32(-code))
    }
    for name in names.sorted() where name.hasSuffix(".json") && !name.hasPrefix(".") {
      let bytes = try FileSystem.live.contents(of: "\(folder)/\(name)")
      guard add(file: bytes) else {
        throw TransferError.ledgerBroken(path: "\(folder)/\(name)")
      }
    }
  }

  /// What a file begins with; its notes follow line by line, a comma behind each but the last.
  static let noteListStart = Array("{\"notes\":[\n".utf8)

  /// Takes a file, its notes line by line where they stand so: as one value they would take ten
  /// times their bytes.
  private mutating func add(file bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: Self.noteListStart) else {
      guard let value = JSONValue(utf8: bytes)?.objectValue else { return false }
      add(value)
      return true
    }
    var lines: [Range<Int>] = []
    lines.reserveCapacity(bytes.count / 200)
    var start = Self.noteListStart.count
    let read = bytes.withUnsafeBufferPointer { bytes in
      while start < bytes.count, bytes[start] != UInt8(ascii: "]") {
        let end = Self.endOfLine(bytes, start)
        let hasComma = bytes[max(start, end - 1)] == UInt8(ascii: ",")
        let line = start..<(hasComma ? end - 1 : end)
        start = end + 1
        if !line.isEmpty { lines.append(line) }
      }
      // All threads only read them, within this call.
      nonisolated(unsafe) let bytes = bytes
      return parallelMap(lines) { line in
        let line = UnsafeBufferPointer(rebasing: bytes[line])
        return Note(line: line) ?? JSONValue(utf8: Array(line)).flatMap(Note.init)
      }
    }
    notes.reserveCapacity(notes.count + read.count)
    for note in read {
      guard let note else { return false }
      notes[note.guid] = note
    }
    let rest = start + 3
    guard rest <= bytes.count,
      let value = JSONValue(utf8: [UInt8(ascii: "{")] + bytes[rest...])?.objectValue
    else { return false }
    add(value)
    return true
  }

  private static func endOfLine(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    guard let base = bytes.baseAddress,
      let end = memchr(base + start, Int32(UInt8(ascii: "\n")), bytes.count - start)
    else { return bytes.count }
    return UnsafeRawPointer(end) - UnsafeRawPointer(base)
  }

  private mutating func add(_ file: [String: JSONValue]) {
    for value in file["notes"]?.arrayValue ?? [] {
      guard let note = Note(value) else { continue }
      notes[note.guid] = note
    }
    for (id, name) in file["typeNames"]?.objectValue ?? [:] {
      if let id = Int64(id), let name = name.stringValue { typeNames[id] = name }
    }
    var own: [Int64: String] = [:]
    for (id, name) in file["decks"]?.objectValue ?? [:] {
      guard let name = name.stringValue else { continue }
      decks.insert(name)
      if let id = Int64(id) { own[id] = name }
    }
    if let collection = AnkiCollection(structureJSON: .object(file)) {
      structures.append((collection, own))
    }
    for value in file["moved"]?.arrayValue ?? [] {
      let numbers = (value.arrayValue ?? []).compactMap(\.integerValue)
      guard numbers.count == 3 else { continue }
      moved[numbers[0]] = MovedReview(cardID: numbers[1], time: numbers[2])
    }
  }

  /// Keeps in a ledger's file only the notes that stay; false, and nothing done, when none does.
  ///
  /// `stays` is asked about the notes of `guids` alone.
  static func keeping(
    _ guids: Set<String>, path: String, _ stays: (Note) -> Bool
  ) throws -> Bool {
    guard !guids.isEmpty, try FileSystem.live.status(ofPath: path) != nil else { return false }
    let bytes = try FileSystem.live.contents(of: path)
    guard var members = JSONValue(utf8: bytes)?.objectValue else {
      throw TransferError.ledgerBroken(path: path)
    }
    let kept = (members["notes"]?.arrayValue ?? []).filter { value in
      Note(value).map { guids.contains($0.guid) && stays($0) } ?? false
    }
    guard !kept.isEmpty else { return false }
    members["notes"] = .array(kept)
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return false }
    try DeckFileWriter(collection: String(path[..<slash])).replace(
      path, with: JSONValue.object(members).utf8 + [UInt8(ascii: "\n")],
      original: .contents(bytes))
    return true
  }

  /// Takes notes out of a ledger's file; one that has none of them stays as it is.
  static func dropping(_ guids: Set<String>, path: String) throws {
    let bytes = try FileSystem.live.contents(of: path)
    guard var members = JSONValue(utf8: bytes)?.objectValue else {
      throw TransferError.ledgerBroken(path: path)
    }
    let notes = members["notes"]?.arrayValue ?? []
    let kept = notes.filter { Note($0).map { !guids.contains($0.guid) } ?? true }
    guard kept.count < notes.count,
      let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    else { return }
    members["notes"] = .array(kept)
    try DeckFileWriter(collection: String(path[..<slash])).replace(
      path, with: JSONValue.object(members).utf8 + [UInt8(ascii: "\n")],
      original: .contents(bytes))
  }

  /// The file of one export.
  static func file(
    time: Timestamp, source: String, noteList: [UInt8], typeNames: [Int64: String],
    decks: [Int64: String], structure: JSONValue, moved: [Int64: MovedReview] = [:]
  ) -> [UInt8] {
    noteListStart + noteList
      + end(
        time: time, source: source, typeNames: typeNames, decks: decks, structure: structure,
        moved: moved)
  }

  /// What follows the notes of a file.
  static func end(
    time: Timestamp, source: String, typeNames: [Int64: String], decks: [Int64: String],
    structure: JSONValue, moved: [Int64: MovedReview] = [:]
  ) -> [UInt8] {
    func object(_ names: [Int64: String]) -> JSONValue {
      .object(
        Dictionary(
          names.map { ("\($0)", JSONValue.string($1)) }, uniquingKeysWith: { first, _ in first }))
    }
    var members = structure.objectValue ?? [:]
    members["format"] = .integer(1)
    members["time"] = .integer(time.milliseconds)
    members["file"] = .string(source)
    members["typeNames"] = object(typeNames)
    members["decks"] = object(decks)
    if !moved.isEmpty {
      members["moved"] = .array(
        moved.sorted { $0.key < $1.key }.map {
          .array([.integer($0.key), .integer($0.value.cardID), .integer($0.value.time)])
        })
    }
    return Array("\n],\n".utf8) + JSONValue.object(members).utf8.dropFirst()
      + [UInt8(ascii: "\n")]
  }
}
