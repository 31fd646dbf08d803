import AnkiExchange
import Foundation
import History
import StudyDomain
import TestSupport
import Testing

@testable import Managers

/// Taking a whole import back: history, texts, media, note types.
@MainActor @Suite struct ImportUndoTests {
  private static let own = [
    "Own.md": "Q: own\r\nA: text\r\n", "Geography/Europe.md": "Q: in the way\nA: yes",
  ]

  /// The files of a collection but for its history, by path below it.
  private func texts(_ desk: Desk) throws -> [String: Data] {
    try desk.files().filter { !$0.key.contains("/.deckle/history/") }.reduce(into: [:]) {
      $0[String($1.key.dropFirst(desk.collection.root.count + 1))] = $1.value
    }
  }

  /// What a collection has but for the files that make it one.
  private func decks(_ desk: Desk) throws -> [String: Data] {
    try texts(desk).filter { $0.key != ".gitattributes" && $0.key != ".deckle/id" }
  }

  @Test(arguments: PackageFixture.all)
  func `texts, media and history are as before, and it can come again`(
    fixture: PackageFixture
  ) async throws {
    let collection = try TestCollection(Self.own)
    let desk = try collection.open()
    let before = try decks(desk)
    let transfer = desk.transfer
    let report = try await transfer.importFile(fixture.path)
    guard let name = report.action else {
      #expect(report.new == 0)
      return
    }
    #expect(transfer.imports().map(\.name) == [name])
    #expect(transfer.newestImport == name)
    let undone = try transfer.undo(name)
    #expect(undone.removed == report.new)
    #expect(undone.media == report.media)
    #expect(undone.left == [])
    #expect(try decks(desk) == before)
    #expect(transfer.imports() == [])
    #expect(transfer.newestImport == nil)
    #expect(desk.library.snapshot.cardCount == 2)
    #expect(desk.history.optionEvents == [:])
    #expect(throws: TransferError.unknownImport(name)) { try transfer.undo(name) }
    // A new start sees the same, and the import comes again as a whole.
    try collection.set("2026-12-02T10:00:00+01:00")
    let next = try collection.open()
    let again = try await next.transfer.importFile(fixture.path)
    #expect(again.new == report.new)
    #expect(again.reviews == report.reviews)
    #expect(again.media == report.media)
  }

  @Test func `an update gets its old text back, and the answers stay with it`() async throws {
    let desk = try TestCollection(Self.own).open()
    let transfer = desk.transfer
    try await transfer.importFile(PackageFixture(name: "17_update_v1.apkg").path)
    try desk.session.answer(card: desk.card("upd 0"), .good, milliseconds: 10)
    let before = try texts(desk)
    let report = try await transfer.importFile(PackageFixture(name: "17_update_v2.apkg").path)
    #expect(try desk.state("upd 0 (edited)").reps == 1)
    let undone = try transfer.undo(try #require(report.action))
    #expect(undone.removed == 1)
    #expect(undone.restored == 1)
    #expect(try texts(desk) == before)
    #expect(try desk.state("upd 0").reps == 1)
    #expect(try desk.back(desk.card("upd 0")) == "first answer 0")
    #expect(transfer.imports().count == 1)
  }

  /// Its export remembered notes under guids of their own.
  @Test func `notes that went out before they were taken back come again`() async throws {
    let collection = try TestCollection()
    let desk = try collection.open()
    var made = MadePackage()
    for front in ["z", " z", "z ", "y"] { made.add([front, "back"], deck: "Deck") }
    let path = try made.write("a.apkg", in: collection.folder)
    let first = try await desk.transfer.importFile(path)
    for number in 0..<2 {
      let out = "\(collection.folder.path)/out\(number).apkg"
      _ = try desk.transfer.export(ExportRequest(path: out, format: .apkg))
    }
    _ = try desk.transfer.undo(try #require(first.action))
    let again = try await collection.open().transfer.importFile(path)
    #expect(again.new == first.new)
    #expect(again.cards == first.cards)
  }

  @Test func `what was edited since stays and is named`() async throws {
    let collection = try TestCollection()
    let desk = try collection.open()
    let transfer = desk.transfer
    var made = MadePackage()
    for number in 0..<4 { made.add(["front \(number)", "back \(number)"], deck: "Deck") }
    let path = try made.write("a.apkg", in: collection.folder)
    let name = try #require(try await transfer.importFile(path).action)
    let text = try collection.folder.read("decks/Deck.md")
    let edited =
      text.replacingOccurrences(of: "back 2", with: "my back") + "\nQ: mine\nA: too\n"
    try collection.write("Deck.md", edited)
    let undone = try transfer.undo(name)
    #expect(undone.removed == 3)
    #expect(undone.left.map(\.text) == ["Q: front 2"])
    #expect(undone.left.first?.reason == "it was edited; it stays in Deck.md")
    #expect(
      try collection.folder.read("decks/Deck.md")
        == "Q: front 2\n\nA: my back\n\nQ: mine\nA: too\n")
    // The next import knows that note still: it is no second one.
    let again = try await transfer.importFile(path)
    #expect(again.new == 3)
    #expect(again.unchanged == 1)
    #expect(desk.library.snapshot.cardCount == 5)
  }

  @Test func `a note that was edited from here keeps its text, wherever it is`() async throws {
    let collection = try TestCollection()
    let desk = try collection.open()
    let transfer = desk.transfer
    var made = MadePackage()
    for number in 0..<2 { made.add(["front \(number)", "back \(number)"], deck: "Deck") }
    let path = try made.write("a.apkg", in: collection.folder)
    let name = try #require(try await transfer.importFile(path).action)
    let ticket = desk.flashcards.beginEdit(ofCard: try desk.card("front 1"))
    try collection.write("Deck.md", "Q: front 0\n\nA: back 0\n\nQ: other\n\nA: altogether\n")
    _ = try desk.flashcards.endEdit(ticket)
    let undone = try transfer.undo(name)
    #expect(undone.removed == 1)
    #expect(undone.left.map(\.text) == ["other"])
    #expect(try collection.folder.read("decks/Deck.md") == "Q: other\n\nA: altogether\n")
  }

  @Test func `cards that a person added or deleted are no hindrance`() async throws {
    let collection = try TestCollection()
    let desk = try collection.open()
    let transfer = desk.transfer
    var made = MadePackage()
    for number in 0..<3 { made.add(["front \(number)", "back \(number)"], deck: "Deck") }
    made.add(["alone", "back"], deck: "Other")
    let path = try made.write("a.apkg", in: collection.folder)
    let name = try #require(try await transfer.importFile(path).action)
    try collection.write("Deck.md", "Q: mine\r\nA: only\r\n\r\nQ: front 1\r\n\r\nA: back 1\r\n")
    try collection.folder.remove("decks/Other.md")
    let undone = try transfer.undo(name)
    #expect(undone.removed == 1)
    #expect(undone.left == [])
    #expect(try collection.folder.read("decks/Deck.md") == "Q: mine\r\nA: only\r\n\r\n")
  }

  @Test func `media and note types that others use stay`() async throws {
    let collection = try TestCollection()
    let desk = try collection.open()
    let transfer = desk.transfer
    var made = MadePackage()
    made.collection.noteTypes[0].templates.append(
      AnkiTemplate(name: "Card 2", question: "{{Back}}?", answer: "{{Front}}"))
    made.add(["<img src=\"a b.png\">", "<img src=\"c.png\">"])
    made.media = ["a b.png", "c.png"].map {
      AnkiMediaSource(name: $0, content: .bytes(Array($0.utf8)))
    }
    let path = try made.write("a.apkg", in: collection.folder)
    let report = try await transfer.importFile(path)
    #expect(report.noteTypes == ["Basic"])
    try collection.write(
      "Mine.md", "Q: ![](media/a%20b.png)\nA: b\n\nN: Basic\n- Front: x\n- Back: y\n")
    let undone = try transfer.undo(try #require(report.action))
    #expect(undone.removed == 1)
    #expect(undone.media == 1)
    #expect(undone.left.map(\.text) == ["media/a b.png", ".deckle/notetypes.yaml"])
    #expect(collection.folder.has("decks/media/a b.png"))
    #expect(!collection.folder.has("decks/media/c.png"))
    #expect(try desk.front(desk.card("x")) == "x")
  }

  @Test func `an undo that was cut off goes on`() async throws {
    let collection = try TestCollection(Self.own)
    let desk = try collection.open()
    let before = try decks(desk)
    let transfer = desk.transfer
    let report = try await transfer.importFile(PackageFixture(name: "11_revlog.apkg").path)
    let name = try #require(report.action)
    // The history was undone, and then the power went.
    try desk.history.undo(try #require(UndoTarget(text: name)))
    let next = try collection.open()
    let lines = try collection.historyLines().count
    let undone = try next.transfer.undo(name)
    #expect(undone.removed == report.new)
    #expect(try collection.historyLines().count == lines)
    #expect(try decks(next) == before)
  }

  @Test func `a record from elsewhere never reaches out of the collection`() async throws {
    let collection = try TestCollection()
    let desk = try collection.open()
    try collection.folder.write("outside.md", "Q: a\nA: b\n")
    let hash = TransferHash.hex(Array("Q: a\nA: b\n".utf8))
    try collection.write(
      ".deckle/anki/evil.undo",
      """
      {"format":1,"time":1,"file":"x","actions":[],"writer":"","new":1,"updated":0,"folders":[]}
      {"kind":"deck","path":"../outside.md","after":"\(hash)"}

      """)
    #expect(throws: (any Error).self) { try desk.transfer.undo("evil") }
    #expect(collection.folder.has("outside.md"))
  }

  @Test func `newer actions come before an import, and older ones after`() async throws {
    let desk = try TestCollection(Self.own).open()
    let transfer = desk.transfer
    try desk.session.answer(card: desk.card("own"), .good, milliseconds: 10)
    var made = MadePackage()
    made.add(["front", "back"])
    let path = try made.write("a.apkg", in: desk.collection.folder)
    let name = try #require(try await transfer.importFile(path).action)
    #expect(transfer.newestImport == name)
    try desk.session.answer(card: desk.card("front"), .good, milliseconds: 10)
    #expect(transfer.newestImport == nil)
    try desk.history.undo()
    #expect(transfer.newestImport == name)
    _ = try transfer.undo(name)
    #expect(desk.history.newestUndone?.importName == name)
    #expect(transfer.newestImport == nil)
    #expect(try desk.state("own").reps == 1)
    try desk.history.undo()
    #expect(desk.history.newestUndone?.importName == nil)
    #expect(try desk.state("own").reps == 0)
  }
}
