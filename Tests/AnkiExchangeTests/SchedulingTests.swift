import Foundation
import TestSupport
import Testing

@testable import AnkiExchange

@Suite struct SchedulingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func read(_ name: String) throws -> AnkiCollection {
    try AnkiPackage.open(Fixture.named(name).path, scratchFolder: folder.path).collection()
  }

  @Test func `without its schedule a collection is as the engine would share it`() throws {
    let collection = try read("10_fsrs.apkg").withoutScheduling()
    let data = try Data(
      contentsOf: URL(filePath: "\(Fixture.folder)/10_fsrs_without_scheduling.expected.json"))
    let expected = try JSONReader.read(Array(data))
    let told = expected.list("cards")
    #expect(collection.cards.count == told.count)
    for (card, told) in zip(collection.cards, told) {
      #expect(card.id == told.integer("id"))
      #expect(told.text("type") == "new" && card.kind == .new && card.queue == .new)
      #expect(Int64(card.intervalDays) == told.integer("interval"))
      #expect(Int64(card.easePermille) == told.integer("ease_permille"))
      #expect(card.memory == nil && told["stability"] == nil)
    }
    #expect(collection.reviews.isEmpty)
    #expect(collection.presets.map(\.name) == ["Default"])
    #expect(collection.notes.map(\.guid) == expected.list("notes").map { $0.text("guid") })
    #expect(Set(collection.cards.map(\.due)).count == collection.cards.count)
  }

  @Test func `a filtered deck becomes a plain one and its cards go home`() throws {
    let before = try read("12_filtered.apkg")
    let after = before.withoutScheduling()
    #expect(before.decks.contains { $0.isFiltered } && !after.decks.contains { $0.isFiltered })
    #expect(after.cards.map(\.deckID) == before.cards.map(\.homeDeckID))
    #expect(after.cards.allSatisfy { $0.originalDeckID == 0 && $0.flags == 0 })
  }

  @Test func `tags of the schedule go with it`() throws {
    let before = try read("09_states.apkg")
    let after = before.withoutScheduling()
    let tags = Set(before.notes.flatMap(\.tags))
    #expect(tags.contains("leech") && tags.contains("marked"))
    #expect(Set(after.notes.flatMap(\.tags)) == tags.subtracting(["leech", "marked"]))
  }

  @Test func `last reviews come from the newest rating`() throws {
    var collection = try read("10_fsrs.apkg")
    let told = collection.cards.map(\.lastReview)
    for index in collection.cards.indices { collection.cards[index].lastReview = nil }
    collection.setLastReviews()
    #expect(collection.cards.map(\.lastReview) == told)
  }

  @Test func `every error says what to do`() {
    let errors: [AnkiPackageError] = [
      .unreadable(path: "/a", errno: ENOENT), .notZip(path: "/a"), .newerPackage(version: 9),
      .newerPackage(version: 0), .newerSchema(19), .olderSchema(9), .memberMissing("media"),
      .memberBroken("3", reason: "it ends early"), .memberTooLarge("3", limit: 9),
      .packageTooLarge(limit: 9), .mediaMapBroken(reason: "entry 3"), .notDatabase(member: "m"),
      .databaseBroken(member: "m", reason: "r"), .databaseForeign(member: "m", object: "view v"),
      .rowBroken(table: "decks", id: "5", reason: "r"), .collectionTooLarge(limit: 9),
      .unwritable(path: "/a", errno: ENOSPC), .invalidCollection(reason: "r"),
    ]
    #expect(Set(errors.map(\.description)).count == errors.count)
    for error in errors {
      #expect(error.advice.hasSuffix("."))
      #expect(!error.description.isEmpty)
    }
    #expect(errors[0].description == "/a: No such file or directory")
    let repair = AnkiRepair(kind: .guidEmpty, count: 7, examples: ["1", "2"])
    #expect(repair.description == "notes that got a guid: 7 (1, 2, …)")
  }
}
