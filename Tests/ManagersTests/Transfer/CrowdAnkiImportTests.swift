import AnkiExchange
import Foundation
import StudyDomain
import TestSupport
import Testing

@testable import Managers

@MainActor @Suite struct CrowdAnkiImportTests {
  private func counts(_ numbers: Int...) -> [Int] { numbers }

  static func deck(
    _ name: String, notes: String, children: String = "", shared: Bool = true
  ) -> String {
    let models = """
      "note_models": [{"__type__": "NoteModel", "crowdanki_uuid": "model-1", "name": "Land",
        "type": 0, "css": ".card {}", "flds": [{"name": "Country", "ord": 0}, {"name": "Capital",
        "ord": 1}, {"name": "Flag", "ord": 2}],
        "tmpls": [
          {"name": "Capital", "ord": 0, "qfmt": "{{#Capital}}Capital of {{Country}}?{{/Capital}}",
           "afmt": "{{FrontSide}}<hr id=answer>{{Capital}}"},
          {"name": "Flag", "ord": 1, "qfmt": "{{#Flag}}{{Flag}}{{/Flag}}", "afmt": "{{Country}}"}
        ]}],
      "deck_configurations": [{"__type__": "DeckConfig", "crowdanki_uuid": "conf-1",
        "name": "Slow", "new": {"perDay": 7, "delays": [1, 10]}, "rev": {"perDay": 70},
        "lapse": {"delays": [10]}}],
      """
    return """
      {"__type__": "Deck", "crowdanki_uuid": "deck-\(name)", "deck_config_uuid": "conf-1",
       \(shared ? models : "") "name": "\(name)", "desc": "", "media_files": [],
       "children": [\(children)], "notes": [\(notes)]}
      """
  }

  static func note(_ guid: String, _ fields: [String], tags: [String] = ["UG::Europe"]) -> String {
    let values = fields.map { "\"\($0)\"" }.joined(separator: ", ")
    let words = tags.map { "\"\($0)\"" }.joined(separator: ", ")
    return """
      {"__type__": "Note", "guid": "\(guid)", "note_model_uuid": "model-1",
       "fields": [\(values)], "tags": [\(words)], "data": "", "flags": 0}
      """
  }

  @Test func `nested decks, cards by their templates, media of the folder`() async throws {
    let child = Self.deck(
      "Islands", notes: Self.note("g2", ["Malta", "Valletta", ""]), shared: false)
    let text = Self.deck(
      "Geography",
      notes: Self.note("ch&}RMJ`Pr", ["Spain", "Madrid", "<img src='es.svg'>"]),
      children: child)
    let source = try ForeignFolder(["deck.json": text, "media/es.svg": "<svg/>"])
    let collection = try TestCollection()
    let report = try await collection.open().transfer.importFile(source.path)
    #expect(counts(report.new, report.cards, report.media) == [2, 3, 1])
    #expect(report.decks.map(\.name.text) == ["Geography", "Geography::Islands"])
    let desk = try collection.open()
    #expect(try desk.front(desk.card("Capital of Malta")).contains("Malta"))
    #expect(try collection.text("media/es.svg") == "<svg/>")
    let deck = try #require(desk.library.snapshot.deck(named: DeckName("Geography")))
    #expect(desk.index.options(ofDeck: deck).newPerDay == 7)
    #expect(try desk.find("tag:UG::Europe").count == 3)

    try collection.set("2026-12-02T10:00:00+01:00")
    let before = try desk.files()
    let again = try await collection.open().transfer.importFile("\(source.path)/deck.json")
    #expect(counts(again.new, again.updated, again.unchanged) == [0, 0, 2])
    #expect(try desk.files() == before)
  }

  @Test func `a changed field is an update`() async throws {
    let collection = try TestCollection()
    let source = try ForeignFolder([
      "x.json": Self.deck("Geo", notes: Self.note("g", ["Spain", "Toledo", ""]))
    ])
    try await collection.open().transfer.importFile("\(source.path)/x.json")
    try collection.set("2026-12-02T10:00:00+01:00")
    try source.folder.write(
      "in/x.json", Self.deck("Geo", notes: Self.note("g", ["Spain", "Madrid", ""])))
    let report = try await collection.open().transfer.importFile("\(source.path)/x.json")
    #expect(counts(report.new, report.updated) == [0, 1])
    #expect(try collection.text("Geo.md").contains("Madrid"))
  }

  @Test func `fields too few or too many and strange types are told`() async throws {
    let collection = try TestCollection()
    let strange = Self.note("g3", ["x"]).replacingOccurrences(of: "model-1", with: "model-9")
    let source = try ForeignFolder([
      "x.json": Self.deck(
        "Geo",
        notes: [Self.note("g", ["a", "b"]), Self.note("g2", ["c", "d", "e", "f"]), strange]
          .joined(separator: ","))
    ])
    let report = try await collection.open().transfer.importFile("\(source.path)/x.json")
    #expect(report.new == 2)
    #expect(report.remarks.count == 3)
  }

  @Test(arguments: ["{", "[]", "{\"__type__\": \"Deck\"}", "{\"note_models\": 3, \"name\": \"x\"}"])
  func `what is no deck is refused and changes nothing`(text: String) async throws {
    let source = try ForeignFolder(["deck.json": text])
    let desk = try TestCollection().open()
    let before = try desk.files()
    await #expect(throws: TransferError.self) {
      try await desk.transfer.importFile("\(source.path)/deck.json")
    }
    #expect(try desk.files() == before)
  }

  @Test func `a damaged deck never crashes the reader`() throws {
    let whole = Array(
      Self.deck("Geo", notes: Self.note("g", ["a", "b", "c"]), children: Self.deck("x", notes: ""))
        .utf8)
    var numbers = SystemRandomNumberGenerator()
    for round in 0..<400 {
      var bytes = whole
      for _ in 0...(round % 5) {
        let place = Int.random(in: 0..<bytes.count, using: &numbers)
        switch round % 3 {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &numbers)
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + 9))
        default: bytes.insert(contentsOf: bytes[..<min(place, 40)], at: place)
        }
      }
      // Refused or read, whichever: it must come back.
      if let deck = try? CrowdAnkiReader.read(bytes, modified: 1) {
        #expect(deck.collection.notes.count <= 4)
      }
    }
  }

  nonisolated static let real: String? = {
    let root =
      ProcessInfo.processInfo.environment["DECKLE_SHARED"]
      ?? URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../../shared").standardized.path
    let path = "\(root)/decks/other/ultimate-geography-he.crowdanki.json"
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }()

  @Test(.enabled(if: real != nil, "the real deck is not here"))
  func `a real deck has its 319 notes and 978 cards`() async throws {
    let path = try #require(Self.real)
    let collection = try TestCollection()
    let report = try await collection.open().transfer.importFile(path)
    #expect(counts(report.new, report.cards, report.lostCards) == [319, 978, 0])
    #expect(report.skipped.isEmpty)
    #expect(report.missingMedia.count == 546)
    let again = try await collection.open().transfer.importFile(path)
    #expect(counts(again.new, again.updated, again.unchanged) == [0, 0, 319])
  }
}
