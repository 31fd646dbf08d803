import Foundation
import StudyDomain
import TerminalUI
import TestSupport
import Testing

@testable import AppCore

@MainActor @Suite(.serialized) struct BrowseTests {
  private func home() throws -> TestHome {
    try TestHome([
      "Spanish/Verbs.md": "<!-- tags: verb -->\nQ: to go\nA: ir\n\nT: to have\nD: tener\n",
      "Spanish/Food.md": "Q: bread\nA: pan\n\nQ: water\nA: agua\n",
      "Bio.md": "Q: cell\nA: célula\n",
    ])
  }

  private func events(_ home: TestHome, _ kind: String) throws -> Int {
    try home.historyLines().filter { $0.contains("\t\(kind)\t") }.count
  }

  @Test func `b lists the deck at hand, and the query finds others while it is typed`() async throws
  {
    let home = try home()
    let app = try TestApp(home)
    try await app.sees("Bio")
    try await app.type("jb", sees: "deck:\"Spanish\"")
    try await app.sees("5 cards")
    app.terminal.type("/")
    app.terminal.press(.control("u"))
    try await app.type("is:new -tag:verb", sees: "5 cards")
    try await app.type(" pan", sees: "1 card")
    try await app.type("\n\n", sees: "Food.md:1")
    app.terminal.press(.escape)
    try await app.losesSight(of: "Food.md:1")
    app.terminal.type("q")
    try await app.losesSight(of: "Browse")
    await app.close()
  }

  @Test func `actions on a selection are one undo each and say what they did`() async throws {
    let home = try home()
    let app = try TestApp(home)
    try await app.sees("Bio")
    try await app.type("b/", sees: "leave the field")
    app.terminal.press(.control("u"), .enter)
    try await app.sees("6 cards")
    try await app.type("A@", sees: "6 cards suspended")
    #expect(try events(home, "suspend") == 6)
    try await app.type("u", sees: "undone: ")
    #expect(try events(home, "undo") == 1)
    try await app.losesSight(of: "suspended")
    app.terminal.press(.escape)
    try await app.type(" f3", sees: "1 card with flag 3")
    try await app.type("S10\n", sees: "1 card due in 10 days")
    try await app.sees("2026-12-11")
    try await app.type("-", sees: "1 card buried until tomorrow")
    try await app.type("-", sees: "1 card back from burying")
    try await app.type("uuu", sees: "undone: due")
    try await app.losesSight(of: "2026-12-11")
    await app.close()
  }

  @Test func `notes are tagged, moved and deleted, and each is taken back`() async throws {
    let home = try home()
    let app = try TestApp(home)
    try await app.sees("Bio")
    try await app.type("jb", sees: "5 cards")
    try await app.type(" #+drink -food\n", sees: "+drink -food in 1 note")
    #expect(try home.folder.read("cards/Spanish/Food.md").contains("drink"))
    try await app.type("Mbio\n", sees: "1 note moved to Bio")
    try await app.sees("4 cards")
    #expect(try home.folder.read("cards/Bio.md").contains("bread"))
    try await app.type("u", sees: "5 cards")
    #expect(!(try home.folder.read("cards/Bio.md").contains("bread")))
    try await app.type("/", sees: "leave the field")
    try await app.type(" have\n", sees: "2 cards")
    try await app.type("D", sees: "Delete 1 note with 2 cards?")
    try await app.type("D", sees: "1 note deleted")
    #expect(!(try home.folder.read("cards/Spanish/Verbs.md").contains("tener")))
    try await app.type("u", sees: "2 cards")
    #expect(try home.folder.read("cards/Spanish/Verbs.md").contains("tener"))
    await app.close()
  }

  @Test func `the siblings of a note go with it`() async throws {
    let home = try home()
    let app = try TestApp(home)
    try await app.sees("Bio")
    try await app.type("jb/", sees: "leave the field")
    try await app.type(" have\n", sees: "2 cards")
    try await app.type("!", sees: "2 cards suspended")
    try await app.type("=", sees: "2 cards buried")
    await app.close()
    #expect(try events(home, "suspend") == 2)
    #expect(try events(home, "bury") == 2)
  }

  @Test func `a search is saved in the collection and found at the next start`() async throws {
    let home = try home()
    let app = try TestApp(home)
    try await app.sees("Bio")
    try await app.type("b/", sees: "leave the field")
    app.terminal.press(.control("u"))
    try await app.type("tag:verb\n", sees: "1 card")
    try await app.type("wmy verbs\n", sees: "search saved as 'my verbs'")
    await app.close()
    let again = try TestApp(home)
    try await again.sees("Bio")
    try await again.type("bW", sees: "my verbs")
    try await again.type("\n", sees: "tag:verb")
    try await again.type("WD", sees: "search 'my verbs' taken away")
    try await again.type("u", sees: "undone: ")
    try await again.type("W", sees: "my verbs")
    await again.close()
  }

  @Test func `rows follow decks that change while they are shown`() async throws {
    let home = try home()
    let app = try TestApp(home)
    try await app.sees("Bio")
    try await app.type("jb", sees: "5 cards")
    app.terminal.type("jj")
    try home.write(
      "Spanish/Food.md", "Q: cheese\nA: queso\n\nQ: bread\nA: pan\n\nQ: water\nA: agua\n")
    try await app.sees("6 cards")
    try await app.sees("cheese")
    try home.write("Spanish/Verbs.md", "")
    try await app.sees("3 cards")
    await app.close()
  }

  @Test func `E opens the editor at the card, and the list has its new text`() async throws {
    let home = try home()
    let app = try TestApp(home) { _, _ in
      try home.write("Bio.md", "Q: a cell\nA: célula\n")
      return 0
    }
    try await app.sees("Bio")
    try await app.type("b", sees: "1 card")
    try await app.type("E", sees: "a cell")
    #expect(app.terminal.programs == [["vim", "+1", "\(home.root)/Bio.md"]])
    await app.close()
  }

  @Test func `chosen cards are crammed, and exported`() async throws {
    let home = try home()
    let app = try TestApp(home)
    try await app.sees("Bio")
    try await app.type("jb", sees: "5 cards")
    try await app.type(" s", sees: "schedules stay")
    try await app.type("jj\n", sees: "bread")
    app.terminal.type("q")
    try await app.sees("5 cards")
    try await app.type("X", sees: "1 note, 1 card")
    await app.close()
  }
}
