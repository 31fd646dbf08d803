import AnkiExchange
import DeckFormat
import FileStorage
import StudyDomain

/// Reads the JSON that `export` writes: notes in their notation, answers, and what the cards were.
struct ExportedJSON {
  var collection = AnkiCollection()
  private var exact: [Int64: ExactNote] = [:]
  private var skipped: [TransferReport.Note] = []
  private var noteTypes = NoteTypes()
  /// Our names of types whose names here mean other types.
  private var renamed: [String: String] = [:]
  private var writer = TranscriptWriter(noteTypes: NoteTypes())
  var ids = DerivedIDs()
  private var guids: Set<String> = []
  private var decks: [String: Int64] = [:]
  var reviewDays: [Int64: ReviewDay] = [:]
  private var types: [Int64: AnkiNoteType] = [:]
  var isExportedToday = false
  private let ownTypes: NoteTypes
  let now: Timestamp
  private let today: StudyDay
  /// What days of cards count from, as `PackageContents` has it.
  let firstDay: Int

  private static let mark = Array("{\"format\":\"deckle\"".utf8)

  /// True for the beginning of a file, however it is spaced.
  static func isBegun(_ bytes: [UInt8]) -> Bool {
    let text = bytes.prefix(4096).filter { !Flattened.isBlank($0) && $0 != 10 && $0 != 13 }
    let start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard text.count > start, text[start] == UInt8(ascii: "{") else { return false }
    return text.firstRange(of: mark.dropFirst()) != nil
  }

  private init(ownTypes: NoteTypes, now: Timestamp, calendar: StudyCalendar) {
    self.ownTypes = ownTypes
    self.now = now
    today = calendar.studyDay(at: now)
    let seconds = now.seconds + Int64(calendar.offsetMinutes(at: now)) * 60
    firstDay = Int(seconds / 86_400) - (seconds % 86_400 < 0 ? 1 : 0)
    collection.created = now.seconds
    collection.usesFSRS = true
  }

  /// Reads a file; `ownTypes` are the note types that the collection has.
  ///
  /// Throws `TransferError`.
  static func read(
    _ bytes: [UInt8], path: String, ownTypes: NoteTypes, now: Timestamp, calendar: StudyCalendar
  ) throws -> ImportSource {
    var reader = ExportedJSON(ownTypes: ownTypes, now: now, calendar: calendar)
    guard reader.readAll(bytes) else {
      throw TransferError.package(
        path: path, message: "\(path) is no whole JSON of an export",
        advice: "export it again; a copy may have been cut off")
    }
    reader.collection.decks = reader.decks.map { AnkiDeck(id: $1, name: $0) }
      .sorted { $0.id < $1.id }
    reader.collection.noteTypes = reader.types.values.sorted { $0.id < $1.id }
    var source = ImportSource(collection: reader.collection, media: try MediaFolder(""))
    source.exact = reader.exact
    source.noteTypes = reader.noteTypes
    source.skipped = reader.skipped
    source.format = "an export of deckle"
    source.keepsRows = false
    source.reviewDays = reader.reviewDays
    return source
  }

  // MARK: The file

  /// Notes stand on lines of their own where no other program has written the file anew; as one
  /// value they would take ten times their bytes.
  private mutating func readAll(_ bytes: [UInt8]) -> Bool {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let lines = bytes[start...].split(separator: UInt8(ascii: "\n"))
    let opener = Array("\"notes\":[".utf8)
    guard let head = lines.first, head.starts(with: Self.mark),
      head.suffix(9).elementsEqual(opener),
      let last = lines.last, last.elementsEqual("]}".utf8), lines.count >= 2
    else {
      guard let root = JSONValue(utf8: Array(bytes[start...]))?.objectValue,
        root["format"]?.stringValue == "deckle", let notes = root["notes"]?.arrayValue
      else { return false }
      readHead(root)
      for note in notes { read(note) }
      return true
    }
    guard let root = JSONValue(utf8: Array(head + last))?.objectValue else { return false }
    readHead(root)
    for line in lines.dropFirst().dropLast() {
      let end = line.last == UInt8(ascii: ",") ? line.endIndex - 1 : line.endIndex
      guard let note = JSONValue(utf8: Array(line[..<end])) else { return false }
      read(note)
    }
    return true
  }

  private mutating func readHead(_ root: [String: JSONValue]) {
    isExportedToday = root["today"]?.stringValue == today.isoDate
    for (name, type) in NotationCell.noteTypes(root["note_types"]?.arrayValue ?? []).types {
      var own = name
      while let other = ownTypes[own], other != type { own += "+" }
      if own != name { renamed[name] = own }
      noteTypes.types[own] = type
    }
    writer = TranscriptWriter(noteTypes: noteTypes.over(ownTypes))
  }

  // MARK: Notes

  private mutating func read(_ value: JSONValue) {
    let members = value.objectValue ?? [:]
    let cards = (members["cards"]?.arrayValue ?? []).compactMap(\.objectValue)
    let place =
      "\(members["file"]?.stringValue ?? "note"):\(members["line"]?.integerValue ?? 0)"
    guard let transcript = transcript(members, cards) else {
      return skipped.append(.init(text: place, reason: "it is no note of an export"))
    }
    var loose = transcript
    loose.keys = []
    guard let block = writer.block(transcript) ?? writer.block(loose),
      let first = block.keys.min(by: { $0.key < $1.key })?.value
    else {
      return skipped.append(
        .init(text: place, reason: "no text outside its file would be read as the same note"))
    }
    let type = type(of: transcript)
    types[type.id] = type
    let key = transcript.keys.first ?? first
    var note = AnkiNote(
      id: ids.make("note \(key.text)"), guid: transcript.id ?? DerivedIDs.guid(key),
      noteTypeID: type.id, modified: now.seconds, tags: transcript.tags.map(Self.tag),
      fields: transcript.fields.map(\.value))
    while !guids.insert(note.guid).inserted { note.guid += "'" }
    let deck = deckID(members["deck"]?.stringValue ?? "")
    var own = ExactNote(transcript: transcript, block: block)
    own.marked = []
    own.leeches = []
    for (place, ordinal) in block.keys.keys.sorted().enumerated() {
      let key = block.keys[ordinal]
      // Where keys are others here, cards are told by their order.
      let found =
        cards.first { $0["key"]?.stringValue == key?.text }
        ?? (cards.count == block.keys.count
          && Set(transcript.keys).isDisjoint(with: block.keys.values)
          ? cards[place] : nil)
      read(found ?? [:], key ?? first, ordinal, note.id, deck, &own)
    }
    exact[note.id] = own
    collection.notes.append(note)
  }

  private func transcript(
    _ members: [String: JSONValue], _ cards: [[String: JSONValue]]
  ) -> NoteTranscript? {
    guard let form = members["form"]?.stringValue.flatMap(NoteForm.init(word:)),
      let ask = members["ask"]?.stringValue.flatMap(AskMode.init(word:)),
      let values = members["fields"]?.arrayValue, !values.isEmpty
    else { return nil }
    let fields = values.compactMap { value -> NoteContent.Field? in
      guard let field = value.objectValue, let text = field["value"]?.stringValue else {
        return nil
      }
      return NoteContent.Field(
        name: field["name"]?.stringValue ?? "", value: text,
        isHTML: field["html"]?.boolValue ?? false)
    }
    guard fields.count == values.count else { return nil }
    let type = members["type"]?.stringValue
    let name = type.map { renamed[$0] ?? $0 }
    return NoteTranscript(
      form: form, ask: ask, fields: fields,
      tags: (members["tags"]?.arrayValue ?? []).compactMap(\.stringValue),
      id: members["id"]?.stringValue, typeName: name,
      keys: name == type
        ? cards.compactMap { $0["key"]?.stringValue.flatMap { CardKey(text: $0) } } : [])
  }

  /// A tag of Anki's holds no blank.
  private static func tag(_ tag: String) -> String {
    String(tag.map { $0.isWhitespace ? "_" : $0 })
  }

  /// The type under which such notes go out as a package.
  private func type(of note: NoteTranscript) -> AnkiNoteType {
    let isTyped = note.ask == .type
    if let stock = StockType(form: note.form, isTyped: isTyped) { return stock.type }
    var typed = TypedTypes()
    let name = note.typeName ?? ""
    typed.add(
      name, noteTypes[name] ?? ownTypes[name], fields: note.fields.map(\.name))
    return typed.types[name] ?? StockType.basic.type
  }

  private mutating func deckID(_ text: String) -> Int64 {
    let name = TextSource.deckName(text.isEmpty ? "Imported" : text)
    if let id = decks[name] { return id }
    let id = ids.make("deck \(name)")
    decks[name] = id
    return id
  }
}

extension OpenedFile {
  /// Reads an export of our own.
  @concurrent
  static func exportedJSON(
    _ path: String, ownTypes: NoteTypes, calendar: StudyCalendar
  ) async throws -> OpenedFile {
    OpenedFile(path: path) { _, now in
      try ExportedJSON.read(
        FileSystem.live.contents(of: path), path: path, ownTypes: ownTypes, now: now,
        calendar: calendar)
    }
  }
}
