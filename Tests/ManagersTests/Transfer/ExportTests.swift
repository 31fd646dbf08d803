import AnkiExchange
import Foundation
import History
import StudyDomain
import TestSupport
import Testing

@testable import Managers

@MainActor @Suite struct ExportTests {
  @Test func `notes made here have fields and types that Anki knows`() throws {
    let exported = try Native.desk().exported().collection
    func type(_ front: String) throws -> AnkiNoteType {
      let note = try #require(exported.notes.first { $0.fields[0].contains(front) })
      return try #require(exported.noteTypes.first { $0.id == note.noteTypeID })
    }
    func fields(_ front: String) throws -> [String] {
      try #require(exported.notes.first { $0.fields[0].contains(front) }).fields
    }
    #expect(try fields("to speak") == ["to speak", "hablar"])
    #expect(NoteNotation(try type("to speak")) == .basic(isTyped: false))
    #expect(NoteNotation(try type("perro")) == .term(isTyped: false))
    #expect(
      try fields("of a group")
        == ["The {{c1::order}} of a group is {{c2::its size}}.", "extra"])
    #expect(NoteNotation(try type("of a group")) == .cloze(isTyped: false))
    #expect(try fields("light") == ["speed of light", "<b>c</b>"])
    #expect(NoteNotation(try type("light")) == .basic(isTyped: true))
    #expect(try fields("Ottawa") == ["{{c2::Ottawa::city}} in {{c1::1857}}", ""])
    let planet = try fields("planet")
    #expect(planet[0].contains("<li>☐ Jupiter</li>"))
    #expect(planet[1].contains("<li>☑ Jupiter</li>"))
    #expect(try fields("biceps") == ["biceps", "<b>bends</b>"])
    #expect(try type("biceps").fields.map(\.name) == ["Name", "Action"])
    #expect(exported.notes.first { $0.fields[0] == "to speak" }?.tags == ["spanish"])
    #expect(exported.decks.map(\.name).sorted().contains("Spanish::Verbs"))
  }

  @Test func `options of a deck are a preset of their own`() throws {
    let desk = try TestCollection([
      "A.md":
        "---\nnew_per_day: 7\nlearning_steps: [2m, 1h]\ndesired_retention: 0.85\n---\n\nQ: a\nA: b\n"
    ]).open()
    let exported = try desk.exported().collection
    let deck = try #require(exported.decks.first { $0.name == "A" })
    guard case .normal(let normal) = deck.kind else {
      Issue.record("a filtered deck")
      return
    }
    let preset = try #require(exported.presets.first { $0.id == normal.presetID })
    #expect(preset.newPerDay == 7)
    #expect(preset.learningSteps == [2, 60])
    #expect(preset.desiredRetention == 0.85)
    #expect(exported.usesFSRS)
  }

  @Test func `flags, marks, leeches and suspension go along, and stay behind when asked`() throws {
    let desk = try TestCollection(["A.md": deck(1...4)]).open()
    let cards = desk.cards
    try desk.flashcards.perform(.flag(5), on: [cards[0]])
    try desk.flashcards.perform(.mark(true), on: [cards[1]])
    try desk.flashcards.perform(.suspend, on: [cards[2]])
    try desk.flashcards.perform(.bury, on: [cards[3]])
    try desk.session.answer(card: cards[0], .good, milliseconds: 10)
    let exported = try desk.exported().collection
    func card(_ front: String) throws -> AnkiCard {
      let note = try #require(exported.notes.first { $0.fields[0] == front })
      return try #require(exported.cards.first { $0.noteID == note.id })
    }
    #expect(try card("question 1").flag == 5)
    #expect(exported.notes.first { $0.fields[0] == "question 2" }?.tags == ["marked"])
    #expect(try card("question 3").queue == .suspended)
    #expect(try card("question 4").queue == .buriedByHand)
    let bare = try desk.exported { $0.hasHistory = false }.collection
    #expect(bare.reviews == [])
    #expect(bare.cards.allSatisfy { $0.kind == .new && $0.flags == 0 && $0.queue == .new })
    #expect(bare.notes.allSatisfy { $0.tags.isEmpty })
  }

  @Test func `a query names cards, and their notes go as a whole`() throws {
    let desk = try Native.desk()
    var query = try Query(parsing: "perro")
    let exported = try desk.exported { $0.query = query }
    #expect(exported.collection.notes.count == 1)
    #expect(exported.collection.cards.count == 2)
    query = try Query(parsing: "deck:Nowhere")
    #expect(throws: TransferError.nothingToExport) {
      _ = try desk.exported { $0.query = query }
    }
  }

  @Test func `files that texts name go along under one flat name each`() throws {
    let collection = try TestCollection([
      "A/One.md":
        "Q: ![a cat](img/cat%20one.png) and ![](../top.png)\nA: [sound:x.mp3] ![[gone.png|20]]\n",
      "B/Two.md": "Q: ![](img/cat%20one.png)\nA: b\n", "A/img/cat one.png": "first",
      "B/img/cat one.png": "second", "top.png": "top", "media/x.mp3": "sound",
      "media/unused.png": "no",
    ])
    let desk = try collection.open()
    let exported = try desk.exported()
    #expect(exported.media.count == 4)
    #expect(exported.media["cat one.png"] == Array("first".utf8))
    let other = try #require(exported.media.first { $0.value == Array("second".utf8) }?.key)
    #expect(exported.report.missingMedia == ["gone.png"])
    #expect(
      try exported.fields("a cat")[0]
        == "<img src=\"cat one.png\" alt=\"a cat\"> and <img src=\"top.png\">")
    #expect(try exported.fields(other)[0] == "<img src=\"\(other)\">")
    let bare = try desk.exported { $0.hasMedia = false }
    #expect(bare.media.isEmpty)
  }

  @Test func `E13 a card with an interval and no answers stays as it was`() async throws {
    // Case E13.
    var package = MadePackage()
    package.add(["front", "back"]) {
      $0.kind = .review
      $0.queue = .suspended
      $0.intervalDays = 196
      $0.due = 300
    }
    let collection = try TestCollection()
    let desk = try collection.open()
    try await desk.transfer.importFile(package.write("p.apkg", in: collection.folder))
    let card = try #require(try desk.exported().collection.cards.first)
    #expect(card.kind == .review)
    #expect(card.queue == .suspended)
    #expect(card.intervalDays == 196)
    #expect(card.repetitions == 0)
  }

  @Test func `E15 days of relearning and of long steps stay the calendar days they were`()
    async throws
  {
    // Cases E15 and E16: two collections that count from different days.
    let collection = try TestCollection()
    let desk = try collection.open()
    var days: [Int64: Int64] = [:]
    for (number, created) in [Int64(1_740_000_000), 1_700_000_000].enumerated() {
      var package = MadePackage(created: created)
      package.add(["relearning \(number)", "b"], guid: "r\(number)") {
        $0.id += Int64(number) * 10
        $0.noteID += Int64(number) * 10
        $0.kind = .relearning
        $0.queue = .dayLearning
        $0.due = 1234
        $0.intervalDays = 3
      }
      package.collection.notes[0].id += Int64(number) * 10
      try await desk.transfer.importFile(package.write("\(number).apkg", in: collection.folder))
      days[package.collection.cards[0].id] = (created + 3600) / 86_400 + 1234
    }
    let exported = try desk.exported().collection
    #expect(exported.cards.count == 2)
    let first = (exported.created - Int64(exported.creationOffsetMinutes ?? 0) * 60) / 86_400
    for card in exported.cards {
      #expect(card.queue == .dayLearning)
      #expect(card.due + first == days[card.id])
    }
  }

  @Test func `E20 decks keep the names that no file can have`() async throws {
    // Case E20.
    let names = ["Język::a/b: \"x\"?", "Deck/One", "Deck-One", "lower", "Lower case"]
    var package = MadePackage()
    for (number, name) in names.enumerated() { package.add(["note \(number)", "b"], deck: name) }
    let collection = try TestCollection()
    let desk = try collection.open()
    try await desk.transfer.importFile(package.write("p.apkg", in: collection.folder))
    let exported = try desk.exported().collection
    for (number, name) in names.enumerated() {
      let note = try #require(exported.notes.first { $0.fields[0] == "note \(number)" })
      let card = try #require(exported.cards.first { $0.noteID == note.id })
      #expect(exported.decks.first { $0.id == card.deckID }?.name == name)
    }
  }

  @Test func `decks that were put below another one stay below it`() async throws {
    let desk = try TestCollection().open()
    let path = PackageFixture(name: "01_basic_legacy1.apkg").path
    try await desk.transfer.importFile(path, TransferOptions(into: DeckName("From Anki")))
    let exported = try desk.exported().collection
    #expect(exported.decks.contains { $0.name == "From Anki::Geography::Europe" })
    let used = Set(exported.cards.map(\.deckID))
    let names = exported.decks.filter { used.contains($0.id) }.map(\.name)
    #expect(names.allSatisfy { $0.hasPrefix("From Anki") })
  }

  @Test(arguments: ["txt", "csv"])
  func `E27 texts with lines, separators and quotes stay one value`(ending: String) throws {
    // Cases E8 and E27.
    let desk = try TestCollection([
      "A.md": "Q: one, two; \"three\"\tfour\nA:\nline one\n  indented\n\n#hash\n"
    ]).open()
    let text = try desk.exportedText(.notes, ending: ending) { $0.hasDetails = false }
    let separator = ending == "csv" ? "," : "\t"
    let name = ending == "csv" ? "comma" : "tab"
    let head = "#separator:\(name)\n#html:true\n"
    try #require(text.hasPrefix(head))
    let rows = Rows.parse(String(text.dropFirst(head.count)), separator: Character(separator))
    let fields = try desk.exported().collection.notes[0].fields
    #expect(rows == [fields])
    #expect(fields[0].contains("one, two; \"three\""))
    #expect(fields[1].contains("\n") || fields[1].contains("<p>"))
  }

  @Test(arguments: [ExportRequest.Format.apkg, .notes, .json])
  func `a link stays a link, and what is no file stays what it is`(
    format: ExportRequest.Format
  ) throws {
    let desk = try TestCollection(["a.md": "Q: one\nA: two\n"]).open()
    let folder = desk.collection.folder
    try folder.write("target", "old")
    let link = "\(folder.path)/link"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "\(folder.path)/target")
    var request = ExportRequest(path: link, format: format)
    request.replaces = true
    _ = try desk.transfer.export(request)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: link) == "\(folder.path)/target")
    #expect(FileManager.default.contents(atPath: "\(folder.path)/target") != Data("old".utf8))
    let pipe = "\(folder.path)/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    for path in [pipe, folder.path] {
      request.path = path
      #expect(throws: TransferError.self) { try desk.transfer.export(request) }
    }
    var status = stat()
    #expect(stat(pipe, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
  }

  @Test func `a file that is there stays unless it may go`() throws {
    let desk = try Native.desk()
    let path = "\(desk.collection.folder.path)/there.apkg"
    try desk.collection.folder.write("there.apkg", "mine")
    for format in ExportRequest.Format.allCases {
      #expect(throws: TransferError.fileExists(path: path)) {
        _ = try desk.transfer.export(ExportRequest(path: path, format: format))
      }
    }
    #expect(try desk.collection.folder.read("there.apkg") == "mine")
    var request = ExportRequest(path: path, format: .json)
    request.replaces = true
    let report = try desk.transfer.export(request)
    #expect(report.notes > 0)
    #expect(try desk.collection.folder.read("there.apkg").hasPrefix("{"))
  }

  @Test(arguments: ExportRequest.Format.allCases)
  func `where nothing can be written nothing is left`(format: ExportRequest.Format) throws {
    let desk = try Native.desk()
    let before = try desk.files()
    let path = "\(desk.collection.folder.path)/missing/x.out"
    #expect(throws: (any Error).self) {
      _ = try desk.transfer.export(ExportRequest(path: path, format: format))
    }
    #expect(try desk.files() == before)
  }

  @Test func `JSON has notes, cards, states and answers`() throws {
    let desk = try Native.desk()
    try desk.session.answer(card: desk.card("question 7"), .easy, milliseconds: 1500)
    let text = try desk.exportedText(.json, ending: "json")
    let value = try #require(JSONValue(utf8: Array(text.utf8))?.objectValue)
    #expect(value["format"] == .string("deckle"))
    #expect(value["version"] == .integer(1))
    #expect(value["today"] == .string("2026-12-01"))
    let notes = try #require(value["notes"]?.arrayValue)
    #expect(notes.count == 37)
    let note = try #require(
      notes.compactMap(\.objectValue).first {
        $0["fields"]?.arrayValue?.first?.objectValue?["value"] == .string("question 7")
      })
    #expect(note["deck"] == .string("Small"))
    #expect(note["form"] == .string("basic"))
    let card = try #require(note["cards"]?.arrayValue?.first?.objectValue)
    #expect(card["front"] == .string("question 7"))
    #expect(card["state"]?.objectValue?["phase"] == .string("review"))
    let review = try #require(card["reviews"]?.arrayValue?.first?.objectValue)
    #expect(review["grade"] == .string("easy"))
    #expect(review["taken"] == .integer(1500))
    #expect(review["before"] == .string("new"))
  }
}

/// Rows as RFC 4180 reads them, written without a look at the writer.
enum Rows {
  static func parse(_ text: String, separator: Character) -> [[String]] {
    var rows: [[String]] = []
    var row: [String] = []
    var value = ""
    var isQuoted = false
    var characters = Array(text)[...]
    while let character = characters.popFirst() {
      if isQuoted {
        if character != "\"" {
          value.append(character)
        } else if characters.first == "\"" {
          value.append("\"")
          characters.removeFirst()
        } else {
          isQuoted = false
        }
      } else if character == "\"", value.isEmpty {
        isQuoted = true
      } else if character == separator {
        row.append(value)
        value = ""
      } else if character == "\n" {
        rows.append(row + [value])
        (row, value) = ([], "")
      } else {
        value.append(character)
      }
    }
    return rows
  }
}
