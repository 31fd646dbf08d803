import StudyDomain
import TerminalUI
import TestSupport
import Testing

@testable import AppCore

/// Adding, editing, tagging and deleting notes with keys; the files say what came of it.
@MainActor @Suite(.serialized) struct EditingTests {
  nonisolated private static let sizes = [
    Size(width: 80, height: 24), Size(width: 20, height: 6), Size(width: 120, height: 40),
  ]

  private func text(_ home: TestHome, _ path: String = "a.md") throws -> String {
    try home.folder.read("cards/\(path)")
  }

  /// Waits until a file holds a text.
  private func waits(_ home: TestHome, _ path: String = "a.md", for text: String) async throws {
    for _ in 0..<2000 {
      if home.folder.has("cards/\(path)"), try self.text(home, path) == text { return }
      try await Task.sleep(for: .milliseconds(2))
    }
    #expect(try self.text(home, path) == text)
  }

  @Test(arguments: sizes)
  func `cards are added one after another, and undone`(size: Size) async throws {
    let home = try TestHome(["a.md": deck(1...1)])
    let app = try TestApp(home, size: size)
    try await app.type("a", sees: "Add")
    app.terminal.type("la casa\tthe house\nhome")
    app.terminal.press(.control("s"))
    let one = deck(1...1) + "Q: la casa\n\nA: the house\nhome\n"
    try await waits(home, for: one)
    app.terminal.type("el pan\tbread\tfood ")
    app.terminal.press(.control("s"))
    let two = one + "\n<!-- tags: food -->\nQ: el pan\nA: bread\n"
    try await waits(home, for: two)
    app.terminal.press(.escape)
    app.terminal.type("u")
    try await waits(home, for: one)
    app.terminal.press(.control("r"))
    try await waits(home, for: two)
    await app.close()
  }

  @Test(arguments: sizes)
  func `the card on screen is edited and comes back with its history`(size: Size) async throws {
    let home = try TestHome(["a.md": deck(1...3)])
    let app = try TestApp(home, size: size)
    try await app.type("\n", sees: "question 1")
    try await app.type(" ", sees: "answer 1")
    try await app.type("1", sees: "question 2")
    try await app.type("e", sees: "Edit")
    app.terminal.press(.control("e"))
    app.terminal.type(" edited")
    app.terminal.press(.control("s"))
    try await app.sees("question 2 edited")
    try await waits(home, for: deck(1...3).replacing("question 2", with: "question 2 edited"))
    try await app.type(" ", sees: "answer 2")
    try await app.type("3", sees: "question 3")
    try await app.type("u", sees: "question 2 edited")
    app.terminal.type("u")
    try await waits(home, for: deck(1...3))
    app.terminal.press(.control("r"))
    try await app.sees("question 2 edited")
    await app.close()
  }

  @Test(arguments: sizes)
  func `a note is deleted after a question, and undo brings it back`(size: Size) async throws {
    let home = try TestHome(["a.md": deck(1...3)])
    let app = try TestApp(home, size: size)
    try await app.type("\n", sees: "question 1")
    try await app.type("D", sees: "Delete")
    app.terminal.type("n")
    try await app.losesSight(of: "Delete")
    #expect(try text(home) == deck(1...3))
    try await app.type("D", sees: "Delete")
    try await app.type("y", sees: "question 2")
    try await waits(home, for: deck(2...3))
    #expect(home.folder.files(in: "cards/.deckle/trash", suffix: ".md").count == 1)
    try await app.type("u", sees: "question 1")
    try await waits(home, for: deck(1...3))
    await app.close()
  }

  @Test(arguments: sizes)
  func `tags of the note change in a field`(size: Size) async throws {
    let home = try TestHome(["a.md": "<!-- tags: old -->\nQ: question 1\nA: answer 1\n"])
    let app = try TestApp(home, size: size)
    try await app.type("\n", sees: "question 1")
    try await app.type("#", sees: "Tags: old")
    app.terminal.press(.control("u"))
    app.terminal.type("new other\n")
    try await waits(home, for: "<!-- tags: new other -->\nQ: question 1\nA: answer 1\n")
    app.terminal.type("u")
    try await waits(home, for: "<!-- tags: old -->\nQ: question 1\nA: answer 1\n")
    await app.close()
  }

  @Test func `a text that was not saved is there after a crash`() async throws {
    let home = try TestHome(["a.md": deck(1...1)])
    let first = try TestApp(home)
    try await first.type("a", sees: "Add")
    try await first.type("half a card\tits", sees: "its")
    // Nothing is written at the end: what the next start finds was there before.
    let drafts = home.folder.files(in: ".local/state/deckle").filter { $0.hasSuffix("drafts/new") }
    #expect(try drafts.contains { try home.folder.read($0).contains("half a card") })
    await first.close()
    let second = try TestApp(home)
    try await second.type("a", sees: "half a card")
    try await second.sees("not saved")
    await second.close()
  }

  @Test func `pasted text goes into the field, in a new deck`() async throws {
    let home = try TestHome(["a.md": deck(1...1)])
    let app = try TestApp(home)
    try await app.type("a", sees: "Add")
    app.terminal.input.send(.paste("several\nlines: 食べる"))
    app.terminal.type("\tx")
    app.terminal.press(.escape)
    app.terminal.type("g\n")
    try await app.type("New::Deck", sees: "a new deck")
    app.terminal.press(.control("s"))
    try await waits(home, "New/Deck.md", for: "Q: several\nlines: 食べる\n\nA: x\n")
    await app.close()
  }

  /// What happens to the note in its file while the form is open, and what stands there then.
  @Test(arguments: [
    ("Q: question 2\nA: changed outside\n", "changed outside"),
    ("nothing of ours\n", "gone from its deck"),
  ])
  func `an open form hears of edits outside`(_ file: String, _ seen: String) async throws {
    let home = try TestHome(["a.md": "Q: question 2\nA: answer 2\n"])
    let app = try TestApp(home)
    try await app.type("\n", sees: "question 2")
    try await app.type("e", sees: "Edit")
    try home.write("a.md", file)
    try await app.sees(seen)
    await app.close()
  }

  // MARK: Commands

  @Test func `a card is added from words that hold anything`() throws {
    let home = try TestHome(["a.md": deck(1...1)])
    let command = try home.command()
    let front = "what's \"this\"?\n---\nQ: $(x) `y` \\"
    let cards = try command.add(
      NoteRequest(deck: DeckName("A"), texts: [front, "A: that"], tags: ["x"]))
    #expect(cards.count == 1 && cards[0].text.front == front && cards[0].deck == DeckName("a"))
    #expect(try home.command().card(named: cards[0].key.text).text.back == "A: that")
    let report = try home.command().undo(nil)
    #expect(report.summary.hasPrefix("added 'what's"))
    #expect(try text(home) == deck(1...1))
  }

  @Test func `one text is a cloze; kinds go by name`() throws {
    let home = try TestHome(["a.md": deck(1...1)])
    let command = try home.command()
    #expect(try command.add(NoteRequest(texts: ["[one] and [two]"])).count == 2)
    #expect(try command.add(NoteRequest(kind: "both", texts: ["x", "y"])).count == 2)
    #expect(throws: CommandFailure.self) { try command.add(NoteRequest(texts: ["no gap"])) }
    #expect(throws: CommandFailure.self) {
      try command.add(NoteRequest(kind: "nothing", texts: ["x", "y"]))
    }
  }

  @Test func `a card is edited by its id while the program runs`() async throws {
    let home = try TestHome(["a.md": deck(1...2)])
    let app = try TestApp(home)
    try await app.type("\n", sees: "question 1")
    let command = try home.command()
    let card = try #require(try command.cards(matching: Query(parsing: "question")).first)
    let edited = try #require(
      try command.edit(card.key.text, NoteEdit(texts: [0: "question one"], tags: ["t"])))
    #expect(edited.text.front == "question one" && edited.tags == ["t"])
    try await app.sees("question one")
    #expect(try command.edit(edited.key.text, NoteEdit(texts: [0: "question one"])) == nil)
    #expect(try home.command().undo(nil).summary == "edited 'question one'")
    #expect(try text(home) == deck(1...2))
    await app.close()
  }

  @Test func `the list of actions names changes of texts`() throws {
    let home = try TestHome(["a.md": deck(1...2)])
    let command = try home.command()
    _ = try command.add(NoteRequest(texts: ["x", "y"]))
    _ = try command.grade(
      try #require(try command.cards(matching: Query(parsing: "question")).first).key.text, .good,
      seconds: 1)
    let actions = try home.command().recentActions(limit: 5)
    #expect(actions.map(\.summary) == ["review good", "added 'x'"])
    _ = try home.command().undo(actions[1].name)
    #expect(try text(home) == deck(1...2))
    #expect(throws: CommandFailure.self) { try home.command().undo(actions[1].name) }
  }
}
