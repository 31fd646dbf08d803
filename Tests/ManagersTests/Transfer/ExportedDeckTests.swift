import AnkiExchange
import Foundation
import History
import StudyDomain
import TestSupport
import Testing

@testable import Managers

/// Exports take notes out in the decks that they stand in.
@MainActor @Suite struct ExportedDeckTests {
  /// By the front of the note: the deck of its card, and the home while that is another.
  private func decks(_ collection: AnkiCollection) throws -> [String: [String]] {
    let names = Dictionary(uniqueKeysWithValues: collection.decks.map { ($0.id, $0.name) })
    var decks: [String: [String]] = [:]
    for card in collection.cards {
      let note = try #require(collection.notes.first { $0.id == card.noteID })
      let ids = [card.deckID] + (card.originalDeckID == 0 ? [] : [card.originalDeckID])
      decks[note.fields[0], default: []] += try ids.map { try #require(names[$0]) }
    }
    return decks
  }

  private static func package() -> MadePackage {
    var made = MadePackage()
    made.collection.decks += [
      AnkiDeck(id: 50, name: "Cram", kind: .filtered(AnkiFilteredDeck()))
    ]
    var preset = AnkiPreset(id: 60, name: "Quick")
    preset.newPerDay = 77
    made.collection.presets.append(preset)
    made.add(["plain", "1"], deck: "Types")
    made.add(["loose", "2"], deck: "Default")
    made.add(["below", "3"], deck: "Types::Kana")
    made.add(["crammed", "4"], deck: "Types") { card in
      (card.originalDeckID, card.deckID) = (card.deckID, 50)
      (card.kind, card.queue) = (.review, .review)
      (card.due, card.originalDue, card.intervalDays) = (-99_990, 400, 30)
      (card.repetitions, card.easePermille) = (3, 2500)
    }
    for place in made.collection.decks.indices where made.collection.decks[place].name == "Types" {
      var normal = AnkiNormalDeck()
      normal.presetID = 60
      made.collection.decks[place].kind = .normal(normal)
    }
    return made
  }

  @Test(arguments: [ExportRequest.Format.apkg, .colpkg])
  func `a package that was put under a deck leaves under it`(
    format: ExportRequest.Format
  ) async throws {
    let desk = try TestCollection().open()
    let path = try Self.package().write("a.apkg", in: desk.collection.folder)
    try await desk.transfer.importFile(path, TransferOptions(into: DeckName("Fx")))
    let exported = try desk.exported(format).collection
    #expect(
      try decks(exported) == [
        "plain": ["Fx::Types"], "loose": ["Fx"], "below": ["Fx::Types::Kana"],
        "crammed": ["Fx::Types"],
      ])
    let expected = ["Default", "Fx", "Fx::Types", "Fx::Types::Kana"]
    #expect(
      exported.decks.map(\.name).sorted()
        == (expected + (format == .colpkg ? ["Fx::Cram"] : [])).sorted())
    // A card that leaves a filtered deck is due as it was at home.
    let card = try #require(exported.cards.first { $0.kind == .review })
    #expect(card.originalDue == 0)
    let first = desk.collection.clock.calendar.studyDay(
      at: Timestamp(milliseconds: exported.created * 1000))
    #expect(card.due + Int64(first.number) == 1_740_000_000 / 86_400 + 400)
    // Its options go along.
    let deck = try #require(exported.decks.first { $0.name == "Fx::Types" })
    guard case .normal(let normal) = deck.kind else {
      Issue.record("a filtered deck")
      return
    }
    #expect(exported.presets.first { $0.id == normal.presetID }?.newPerDay == 77)
  }

  @Test func `a package of a plain import goes home to its very decks`() async throws {
    let desk = try TestCollection().open()
    let path = try Self.package().write("a.apkg", in: desk.collection.folder)
    try await desk.transfer.importFile(path)
    let exported = try desk.exported().collection
    #expect(
      try decks(exported) == [
        "plain": ["Types"], "loose": ["Default"], "below": ["Types::Kana"],
        "crammed": ["Cram", "Types"],
      ])
    let ids = Dictionary(uniqueKeysWithValues: exported.decks.map { ($0.name, $0.id) })
    let before = Self.package().collection.decks
    for deck in before { #expect(ids[deck.name] == deck.id, "\(deck.name)") }
  }

  @Test func `lines of a text leave in the deck that they were put into`() async throws {
    let desk = try TestCollection().open()
    try desk.collection.folder.write("words.csv", "one,eins\ntwo,zwei\n")
    try await desk.transfer.importFile(
      "\(desk.collection.folder.path)/words.csv", TransferOptions(into: DeckName("Csv")))
    for _ in 0..<2 {
      // What an export remembers changes nothing.
      let exported = try desk.exported().collection
      #expect(try decks(exported) == ["one": ["Csv"], "two": ["Csv"]])
    }
    let text = try desk.exportedText(.notes)
    #expect(text.contains("Csv"))
    #expect(!text.contains("Default"))
  }

  @Test func `a deck of the package that was put elsewhere is told from one that was not`()
    async throws
  {
    let desk = try TestCollection().open()
    var other = MadePackage()
    other.add(["other", "x"], deck: "Types", guid: "other")
    for place in other.collection.notes.indices {
      other.collection.notes[place].id += 500
      other.collection.cards[place].noteID += 500
      other.collection.cards[place].id += 500
    }
    let first = try Self.package().write("a.apkg", in: desk.collection.folder)
    let second = try other.write("b.apkg", in: desk.collection.folder)
    try await desk.transfer.importFile(first, TransferOptions(into: DeckName("Fx")))
    try await desk.transfer.importFile(second)
    let exported = try desk.exported().collection
    let decks = try decks(exported)
    #expect(decks["plain"] == ["Fx::Types"])
    #expect(decks["other"] == ["Types"])
    #expect(exported.decks.first { $0.name == "Types" }?.id == other.collection.decks.last?.id)
  }

  @Test(arguments: [false, true])
  func `types that differ in capitals alone leave under names of their own`(
    isLatest: Bool
  ) async throws {
    let desk = try TestCollection([
      "A.md": "N: basic\n- one: a\n- One: b\n\nQ: to\nA: from\n"
    ]).open()
    var made = MadePackage()
    made.add(["theirs", "x"])
    try await desk.transfer.importFile(made.write("a.apkg", in: desk.collection.folder))
    for _ in 0..<2 {
      let exported = try desk.exported { $0.usesLatestLayout = isLatest }.collection
      let names = exported.noteTypes.map { ($0.id, $0.name) }
      #expect(names.contains { $0 == (77, "Basic") })
      let own = try #require(exported.noteTypes.first { $0.id != 77 })
      #expect(own.name == "basic_")
      #expect(own.fields.map(\.name) == ["one", "One+"])
      #expect(exported.notes.first { $0.noteTypeID == own.id }?.fields == ["a", "b"])
    }
  }
}
