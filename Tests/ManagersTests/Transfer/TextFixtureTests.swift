import AnkiExchange
import StudyDomain
import Testing

@testable import Managers

@MainActor @Suite struct TextFixtureTests {
  /// Texts that Anki makes a card of and we do not, since it would ask nothing.
  private let unasked = [
    "t09_ragged.txt": ["   "], "t11_cloze.txt": ["no cloze at all"],
    "t21_exported_notes_cloze.txt": ["{{c1::}} empty, {{c2:: }} blank"],
  ]

  @Test(arguments: TextFixture.single)
  func `rows become the notes and cards that Anki makes of them`(fixture: TextFixture) throws {
    let expected = try fixture.expected()
    let desk = try TestCollection().open()
    let text = try desk.transfer.openText(fixture.path)
    let told = try #require(expected.imports.first)
    #expect(text.table.format.separator.name == told.metadata.delimiter.lowercased())
    #expect(text.table.format.isHTML == told.metadata.is_html)
    var source = TextSource(
      text, ledger: try ImportLedger(folder: "\(desk.collection.root)/none"),
      now: Timestamp(milliseconds: 1_700_000_000_000), defaultDeck: "Default")
    let made = source.source()
    let types = Dictionary(
      made.collection.noteTypes.map { ($0.id, $0) }, uniquingKeysWith: { one, _ in one })
    #expect(made.skipped.count == told.log.missing_notetype + told.log.empty_first_field)
    try #require(made.collection.notes.count == expected.notes.count)
    for (ours, theirs) in zip(made.collection.notes, expected.notes) {
      let type = try #require(types[ours.noteTypeID])
      #expect(type.name == theirs.notetype)
      #expect(type.fields.map(\.name) == theirs.fields.map { $0[0] })
      #expect(ours.fields == theirs.fields.map { plain($0[1], text.table.format.isHTML) })
      #expect(ours.tags == theirs.tags)
      if let guid = theirs.guid { #expect(ours.guid == guid) }
    }
    #expect(Set(made.collection.notes.map(\.guid)).count == expected.notes.count)
    let decks = Dictionary(
      made.collection.decks.map { ($0.id, $0.name) }, uniquingKeysWith: { one, _ in one })
    let places = Dictionary(
      made.collection.notes.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { one, _ in one })
    let cards = made.collection.cards.map {
      "\(places[$0.noteID] ?? -1) \(decks[$0.deckID] ?? "") \($0.ordinal)"
    }
    #expect(cards == expected.cards.map { "\($0.note_index) \($0.deck) \($0.ord)" })
  }

  /// Anki writes quotes of plain text as entities, which nobody wants to read in a deck file.
  private func plain(_ field: String, _ isHTML: Bool) -> String {
    isHTML
      ? field
      : field.replacing("&quot;", with: "\"").replacing("&#x27;", with: "'")
  }

  @Test(arguments: TextFixture.single + TextFixture.sequences)
  func `the library holds what Anki's collection holds after the same imports`(
    fixture: TextFixture
  ) async throws {
    let expected = try fixture.expected()
    let desk = try TestCollection().open()
    var aliases: [String: String] = [:]
    var lost: [String] = []
    for step in expected.imports {
      let report = try await desk.transfer.importFile("\(PackageFixture.folder)/\(step.file)")
      aliases[String(step.file.prefix { $0 != "." })] = "Default"
      let none = unasked[step.file] ?? []
      lost += none
      let doubles = step.metadata.dupe_resolution == "DUPLICATE" ? step.log.first_field_match : 0
      #expect(report.new == step.log.new + doubles - none.count)
      #expect(report.conflicting == [])
      #expect(report.format != nil)
    }
    let decks = Dictionary(
      expected.cards.map { ($0.note_index, $0.deck) }, uniquingKeysWith: { first, _ in first })
    let theirs = expected.notes.enumerated().filter { !lost.contains($1.fields[0][1]) }.map {
      PlainNote(
        type: $1.notetype, fields: $1.fields.map { $0[1] }, tags: $1.tags, deck: decks[$0] ?? "")
    }
    let ours = try desk.plainNotes(aliases)
    #expect(ours.map(\.description).sorted() == theirs.map(\.description).sorted())
  }

  @Test(arguments: TextFixture.single.filter { !$0.name.hasSuffix("both.txt") })
  func `the same text again changes nothing`(fixture: TextFixture) async throws {
    let collection = try TestCollection()
    let first = try await collection.open().transfer.importFile(fixture.path)
    let desk = try collection.open()
    let before = try desk.files()
    let again = try await desk.transfer.importFile(fixture.path)
    #expect(again.new == 0)
    #expect(again.updated == 0)
    #expect(again.unchanged == first.new)
    #expect(again.skipped == first.skipped)
    let after = try desk.files()
    #expect(Set(after.keys).symmetricDifference(before.keys) == [])
    #expect(after.filter { before[$0] != $1 }.keys.sorted() == [])
  }

  @Test(arguments: ["t22_exported_notes_plain.txt", "t23_exported_cards_html.txt"])
  func `plain exports of notes and cards come in`(name: String) async throws {
    let desk = try TestCollection().open()
    let report = try await desk.transfer.importFile("\(PackageFixture.folder)/\(name)")
    #expect(report.skipped == [])
    #expect(report.new == (name.hasPrefix("t22") ? 21 : 37))
    #expect(desk.cards.count == report.new)
  }
}
