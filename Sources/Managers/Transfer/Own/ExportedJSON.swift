import AnkiExchange
import DeckFormat
import FileStorage
import StudyDomain

/// Reads the JSON that `export` writes: notes in their notation, answers, and what the cards were.
struct ExportedJSON {
  private var collection = AnkiCollection()
  private var exact: [Int64: ExactNote] = [:]
  private var skipped: [TransferReport.Note] = []
  private var noteTypes = NoteTypes()
  /// Our names of types whose names here mean other types.
  private var renamed: [String: String] = [:]
  private var writer = TranscriptWriter(noteTypes: NoteTypes())
  private var ids = DerivedIDs()
  private var guids: Set<String> = []
  private var decks: [String: Int64] = [:]
  private var types: [Int64: AnkiNoteType] = [:]
  private var isExportedToday = false
  private let ownTypes: NoteTypes
  private let now: Timestamp
  private let today: StudyDay
  /// What days of cards count from, as `PackageContents` has it.
  private let firstDay: Int

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

  // MARK: Cards

  private mutating func read(
    _ members: [String: JSONValue], _ key: CardKey, _ ordinal: Int, _ note: Int64, _ deck: Int64,
    _ own: inout ExactNote
  ) {
    var card = AnkiCard(
      id: ids.make("card \(key.text)"), noteID: note, deckID: deck, ordinal: ordinal)
    card.due = Int64(collection.cards.count + 1)
    for review in members["reviews"]?.arrayValue ?? [] {
      if let review = review.objectValue { read(review, ofCard: card.id) }
    }
    if let state = members["state"]?.objectValue {
      set(state, &card)
      if state["marked"]?.boolValue ?? false { own.marked?.insert(ordinal) }
      if state["leech"]?.boolValue ?? false { own.leeches?.insert(ordinal) }
    }
    collection.cards.append(card)
  }

  private func set(_ state: [String: JSONValue], _ card: inout AnkiCard) {
    func number(_ name: String) -> Int64 { state[name]?.integerValue ?? 0 }
    card.flag = Int(min(max(number("flag"), 0), 7))
    card.repetitions = Int32(clamping: number("reps"))
    card.lapses = Int32(clamping: number("lapses"))
    switch state["phase"]?.stringValue.flatMap(CardPhase.init(word:)) {
    case .learning: (card.kind, card.queue) = (.learning, .learning)
    case .review: (card.kind, card.queue) = (.review, .review)
    case .relearning: (card.kind, card.queue) = (.relearning, .learning)
    case .new, nil: break
    }
    if card.kind != .new {
      let due = state["due"]?.stringValue ?? ""
      if let date = CivilDate(iso: due) {
        card.due = Int64(date.daysSince1970 - firstDay)
      } else if let time = Timestamp(iso: due, in: .utc) {
        card.due = time.seconds
      }
      if case .days(let days)? = state["interval"]?.stringValue.flatMap(Interval.init(historyForm:))
      {
        card.intervalDays = Int32(clamping: days)
      }
      card.lastReview =
        state["last_review"]?.stringValue
        .flatMap { Timestamp(iso: $0, in: .utc) }?.seconds
    }
    if let stability = state["stability"]?.doubleValue,
      let difficulty = state["difficulty"]?.doubleValue
    {
      card.stability = stability
      card.difficulty = difficulty
    }
    if state["buried"]?.boolValue ?? false, isExportedToday {
      card.queue = .buriedByHand
      card.modified = now.seconds
    }
    if state["suspended"]?.boolValue ?? false { card.queue = .suspended }
  }

  private mutating func read(_ review: [String: JSONValue], ofCard card: Int64) {
    guard let time = review["time"]?.integerValue,
      let grade = review["grade"]?.stringValue.flatMap(Grade.init(word:)),
      let interval = review["interval"]?.stringValue.flatMap(Interval.init(historyForm:))
    else { return }
    let mode = review["mode"]?.stringValue
    let kind: AnkiReview.Kind
    switch (mode, review["before"]?.stringValue) {
    case ("ahead", _), ("cram", _): kind = .filtered
    case (_, "review"): kind = .review
    case (_, "relearning"): kind = .relearning
    default: kind = .learning
    }
    let given: Int32 =
      switch interval {
      case .days(let days): Int32(clamping: days)
      case .seconds(let seconds): -Int32(clamping: seconds)
      }
    collection.reviews.append(
      AnkiReview(
        id: time, cardID: card, button: UInt8(grade.rawValue), interval: given, lastInterval: 0,
        factor: mode == "cram" ? 0 : 1,
        milliseconds: Int32(clamping: review["taken"]?.integerValue ?? 0), kind: kind))
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
