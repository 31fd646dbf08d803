import AnkiExchange
import FileStorage
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
    var start = Self.noteListStart.count
    notes.reserveCapacity(notes.count + bytes.count / 300)
    let isRead = bytes.withUnsafeBufferPointer { bytes in
      while start < bytes.count, bytes[start] != UInt8(ascii: "]") {
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        let hasComma = bytes[max(start, end - 1)] == UInt8(ascii: ",")
        let line = UnsafeBufferPointer(rebasing: bytes[start..<(hasComma ? end - 1 : end)])
        start = end + 1
        if line.isEmpty { continue }
        guard let note = Note(line: line) ?? JSONValue(utf8: Array(line)).flatMap(Note.init) else {
          return false
        }
        notes[note.guid] = note
      }
      return true
    }
    guard isRead else { return false }
    let rest = start + 3
    guard rest <= bytes.count,
      let value = JSONValue(utf8: [UInt8(ascii: "{")] + bytes[rest...])?.objectValue
    else { return false }
    add(value)
    return true
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

extension ImportLedger.Note {
  init?(_ value: JSONValue) {
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
      contentHash: contentHash, cards: cards,
      eventTags: (members["events"]?.arrayValue ?? []).compactMap(\.stringValue))
  }

  /// Reads a line as `append` writes it; nil for any other form.
  fileprivate init?(line: UnsafeBufferPointer<UInt8>) {
    var scan = JSONScan(line)
    guard scan.take("{\"cards\":[") else { return nil }
    var cards: [Card] = []
    while !scan.take("]") {
      if !cards.isEmpty, !scan.take(",") { return nil }
      guard scan.take("["), let id = scan.integer(), scan.take(","),
        let ordinal = scan.integer(), scan.take(","), let key = scan.text(), scan.take("]"),
        let cardKey = CardKey(text: key)
      else { return nil }
      cards.append(Card(id: id, ordinal: Int(ordinal), key: cardKey))
    }
    guard scan.take(",\"content\":"), let content = scan.text() else { return nil }
    var events: [String] = []
    if scan.take(",\"events\":[") {
      while !scan.take("]") {
        if !events.isEmpty, !scan.take(",") { return nil }
        guard let tag = scan.text() else { return nil }
        events.append(tag)
      }
    }
    guard scan.take(",\"fields\":"), let fields = scan.text(), scan.take(",\"guid\":"),
      let guid = scan.text(), scan.take(",\"id\":"), let id = scan.integer(),
      scan.take(",\"mod\":"), let modified = scan.integer(), scan.take(",\"type\":"),
      let typeID = scan.integer(), scan.take("}"), scan.isAtEnd
    else { return nil }
    self.init(
      guid: guid, id: id, typeID: typeID, modified: modified, fieldHash: fields,
      contentHash: content, cards: cards, eventTags: events)
  }

  /// Appends the note to a list of them.
  func append(to list: inout [UInt8]) {
    if !list.isEmpty { list += ",\n".utf8 }
    var line = JSONLine(capacity: 320)
    line.object { line in
      line.name("cards")
      line.array { line in
        for card in cards {
          line.array { line in
            line.put(card.id)
            line.put(card.ordinal)
            line.put(card.key.text)
          }
        }
      }
      line.name("content")
      line.put(contentHash)
      if !eventTags.isEmpty {
        line.name("events")
        line.array { line in for tag in eventTags { line.put(tag) } }
      }
      line.name("fields")
      line.put(fieldHash)
      line.name("guid")
      line.put(guid)
      line.name("id")
      line.put(id)
      line.name("mod")
      line.put(modified)
      line.name("type")
      line.put(typeID)
    }
    list += line.bytes
  }
}
