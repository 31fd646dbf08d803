import Foundation
import StudyDomain
import TestSupport
import Testing

@testable import AppCore

@MainActor @Suite(.serialized) struct ImportCommandTests {
  private let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../AnkiExchangeTests/Fixtures").standardized.path

  @Test func `a package comes with its decks, and its history goes back with undo`() async throws {
    let home = try TestHome(["a.md": deck(1...3)])
    let command = try home.command()
    let report = try await command.importFile(
      "\(fixtures)/11_revlog.apkg", into: "Anki", isDryRun: false, options: TextOptions(),
      progress: { _ in })
    #expect(report.new == 40)
    #expect(report.decks.map(\.path) == ["Anki/History.md"])
    #expect(command.deckReports().contains { $0.name.text == "Anki::History" && $0.cards == 40 })
    #expect(try command.cardCount(matching: Query(parsing: "is:review")) == 39)
    let newest = try #require(home.command().recentActions(limit: 1).first)
    #expect(newest.name == report.action)
    #expect(newest.summary.contains("import of 11_revlog.apkg"))
    #expect(newest.summary.count < 80)
    _ = try command.undo(nil)
    #expect(try command.cardCount(matching: Query(parsing: "is:review")) == 0)
    #expect(command.allProblems() == [])
  }

  @Test func `what is wrong with a file is said in words, with the next step`() async throws {
    let command = try TestHome(["a.md": deck(1...3)]).command()
    for (name, part) in [
      ("bad/d1_not_a_zip.apkg", "not a zip archive"), ("bad/d7_db_truncated.apkg", "collection"),
      ("none.apkg", "no such file"), ("bad", "there are no cards"),
    ] {
      do {
        _ = try await command.importFile(
          "\(fixtures)/\(name)", into: nil, isDryRun: false, options: TextOptions(),
          progress: { _ in })
        Issue.record("\(name) came in")
      } catch let failure as CommandFailure {
        #expect(failure.message.contains(part), "\(failure.message)")
        #expect(failure.message.contains(name))
        #expect(failure.nextStep != nil)
      }
    }
  }
}
