import Foundation
import FileStorage
import StudyDomain
import TerminalUI
import TestSupport
import Testing

@testable import AppCore

/// A folder that went back to an older revision of the history, and cards that lost their text.
@MainActor @Suite(.serialized) struct OlderRevisionTests {
  let home: TestHome
  private let file: String
  /// The history with one answer, and with three.
  private let old: String
  private let new: String

  init() throws {
    let home = try TestHome(["a.md": deck(1...5)])
    try Self.answer(1, home)
    let files = home.folder.files(in: "cards/.deckle/history", suffix: ".tsv")
    let file = try #require(files.first)
    old = try home.folder.read(file)
    try Self.answer(2, home)
    try Self.answer(3, home)
    new = try home.folder.read(file)
    try home.folder.write(file, old)
    self.home = home
    self.file = file
  }

  private static func answer(_ number: Int, _ home: TestHome) throws {
    home.now = "2026-12-01T10:0\(number):00+01:00"
    let command = try home.command()
    let found = try command.cards(matching: Query(parsing: "\"question \(number)\""))
    _ = try command.grade(#require(found.first).key.text, .easy, seconds: 1)
  }

  @Test func `restoring brings the answers back`() async throws {
    let app = try TestApp(home)
    try await app.sees("4 events of this machine are missing")
    try await app.sees("2026-12-01 10:02 to 2026-12-01 10:03")
    #expect(try home.folder.read(file) == old, "nothing is written before the decision")
    try await app.type("r", sees: "3 of 5 new")
    #expect(app.terminal.shows("4 events that an older revision"))
    await app.close()
    #expect(try home.folder.read(file) == new)
  }

  @Test func `accepting goes on in a new file`() async throws {
    let app = try TestApp(home)
    try await app.sees("are missing")
    try await app.type("a", sees: "1 of 5 new")
    #expect(app.terminal.shows("the older revision is accepted"))
    try await app.type("\n", sees: "question 2")
    try await app.type(" 4", sees: "question 3")
    await app.close()
    #expect(try home.folder.read(file) == old)
    #expect(home.folder.files(in: "cards/.deckle/history", suffix: ".tsv").count == 2)
    #expect(try home.reviewCount == 2)
    #expect(try home.command().openingRemarks.isEmpty)
  }

  @Test func `later: looking is free, and the first answer asks again and loses nothing`()
    async throws
  {
    let app = try TestApp(home)
    try await app.sees("are missing")
    app.terminal.press(.escape)
    try await app.sees("1 of 5 new")
    #expect(app.terminal.shows("lacks 4 of this machine"))
    try await app.type("\n", sees: "question 2")
    try await app.type(" 4", sees: "are missing")
    #expect(try home.folder.read(file) == old)
    try await app.type("\n", sees: "question")
    // Question 2 was answered in what came back.
    try await app.sees("question 4")
    try await app.type(" 4", sees: "question 5")
    await app.close()
    #expect(try home.reviewCount == 4)
  }

  @Test func `later and then closed leaves all as it was`() async throws {
    let app = try TestApp(home)
    try await app.sees("are missing")
    app.terminal.press(.escape)
    try await app.sees("1 of 5 new")
    await app.close()
    #expect(try home.folder.read(file) == old)
    // A command restores and says so.
    let command = try home.command()
    #expect(command.openingRemarks.contains { $0.contains("4 events") })
    #expect(try home.reviewCount == 3)
  }

  @Test func `a deck opened by name waits below the question`() async throws {
    let app = try TestApp(home, start: .study("a", limit: nil))
    try await app.sees("are missing")
    try await app.type("r", sees: "question 4")
    await app.close()
  }

  @Test func `an older revision in mid-session gets our events again`() async throws {
    try home.folder.write(file, new)
    let app = try TestApp(home, start: .study("a", limit: nil))
    try await app.sees("question 4")
    try home.folder.write(file, old)
    try await app.type(" 4", sees: "question 5")
    await app.close()
    #expect(try home.reviewCount == 4)
  }

  @Test func `a card edited elsewhere is told once, and stays among the problems`() async throws {
    try home.folder.write(file, new)
    let app = try TestApp(home)
    try await app.sees("3 of 5 new")
    #expect(!app.terminal.shows("lost"))
    try home.write("a.md", deck(1...5).replacing("question 2", with: "other words"))
    try await app.sees("an edited card lost its history", within: 3)
    try await app.type("!", sees: "'question 2' has a review and no text any more")
    await app.close()
    let next = try TestApp(home)
    try await next.sees("of 5 new")
    #expect(!next.terminal.shows("lost its history"))
    await next.close()
    let command = try home.command()
    let found = command.allProblems().first { $0.message.contains("question 2") }
    let problem = try #require(found)
    #expect(problem.severity == .warning && problem.path == "a.md")
    #expect(command.orphans().map(\.reviews) == [1])
    try home.write("a.md", deck(1...5))
    #expect(try home.command().allProblems().isEmpty)
  }

  @Test func `bad lines are one problem a file, and the log says what was copied`() throws {
    let bad = (1...12).map { "bad line \($0)\n" }.joined()
    try home.folder.write(file, new + bad)
    let problems = try home.command().allProblems()
    #expect(problems.count == 1)
    #expect(problems.first?.line == new.split(separator: "\n").count + 1)
    let message = try #require(problems.first?.message)
    #expect(message.hasPrefix("12 lines could not be read, the first is cut short; copied to /"))
    for _ in 1...2 {
      let log = try home.command().logLines().filter { $0.contains(" recovered ") }
      #expect(log.count == 1 && log[0].contains("lines=12"), "\(log)")
    }
    #expect(try home.folder.read(file) == new + bad)
  }
}
