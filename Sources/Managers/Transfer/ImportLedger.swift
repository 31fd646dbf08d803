import AnkiExchange
import FileStorage
import StudyDomain

/// What earlier imports brought: the files of `.deckle/anki`, the latest word on each note.
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
      guard let value = JSONValue(utf8: bytes)?.objectValue else {
        throw TransferError.ledgerBroken(path: "\(folder)/\(name)")
      }
      add(value)
    }
  }

  private mutating func add(_ file: [String: JSONValue]) {
    for value in file["notes"]?.arrayValue ?? [] {
      guard let note = Note(value) else { continue }
      notes[note.guid] = note
    }
    for (id, name) in file["typeNames"]?.objectValue ?? [:] {
      if let id = Int64(id), let name = name.stringValue { typeNames[id] = name }
    }
    for name in (file["decks"]?.objectValue ?? [:]).values {
      if let name = name.stringValue { decks.insert(name) }
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

  /// The file of one import.
  static func file(
    time: Timestamp, source: String, notes: [Note], typeNames: [Int64: String],
    decks: [Int64: String], structure: JSONValue
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
    members["notes"] = .array(notes.map(\.json))
    members["typeNames"] = object(typeNames)
    members["decks"] = object(decks)
    return JSONValue.object(members).utf8 + [UInt8(ascii: "\n")]
  }
}

extension ImportLedger.Note {
  fileprivate init?(_ value: JSONValue) {
    guard let members = value.objectValue, let guid = members["guid"]?.stringValue,
      let id = members["id"]?.integerValue, let typeID = members["type"]?.integerValue,
      let modified = members["mod"]?.integerValue,
      let fieldHash = members["fields"]?.stringValue,
      let contentHash = members["content"]?.stringValue
    else { return nil }
    let cards = (members["cards"]?.arrayValue ?? []).compactMap { card -> Card? in
      guard let parts = card.arrayValue, parts.count == 3, let id = parts[0].integerValue,
        let ordinal = parts[1].integerValue,
        let key = parts[2].stringValue.flatMap({ CardKey(text: $0) })
      else { return nil }
      return Card(id: id, ordinal: Int(ordinal), key: key)
    }
    self.init(
      guid: guid, id: id, typeID: typeID, modified: modified, fieldHash: fieldHash,
      contentHash: contentHash, cards: cards)
  }

  fileprivate var json: JSONValue {
    .object([
      "guid": .string(guid), "id": .integer(id), "type": .integer(typeID),
      "mod": .integer(modified), "fields": .string(fieldHash), "content": .string(contentHash),
      "cards": .array(
        cards.map {
          .array([.integer($0.id), .integer(Int64($0.ordinal)), .string($0.key.text)])
        }),
    ])
  }
}
