import AnkiExchange
import DeckFormat
import FileStorage
import History
import StudyDomain

extension TransferManager {
  func exportJSON(_ notes: [Int], _ request: ExportRequest) throws -> ExportReport {
    var export = try JSONExport(notes, request, of: index)
    for note in notes { try export.add(note) }
    return try export.finish()
  }
}

/// Everything of some notes as JSON, a note after the other: none but the present one is held.
@MainActor struct JSONExport: ~Copyable {
  private let request: ExportRequest
  private let index: StudyIndex
  private var report: ExportReport
  private var file: ExportFile
  private var json: NoteJSON

  /// Begins the file, which is whole only after `finish`.
  init(_ notes: [Int], _ request: ExportRequest, of index: StudyIndex) throws {
    let clock = index.clock
    let head = JSONValue.array([
      .string(clock.now().iso(in: .utc)), .string(clock.today.isoDate),
    ]).utf8.dropFirst().dropLast().split(separator: UInt8(ascii: ","))
    var begun = try ExportFile(request.path, replaces: request.replaces)
    try begun.write(
      Array("{\"format\":\"deckle\",\"version\":1,\"exported\":".utf8) + head[0]
        + Array(",\"today\":".utf8) + head[1] + Array(",\"note_types\":".utf8)
        + JSONValue.array(Self.noteTypes(of: notes, index)).utf8 + Array(",\"notes\":[".utf8))
    self.request = request
    self.index = index
    report = ExportReport(file: request.path, format: .json)
    json = NoteJSON(index: index, hasHistory: request.hasHistory)
    file = begun
  }

  mutating func add(_ number: Int) throws {
    guard let note = json.note(number) else {
      let entry = index.library.snapshot.notes[number]
      let path = index.library.snapshot.files[Int(entry.file)].path
      report.skipped.append(
        .init(text: "\(path):\(entry.parsed.line)", reason: "its text cannot be read"))
      return
    }
    try file.write(Array((report.notes == 0 ? "\n" : ",\n").utf8) + note.utf8)
    report.notes += 1
  }

  mutating func finish() throws -> ExportReport {
    try file.write(Array("\n]}\n".utf8))
    try file.finish()
    if json.namesMedia {
      report.remarks.append("the media that its notes name are not in it")
    }
    report.cards = json.cards
    report.reviews = json.reviews
    report.bytes = Int64(try FileSystem.live.status(ofPath: request.path)?.size ?? 0)
    return report
  }

  /// The types of notes that have templates: without these their cards would be others.
  private static func noteTypes(of notes: [Int], _ index: StudyIndex) -> [JSONValue] {
    let snapshot = index.library.snapshot
    var seen: Set<String> = []
    var types: [JSONValue] = []
    for number in notes where snapshot.notes[number].parsed.form == .note {
      // A note that cannot be read is told below.
      guard let name = try? index.library.content(ofNote: number).typeName,
        seen.insert(name).inserted
      else { continue }
      let path = snapshot.files[Int(snapshot.notes[number].file)].path
      guard let type = index.library.settings.noteTypes(forFile: path)[name] else { continue }
      types.append(NotationCell.json(name, type))
    }
    return types
  }
}

/// Notes in the shape that the manual describes.
@MainActor private struct NoteJSON {
  let index: StudyIndex
  let hasHistory: Bool
  private(set) var cards = 0
  private(set) var reviews = 0
  private(set) var namesMedia = false

  init(index: StudyIndex, hasHistory: Bool) {
    self.index = index
    self.hasHistory = hasHistory
  }

  /// Nil for a note that cannot be read.
  mutating func note(_ number: Int) -> JSONValue? {
    let snapshot = index.library.snapshot
    // What is wrong with the text is told as a note that was left out.
    guard let content = try? index.library.content(ofNote: number) else { return nil }
    if !namesMedia {
      namesMedia = content.fields.contains { field in
        ["![", "<img", "[sound:"].contains { field.value.contains($0) }
      }
    }
    let entry = snapshot.notes[number]
    var members: [String: JSONValue] = [
      "deck": .string(snapshot.decks[Int(entry.deck)].name.text),
      "file": .string(snapshot.files[Int(entry.file)].path),
      "line": .integer(Int64(entry.parsed.line)), "form": .string(content.form.word),
      "ask": .string(content.ask.word), "tags": .array(content.tags.map { .string($0) }),
      "context": .string(snapshot.contexts[Int(entry.context)]),
      "type": .orNull(content.typeName), "id": .orNull(content.pinnedID),
      "fields": .array(
        content.fields.map {
          .object([
            "name": .string($0.name), "value": .string($0.value), "html": .bool($0.isHTML),
          ])
        }),
    ]
    members["cards"] = .array(
      snapshot.cards(ofNote: number).compactMap { card in
        snapshot.cards[card].isDuplicate
          ? nil : self.card(card, content.cards[Int(snapshot.cards[card].face)])
      })
    return .object(members)
  }

  private mutating func card(_ number: Int, _ content: CardContent) -> JSONValue {
    cards += 1
    var members: [String: JSONValue] = [
      "key": .string(content.key.text), "kind": .string(content.kind),
      "front": .string(ClozeMark.plain(content.text.front)),
      "back": .string(ClozeMark.plain(content.text.back)), "hint": .orNull(content.hint),
      "template": .orNull(content.template.isEmpty ? nil : content.template),
      "cloze": content.clozeNumber.map { .integer(Int64($0)) } ?? .null,
    ]
    guard hasHistory else { return .object(members) }
    members["state"] = state(index.state(ofCard: number))
    let entries = index.id(ofCard: number).map { index.history.history.entries(of: $0) } ?? []
    let answers = entries.filter { $0.review != nil }
    reviews += answers.count
    members["reviews"] = .array(answers.compactMap(review))
    return .object(members)
  }

  private func state(_ state: CardState) -> JSONValue {
    let due: JSONValue =
      switch state.due {
      case nil: .null
      case .day(let day): .string(day.isoDate)
      case .time(let time): .string(time.iso(in: .utc))
      }
    return .object([
      "phase": .string(state.phase.word), "due": due,
      "interval": .orNull(state.interval?.historyForm),
      "stability": state.memory.map { .number($0.stability) } ?? .null,
      "difficulty": state.memory.map { .number($0.difficulty) } ?? .null,
      "reps": .integer(Int64(state.reps)), "lapses": .integer(Int64(state.lapses)),
      "steps_left": .integer(Int64(state.stepsLeft)), "flag": .integer(Int64(state.flag)),
      "suspended": .bool(state.isSuspended), "marked": .bool(state.isMarked),
      "leech": .bool(state.isLeech),
      "buried": .bool(state.isBuried(on: index.clock.today)),
      "last_review": .orNull(state.lastReview?.iso(in: .utc)),
    ])
  }

  private func review(_ entry: CardEntry) -> JSONValue? {
    guard let review = entry.review else { return nil }
    return .object([
      "time": .integer(entry.time.milliseconds), "day": .string(entry.day.isoDate),
      "offset": .integer(Int64(entry.offsetMinutes)),
      "grade": .string(review.grade.word), "interval": .string(review.interval.historyForm),
      "taken": .integer(review.takenMilliseconds), "mode": .string(review.mode.word),
      "before": .string(entry.phaseBefore.word),
      "elapsed": .integer(Int64(review.elapsedDays)),
      "stability": review.memory.map { .number($0.stability) } ?? .null,
      "difficulty": review.memory.map { .number($0.difficulty) } ?? .null,
    ])
  }
}

extension JSONValue {
  fileprivate static func orNull(_ text: String?) -> JSONValue {
    text.map { .string($0) } ?? .null
  }
}

extension NoteForm {
  /// The word in JSON.
  var word: String {
    switch self {
    case .basic: "basic"
    case .term: "term"
    case .cloze: "cloze"
    case .note: "note"
    case .pair: "pair"
    case .reversiblePair: "reversible_pair"
    case .question: "question"
    case .reversibleQuestion: "reversible_question"
    case .highlight: "highlight"
    }
  }

  init?(word: String) {
    guard let form = NoteForm.allCases.first(where: { $0.word == word }) else { return nil }
    self = form
  }
}
