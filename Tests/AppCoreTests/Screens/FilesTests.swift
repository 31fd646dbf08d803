import Foundation
import StudyDomain
import TerminalUI
import TestSupport
import Testing

@testable import AppCore

/// What happens to the files while the program runs.
@MainActor @Suite(.serialized) struct FilesTests {
  @Test func `a card added in another window is on Home soon, and no ghost stays`()
    async throws
  {
    let home = try TestHome(["a.md": deck(1...2)])
    let app = try TestApp(home)
    try await app.sees("0 of 2 new")
    try home.write("a.md", deck(1...3))
    try await app.sees("0 of 3 new", within: 3)
    try home.write("sub/b.md", deck(4...5))
    try await app.sees("0 of 5 new", within: 3)
    try home.folder.remove("cards/a.md")
    try await app.sees("0 of 2 new", within: 3)
    try await app.losesSight(of: " a  ")
    await app.close()
  }

  @Test func `a card deleted under the reviewer gives way to the next, and that is said`()
    async throws
  {
    let home = try TestHome(["a.md": deck(1...3)])
    let app = try TestApp(home, start: .study(nil, limit: nil))
    try await app.sees("question 1")
    try home.write("a.md", deck(2...3))
    try await app.sees("question 2", within: 3)
    #expect(app.terminal.shows("the card is gone"))
    await app.close()
  }

  @Test(arguments: ["a", nil] as [String?])
  func `a deck that vanishes while it is studied is said to be gone`(name: String?) async throws {
    let home = try TestHome(["a.md": deck(1...3)])
    let app = try TestApp(home, start: .study(name, limit: nil))
    try await app.type(" 4", sees: "question 2")
    try home.folder.remove("cards/a.md")
    try await app.sees("The deck is gone", within: 3)
    #expect(!app.terminal.shows("done for now") && app.terminal.shows("Its history is kept"))
    #expect(app.row("answer")?.contains("1 card 1 answer") == true)
    await app.close()
  }

  @Test func `a deck that is done is not said to be gone`() async throws {
    let home = try TestHome(["a.md": deck(1...1)])
    let app = try TestApp(home, start: .study("a", limit: nil))
    try await app.type(" 4", sees: "done for now")
    #expect(!app.terminal.shows("gone"))
    await app.close()
  }

  @Test(arguments: [false, true])
  func `C23 a card whose whole file goes gives way to the next`(answerShown: Bool) async throws {
    let home = try TestHome(["a.md": deck(1...1), "b.md": deck(2...2)])
    let app = try TestApp(home, start: .study(nil, limit: nil))
    try await app.type(answerShown ? " " : "", sees: answerShown ? "answer 1" : "question 1")
    try home.folder.remove("cards/a.md")
    try await app.sees("question 2", within: 3)
    #expect(app.terminal.shows("the card is gone"))
    // The answer of the next card is closed: a grade does nothing to it.
    try await app.type("4 ", sees: "answer 2")
    #expect(try home.reviewCount == 0)
    await app.close()
  }

  @Test(arguments: [false, true])
  func `a card edited outside shows its new text, its answer closed`(answerShown: Bool)
    async throws
  {
    let home = try TestHome(["a.md": deck(1...3)])
    let app = try TestApp(home, start: .study(nil, limit: nil))
    try await app.type(" 4", sees: "question 2")
    if answerShown { try await app.type(" ", sees: "answer 2") }
    try home.write(
      "a.md",
      deck(1...3).replacing("question 2", with: "reworded 2").replacing(
        "answer 2", with: "corrected"))
    try await app.sees("reworded 2", within: 3)
    #expect(app.terminal.shows("the card was edited outside"))
    #expect(!app.terminal.shows("corrected"))
    // Grades wait for the answer; then they go to the card that is shown.
    try await app.type("1 ", sees: "corrected")
    try await app.type("4", sees: "question 3")
    await app.close()
    #expect(try home.reviewCount == 2)
    #expect(try home.command().card(named: key(home, "reworded 2")).state.reviews == 1)
  }

  @Test func `a card moved to another deck while its answer is shown stays as it is`() async throws
  {
    let home = try TestHome(["a.md": deck(1...2)])
    let app = try TestApp(home, start: .study(nil, limit: nil))
    try await app.type(" ", sees: "answer 1")
    try home.write("b.md", deck(1...1) + deck(7...7))
    try home.write("a.md", deck(2...2))
    try await app.sees("new 3", within: 3)
    #expect(app.terminal.shows("answer 1"))
    try await app.type("4", sees: "question 2")
    await app.close()
    #expect(try home.command().card(named: key(home, "question 1")).state.reviews == 1)
  }

  @Test func `a grade for a card that another program answered meanwhile goes to no other card`()
    async throws
  {
    let home = try TestHome(["a.md": deck(1...3)])
    _ = try home.command().perform(.flag(1), on: Query(parsing: "\"question 3\""))
    let app = try TestApp(home, start: .study(nil, limit: nil))
    try await app.type(" ", sees: "answer 1")
    _ = try home.command().grade(key(home, "question 1"), .easy, seconds: 1)
    app.terminal.type("1")
    try await app.sees("question 2")
    await app.close()
    #expect(try home.reviewCount == 1)
    #expect(try home.command().card(named: key(home, "question 2")).state.reviews == 0)
  }

  @Test func `a change elsewhere leaves the shown answer shown`() async throws {
    let home = try TestHome(["b.md": deck(1...3)])
    let app = try TestApp(home, start: .study(nil, limit: nil))
    try await app.type(" ", sees: "answer 1")
    try home.write("a.md", deck(8...8))
    try await app.sees("new 4", within: 3)
    #expect(app.terminal.shows("answer 1"))
    try await app.type("4", sees: "new 3")
    await app.close()
  }

  @Test func `what another machine answered arrives soon`() async throws {
    let home = try TestHome(["a.md": deck(1...3)])
    // The folder is a collection already, so that its history is watched.
    _ = try home.command().perform(.flag(1), on: Query(parsing: "\"question 3\""))
    let app = try TestApp(home)
    try await app.sees("0 of 3 new")
    var other = home.launch
    other.environment["XDG_STATE_HOME"] = "\(home.folder.path)/elsewhere"
    let there = try CommandOpening.open(other)
    let first = try #require(try there.cards(matching: Query(parsing: "\"question 1\"")).first)
    _ = try there.grade(first.key.text, .easy, seconds: 3)
    try await app.sees("1 of 3 new", within: 3)
    await app.close()
  }

  @Test func `an edited card keeps its place and its history`() async throws {
    let home = try TestHome(["a.md": "intro\n\n" + deck(1...3)])
    let app = try TestApp(home, start: .study(nil, limit: nil)) { _, _ in
      try home.write("a.md", "intro\n\n" + deck(1...3).replacing("question 2", with: "reworded"))
      return 0
    }
    try await app.type(" 1", sees: "question 2")
    try await app.type("E", sees: "reworded")
    try await app.sees("history kept")
    #expect(app.terminal.programs == [["vim", "+6", "\(home.root)/a.md"]])
    try await app.type(" 4", sees: "question 3")
    await app.close()
    let events = try home.command().events(ofCard: key(home, "reworded"))
    #expect(events.map(\.what) == ["review"])
  }

  private func key(_ home: TestHome, _ text: String) throws -> String {
    let found = try home.command().cards(matching: Query(parsing: "\"\(text)\""))
    return try #require(found.first).key.text
  }

  @Test func `a studied card that is reworded takes its answers along`() async throws {
    let home = try TestHome(["a.md": deck(1...2)])
    let card = try key(home, "question 1")
    _ = try home.command().grade(card, .again, seconds: 1)
    home.now = "2026-12-01T10:30:00+01:00"
    let app = try TestApp(home, start: .study(nil, limit: nil)) { _, _ in
      try home.write("a.md", deck(1...2).replacing("question 1", with: "reworded"))
      return 0
    }
    try await app.type("E", sees: "reworded")
    try await app.type(" 4", sees: "question 2")
    await app.close()
    let report = try home.command().card(named: key(home, "reworded"))
    #expect(report.state.reps == 2)
    #expect(try home.command().orphans().isEmpty)
  }

  @Test func `an editor that fails is said, and the card stays`() async throws {
    let home = try TestHome(["a.md": deck(1...2)])
    // A status as waitpid(2) packs it.
    let app = try TestApp(home, start: .study(nil, limit: nil)) { _, _ in 3 << 8 }
    try await app.type("E", sees: "vim ended with status 3")
    #expect(app.terminal.shows("question 1"))
    await app.close()
  }

  @Test func `a grade that cannot be kept is said, and the card stays`() async throws {
    let home = try TestHome(["a.md": deck(1...2)])
    let app = try TestApp(home, start: .study(nil, limit: nil))
    try await app.sees("question 1")
    // A file where the folder of the history belongs: nobody can write there, root included.
    try home.write(".deckle", "in the way")
    try await app.type(" 3", sees: "the card stays")
    #expect(app.terminal.shows("answer 1"))
    try home.folder.remove("cards/.deckle")
    try await app.type("3", sees: "question 2")
    await app.close()
    #expect(try home.reviewCount == 1)
  }

  @Test func `answers that only the journal could take are said on Home and counted once`()
    async throws
  {
    let home = try TestHome(["a.md": deck(1...3)])
    let app = try TestApp(home, start: .study(nil, limit: nil))
    try await app.type(" 4", sees: "question 2")
    try home.folder.rename("cards/.deckle", to: "unplugged")
    try await app.type(" 4", sees: "question 3")
    try await app.type("d", sees: "kept in the journal")
    try home.folder.rename("unplugged", to: "cards/.deckle")
    try await app.type("\n", sees: "question 3")
    try await app.type(" 4", sees: "done for now")
    try await app.type("d", sees: "3 of 3 new")
    #expect(!app.terminal.shows("kept in the journal"))
    await app.close()
    #expect(try home.reviewCount == 3)
    #expect(try home.command().dueReport().newToday == 3)
  }

  @Test func `rating changes no byte of a deck, however oddly it is written`() async throws {
    let odd =
      "\u{FEFF}---\r\ntags:   [ a ,b ]\r\nx-own: 1\r\n---\r\n<!-- note -->\r\n%% mine %%\r\n"
      + "| a|b |\r\n|--|---|\r\n\r\nQ:   question 1  \r\n   indented\r\nA: answer 1  \r\n\r\n\r\n"
    let home = try TestHome(["a.md": odd])
    let app = try TestApp(home, start: .study(nil, limit: nil))
    try await app.type(" 4", sees: "done for now")
    await app.close()
    #expect(try home.folder.bytes("cards/a.md") == Array(odd.utf8))
    #expect(home.folder.files(in: "cards", suffix: ".md") == ["cards/a.md"])
  }
}
