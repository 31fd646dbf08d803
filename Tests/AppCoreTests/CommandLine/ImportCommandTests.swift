import Foundation
import StudyDomain
import TestSupport
import Testing

@testable import AppCore

@MainActor @Suite(.serialized) struct ImportCommandTests {
  private let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../AnkiExchangeTests/Fixtures").standardized.path

  @Test func `a package comes with its decks, and goes back as a whole with undo`() async throws {
    let home = try TestHome(["a.md": deck(1...3)])
    let command = try home.command()
    let report = try await command.importFile(
      "\(fixtures)/11_revlog.apkg", into: "Anki", text: TextOptions(), isDryRun: false,
      progress: { _ in })
    #expect(report.new == 40)
    #expect(report.decks.map(\.path) == ["Anki/History.md"])
    #expect(command.deckReports().contains { $0.name.text == "Anki::History" && $0.cards == 40 })
    #expect(try command.cardCount(matching: Query(parsing: "is:review")) == 39)
    let newest = try #require(home.command().recentActions(limit: 1).first)
    #expect(newest.name == report.action)
    #expect(newest.summary == "import of 11_revlog.apkg: 40 new, 0 updated")
    let undone = try command.undo(nil)
    #expect(undone.name == report.action)
    #expect(undone.left == [])
    #expect(try command.cardCount(matching: Query()) == 3)
    #expect(!home.folder.has("cards/Anki/History.md"))
    #expect(try home.command().recentActions(limit: 5).allSatisfy(\.isUndone))
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
          "\(fixtures)/\(name)", into: nil, text: TextOptions(), isDryRun: false,
          progress: { _ in })
        Issue.record("\(name) came in")
      } catch let failure as CommandFailure {
        #expect(failure.message.contains(part), "\(failure.message)")
        #expect(failure.message.contains(name))
        #expect(failure.nextStep != nil)
      }
    }
  }

  @Test func `an import without a history is listed, and undone by name or as the newest`()
    async throws
  {
    let home = try TestHome(["a.md": deck(1...3)])
    try home.folder.write("words.csv", "mesa,table\nsilla,chair\n")
    for names in [true, false] {
      let command = try home.command()
      let report = try await command.importFile(
        "\(home.folder.path)/words.csv", into: nil, text: TextOptions(), isDryRun: false,
        progress: { _ in })
      #expect(report.new == 2)
      let listed = try #require(try home.command().recentActions(limit: 5).first)
      #expect(listed.summary == "import of words.csv: 2 new, 0 updated")
      #expect(listed.name == report.action)
      try home.write("words.md", home.folder.read("cards/words.md") + "\nQ: mine\nA: too\n")
      // Another program, later.
      let undone = try home.command().undo(names ? listed.name : nil)
      #expect(undone.name == listed.name)
      #expect(try home.folder.read("cards/words.md") == "Q: mine\nA: too\n")
      #expect(try home.command().cardCount(matching: Query()) == 4)
      try home.folder.remove("cards/words.md")
    }
    #expect(throws: CommandFailure.self) { try home.command().undo(nil) }
  }
}
