import AnkiExchange
import Foundation
import History
import StudyDomain
import TestSupport
import Testing

@testable import Managers

@MainActor @Suite struct ExportRoundTripTests {
  /// Sorted out by the templates' times, which the older layout cannot say.
  @Test(arguments: PackageFixture.all)
  func `a package comes out as it came in, but for what is written down`(
    fixture: PackageFixture
  ) async throws {
    let desk = try TestCollection().open()
    try await desk.transfer.importFile(fixture.path)
    let allowed = try AnkiDifferences().lines(of: fixture.name)
    var used: Set<AnkiDifferences.Line> = []
    var found: [String] = []
    do {
      let format: ExportRequest.Format = fixture.name.hasSuffix(".colpkg") ? .colpkg : .apkg
      let exported = try desk.exported(format)
      let original = try AnkiPackage.open(
        fixture.path, scratchFolder: desk.collection.folder.path)
      var (before, after) = (try original.collection(), exported.collection)
      if format == .apkg {
        // Importers look at the tags of notes alone.
        for place in [0, 1] {
          let notes = place == 0 ? before.notes : after.notes
          let tags = Set(notes.flatMap(\.tags)).map { AnkiTag(name: $0) }
          if place == 0 { before.tags = tags } else { after.tags = tags }
        }
      }
      before.dropTemplateTimes()
      after.dropTemplateTimes()
      found = CollectionComparison(before, after).paths
      let cards = Set(after.cards.map(\.id))
      #expect(after.reviews.allSatisfy { cards.contains($0.cardID) })
    } catch TransferError.nothingToExport {
      found = ["package"]
    }
    for path in found {
      let line = allowed.first { AnkiDifferences.matches($0, path) }
      #expect(line != nil, "\(path) differs")
      if let line { used.insert(line) }
    }
    #expect(Set(allowed) == used, "a line that nothing needs")
  }

  @Test func `exported twice it is the same, and nothing more is remembered`() throws {
    let desk = try Native.desk()
    let first = try desk.exported()
    #expect(first.report.ledger != nil)
    try desk.collection.set("2026-12-03T09:00:00+01:00")
    let second = try desk.exported()
    #expect(second.report.ledger == nil)
    #expect(second.collection.notes == first.collection.notes)
    #expect(second.collection.cards.map(\.id) == first.collection.cards.map(\.id))
    #expect(second.collection.noteTypes == first.collection.noteTypes)
  }

  @Test func `the ids of what was made here are the same on every machine`() throws {
    let first = try Native.desk().exported().collection
    let second = try Native.desk().exported().collection
    #expect(first.notes.map(\.guid) == second.notes.map(\.guid))
    #expect(first.notes.map(\.id) == second.notes.map(\.id))
    #expect(first.cards.map(\.id) == second.cards.map(\.id))
  }

  @Test func `an export that comes home adds nothing`() async throws {
    let desk = try Native.desk()
    for _ in 0..<12 where desk.session.currentCard != nil {
      try desk.session.answer(.good, milliseconds: 2000)
    }
    let exported = try desk.exported()
    let before = desk.json()
    let report = try await desk.transfer.importFile(exported.path)
    #expect(report.new == 0)
    #expect(report.updated == 0)
    #expect(report.conflicting == [])
    #expect(report.unchanged == exported.collection.notes.count)
    #expect(report.reviews == 0)
    #expect(report.knownReviews == exported.report.reviews)
    #expect(desk.json() == before)
  }

  @Test func `answers of the same millisecond go out apart and are recognised`() async throws {
    let desk = try TestCollection(["A.md": deck(1...4)]).open()
    // The clock of the test stands still.
    for card in desk.cards { try desk.session.answer(card: card, .good, milliseconds: 10) }
    let exported = try desk.exported()
    #expect(Set(exported.collection.reviews.map(\.id)).count == 4)
    let report = try await desk.transfer.importFile(exported.path)
    #expect(report.reviews == 0)
    #expect(report.knownReviews == 4)
  }

  @Test func `a note that was edited here goes out as newer, under its old name`() async throws {
    let collection = try TestCollection()
    let path = PackageFixture(name: "17_update_v1.apkg").path
    let desk = try collection.open()
    try await desk.transfer.importFile(path)
    let before = try AnkiPackage.open(path, scratchFolder: collection.folder.path).collection()
    let file = try #require(desk.library.snapshot.files.first { !$0.notes.isEmpty }?.path)
    let ticket = desk.flashcards.beginEdit(ofCard: desk.cards[0])
    let old = try desk.front(desk.cards[0])
    let text = try collection.folder.read("decks/\(file)")
    let changed = text.replacingOccurrences(of: "Q: \(old)\n", with: "Q: **quite** new\n")
    try #require(changed != text)
    try collection.write(file, changed)
    _ = try desk.flashcards.endEdit(ticket)
    let after = try desk.exported().collection
    let edited = try #require(after.notes.first { $0.fields[0] == "<b>quite</b> new" })
    let original = try #require(before.notes.first { $0.id == edited.id })
    #expect(edited.guid == original.guid)
    #expect(edited.modified > original.modified)
    #expect(edited.fields.dropFirst() == original.fields.dropFirst())
    let others = after.notes.filter { $0.id != edited.id }
    #expect(others == before.notes.filter { $0.id != edited.id })
  }

  @Test func `in a fresh collection an export has the states it had`() async throws {
    let desk = try Native.desk()
    try Native.study(desk, answers: 200)
    let exported = try desk.exported()
    #expect(exported.report.reviews == 200)
    let other = try TestCollection()
    try other.set("2026-12-20T09:00:00+01:00")
    try desk.collection.set("2026-12-20T09:00:00+01:00")
    let fresh = try other.open()
    let report = try await fresh.transfer.importFile(exported.path)
    #expect(report.reviews == 200)
    for card in exported.collection.cards {
      let number = try #require(try fresh.card(ofAnki: card.id))
      let state = fresh.index.state(ofCard: number)
      let own = try #require(try desk.card(ofAnki: card.id))
      let before = desk.index.state(ofCard: own)
      #expect(state.phase == before.phase, "card \(card.id)")
      #expect(state.due == before.due, "card \(card.id)")
      #expect(state.reps == before.reps)
      #expect(state.lapses == before.lapses)
      if let memory = before.memory {
        #expect(abs((state.memory?.stability ?? 0) - memory.stability) < memory.stability * 0.011)
      }
    }
  }
}

extension AnkiCollection {
  fileprivate mutating func dropTemplateTimes() {
    for type in noteTypes.indices {
      for place in noteTypes[type].templates.indices {
        noteTypes[type].templates[place].modified = 0
      }
    }
  }
}
