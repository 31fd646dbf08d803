import AnkiExchange
import Foundation
import StudyDomain
import TestSupport
import Testing

@testable import Managers

/// Several programs that import into one collection at once.
@MainActor @Suite struct ImportTurnTests {
  @Test(arguments: ["11_revlog.apkg", "02_legacy2_media.apkg"])
  func `two imports of one file at once bring its notes once`(name: String) async throws {
    let fixture = PackageFixture(name: name)
    let collection = try TestCollection(["own.md": "Q: one\nA: two\n"])
    let (one, other) = (try collection.open(), try collection.open())
    async let first = one.transfer.importFile(fixture.path)
    async let second = other.transfer.importFile(fixture.path)
    let reports = try await [first, second]
    let notes = try #require(try fixture.expected()["notes"]?.arrayValue).count
    #expect(reports.map(\.new).sorted() == [0, notes])
    #expect(reports.map(\.unchanged).sorted() == [0, notes])
    let after = try collection.open()
    #expect(after.library.snapshot.cardCount == reports.map(\.cards).reduce(1, +))
    #expect(after.library.problems == [])
  }

  @Test func `an import that waits for another can be cancelled`() async throws {
    let collection = try TestCollection(["own.md": "Q: one\nA: two\n"])
    let desk = try collection.open()
    let turn = try await ImportTurn.take(in: collection.root)
    let path = PackageFixture(name: "11_revlog.apkg").path
    let waiting = Task { try await desk.transfer.importFile(path) }
    try await Task.sleep(for: .milliseconds(200))
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    withExtendedLifetime(turn) {}
    #expect(desk.library.snapshot.cardCount == 1)
  }
}
