import AnkiExchange
import Foundation
import StudyDomain
import TestSupport
import Testing

@testable import Managers

@MainActor @Suite struct SecondImportTests {
  private let first = PackageFixture(name: "17_update_v1.apkg").path
  private let second = PackageFixture(name: "17_update_v2.apkg").path

  @Test(arguments: PackageFixture.all)
  func `the same package again changes nothing`(fixture: PackageFixture) async throws {
    let collection = try TestCollection()
    let report = try await collection.open().transfer.importFile(fixture.path)
    try collection.set("2026-12-02T10:00:00+01:00")
    let desk = try collection.open()
    let before = try desk.files()
    let again = try await desk.transfer.importFile(fixture.path)
    #expect(again.new == 0)
    #expect(again.updated == 0)
    #expect(again.unchanged == report.new)
    #expect(again.reviews == 0)
    #expect(again.knownReviews == report.reviews)
    #expect(again.action == nil)
    #expect(again.ledger == nil)
    #expect(try desk.files() == before)
  }

  @Test(arguments: PackageFixture.all)
  func `an import that was cut off before its ledger is completed`(fixture: PackageFixture)
    async throws
  {
    let collection = try TestCollection()
    let report = try await collection.open().transfer.importFile(fixture.path)
    let ledgers = "\(collection.root)/.deckle/anki"
    if report.ledger != nil { try FileManager.default.removeItem(atPath: ledgers) }
    let desk = try collection.open()
    let lines = try collection.historyLines()
    let again = try await desk.transfer.importFile(fixture.path)
    #expect(again.new == 0)
    #expect(again.unchanged == report.new)
    #expect(try collection.historyLines() == lines)
  }

  @Test func `an import that was cut off before its history is completed`() async throws {
    let collection = try TestCollection()
    let path = PackageFixture(name: "10_fsrs.apkg").path
    let whole = try await collection.open().transfer.importFile(path)
    let second = try TestCollection()
    for name in collection.folder.files(in: "decks", suffix: ".md") {
      try second.folder.write(name, try collection.folder.read(name))
    }
    let desk = try second.open()
    let report = try await desk.transfer.importFile(path)
    #expect(report.new == 0)
    #expect(report.reviews == whole.reviews)
    let state = try desk.index.state(ofCard: desk.card("fsrs 00"))
    let other = try collection.open()
    #expect(try other.index.state(ofCard: other.card("fsrs 00")) == state)
  }

  @Test func `a newer package updates what changed, keeps tags and adds what is new`() async throws
  {
    let desk = try TestCollection().open()
    try await desk.transfer.importFile(first)
    try desk.session.answer(card: desk.card("upd 0"), .good, milliseconds: 10)
    let report = try await desk.transfer.importFile(second)
    #expect(report.new == 1)
    #expect(report.updated == 1)
    #expect(report.unchanged == 3)
    #expect(report.conflicting == [])
    let edited = try desk.card("upd 0 (edited)")
    #expect(try desk.back(edited) == "second answer 0")
    let tags = desk.library.snapshot.tagSets[
      Int(desk.library.snapshot.note(ofCard: edited).tagSet)]
    #expect(tags == ["v1", "v2"])
    // The answer belongs to the card whatever its text is now.
    #expect(desk.index.state(ofCard: edited).reps == 1)
    #expect(desk.cards.count == 6)
  }

  @Test func `of two packages in any order the newer text of each note stays`() async throws {
    let desk = try TestCollection().open()
    try await desk.transfer.importFile(second)
    let report = try await desk.transfer.importFile(first)
    #expect(report.updated == 1)
    #expect(report.unchanged == 3)
    #expect(report.new == 1)
    #expect(try desk.back(desk.card("upd 0 (edited)")) == "second answer 0")
  }

  @Test func `a note that changed on both sides stays ours and is listed`() async throws {
    let desk = try TestCollection().open()
    try await desk.transfer.importFile(first)
    let card = try desk.card("upd 0")
    let ticket = desk.flashcards.beginEdit(ofCard: card)
    let text = try String(contentsOfFile: ticket.path, encoding: .utf8)
    try text.replacingOccurrences(of: "first answer 0", with: "our answer").write(
      toFile: ticket.path, atomically: true, encoding: .utf8)
    _ = try desk.flashcards.endEdit(ticket)
    let report = try await desk.transfer.importFile(second)
    #expect(report.updated == 0)
    #expect(report.conflicting.map(\.text) == ["upd 0 (edited)"])
    #expect(try desk.back(desk.card("upd 0")) == "our answer")
  }

  @Test func `a note that is gone here is not brought back`() async throws {
    let collection = try TestCollection()
    let desk = try collection.open()
    let report = try await desk.transfer.importFile(first)
    let path = try #require(report.decks.first?.path)
    try collection.write(path, "Nothing here.\n")
    let again = try await collection.open().transfer.importFile(second)
    #expect(again.new == 1)
    #expect(again.conflicting.count == 1)
    #expect(again.unchanged == 3)
  }
}
