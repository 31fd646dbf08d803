import Foundation
import StudyDomain
import TerminalUI
import TestSupport
import Testing

@testable import AppCore

@MainActor @Suite(.serialized) struct HomeTests {
  @Test func `the first start makes a collection with the tutorial and remembers it`() async throws
  {
    let home = try TestHome()
    var launch = home.launch
    launch.collection = nil
    let app = try TestApp(home, launch: launch)
    try await app.sees("~/flashcards")
    try await app.type("\n", sees: "Welcome")
    try await app.sees("0 of 1 new")
    try await app.type("\n", sees: "Which key shows the answer?")
    try await app.type(" 4", sees: "done for now")
    await app.close()
    #expect(home.folder.has("flashcards/.deckle/id"))
    #expect(home.folder.has("flashcards/.gitattributes"))
    // The next start opens it without being told.
    let again = try TestApp(home, launch: launch)
    try await again.sees("1 of 1 new")
    await again.close()
  }

  @Test func `a file that lies where the tutorial goes is left alone`() async throws {
    let home = try TestHome()
    try home.folder.write("flashcards/Welcome.md", "mine\n")
    var launch = home.launch
    launch.collection = "\(home.folder.path)/flashcards/none"
    let app = try TestApp(home, launch: launch)
    try await app.sees("not there")
    app.terminal.type("e")
    for _ in 0..<5 { app.terminal.press(.backspace) }
    app.terminal.press(.enter)
    try await app.type("\n", sees: "deckle")
    try await app.losesSight(of: "not there")
    await app.close()
    #expect(try home.folder.read("flashcards/Welcome.md") == "mine\n")
  }

  @Test func `help lists the keys of the screen it was asked on`() async throws {
    let home = try TestHome(["a.md": deck(1...1)])
    let app = try TestApp(home)
    try await app.type("?", sees: "Study the deck and all below it")
    app.terminal.press(.escape)
    try await app.sees("0 of 1 new")
    try await app.type("\n", sees: "question 1")
    try await app.type("?", sees: "Bury the card until tomorrow")
    try await app.type("q", sees: "question 1")
    await app.close()
  }

  @Test func `problems are counted on Home, listed with their place, and opened there`()
    async throws
  {
    let home = try TestHome(["a.md": deck(1...1) + "Q: no answer\n", "README.md": "prose only\n"])
    let app = try TestApp(home) { _, _ in
      try home.write("a.md", deck(1...1))
      return 0
    }
    try await app.sees("1 problem")
    try await app.type("!", sees: "a.md:4")
    try await app.type("\n", sees: "All files are read")
    #expect(app.terminal.programs == [["vim", "+4", "\(home.root)/a.md"]])
    try await app.type("q", sees: "0 of 1 new")
    #expect(!app.terminal.shows("1 problem"))
    await app.close()
  }

  @Test func `the filter finds decks by parts of their names, and paste goes into it`() async throws
  {
    let home = try TestHome([
      "lang/french.md": deck(1...1), "lang/german.md": deck(2...2), "bio.md": deck(3...3),
    ])
    let app = try TestApp(home)
    try await app.type("/FREN", sees: "lang › french")
    try await app.losesSight(of: "bio")
    app.terminal.press(.enter)
    try await app.type("\n", sees: "question 1")
    try await app.type("q", sees: "lang › french")
    app.terminal.press(.escape)
    try await app.sees("bio")
    app.terminal.type("/")
    app.terminal.send(.paste("germ"))
    try await app.sees("lang › german")
    await app.close()
  }

  @Test func `folds and pins are kept for the next start`() async throws {
    let home = try TestHome(["lang/french.md": deck(1...1), "bio.md": deck(3...3)])
    let app = try TestApp(home)
    try await app.sees("french")
    app.terminal.press(.down)
    try await app.type("*", sees: "★")
    app.terminal.type(" ")
    try await app.losesSight(of: "french")
    await app.close()
    let again = try TestApp(home)
    try await again.sees("★")
    #expect(!again.terminal.shows("french"))
    await again.close()
  }

  @Test func `an empty collection offers the first deck`() async throws {
    let home = try TestHome(["README.txt": "no deck"])
    let app = try TestApp(home)
    try await app.sees("No deck is in")
    try await app.type("\n", sees: "Welcome")
    await app.close()
    #expect(home.folder.has("cards/Welcome.md"))
  }

  @Test func `a folder without writing rights in the way of nothing is only looked at`()
    async throws
  {
    let home = try TestHome(["a.md": deck(1...1)])
    let app = try TestApp(home)
    try await app.sees("0 of 1 new")
    await app.close()
    #expect(home.folder.files(in: "cards") == ["cards/a.md"])
  }

  @Test func `a clock behind the history is said`() async throws {
    let home = try TestHome(["a.md": deck(1...1)])
    let card = try #require(try home.command().cards(matching: Query()).first)
    _ = try home.command(now: "2027-01-01T10:00:00+01:00")
      .grade(card.key.text, .easy, seconds: 1)
    let app = try TestApp(home)
    try await app.sees("the clock is behind")
    await app.close()
  }

  @Test func `the keys and the theme of config are in force, and its mistakes are problems`()
    async throws
  {
    let home = try TestHome(["a.md": deck(1...1)])
    try home.folder.write(
      ".config/deckle/config.yaml",
      """
      keys:
        home.study: [x]
        home.fly: [y]
        study.good: [4]
        study.easy: [3]
      colour: red
      theme: pink
      editor: [a]

      """)
    let app = try TestApp(home)
    try await app.sees("4 problems")
    try await app.type("x", sees: "question 1")
    await app.close()
  }
}
