import StudyDomain
import TerminalUI
import TestSupport
import Testing

@testable import AppCore

@MainActor @Suite(.serialized) struct CommandsTests {
  @Test(arguments: [Size(width: 80, height: 24), Size(width: 20, height: 6)])
  func `the palette does an action on the screen below`(size: Size) async throws {
    let home = try TestHome(["a.md": deck(1...3)])
    let app = try TestApp(home, size: size)
    try await app.type("\n", sees: "question 1")
    try await app.type(":", sees: ":")
    app.terminal.type("bury card\n")
    try await app.sees("question 2")
    #expect(try home.historyLines().contains { $0.contains("\tbury\t") })
    await app.close()
  }

  @Test func `the palette opens other screens and remembers what was done last`() async throws {
    let home = try TestHome(["a.md": deck(1...3)])
    let app = try TestApp(home)
    try await app.type(":help\n", sees: "Keys  Home")
    try await app.type("q", sees: "0 of 3 new")
    try await app.type(":", sees: "Show the keys of this screen  help")
    try await app.type("\n", sees: "Keys  Home")
    await app.close()
  }

  @Test func `a key that is off says why until the next key`() async throws {
    let home = try TestHome(["a.md": deck(1...2)])
    let app = try TestApp(home)
    try await app.type("!", sees: "There are no problems")
    app.terminal.type("k")
    try await app.losesSight(of: "There are no problems")
    try await app.type("\n", sees: "question 1")
    try await app.type("2", sees: "Show the answer first")
    try await app.type(" ", sees: "answer 1")
    #expect(!app.terminal.shows("Show the answer first"))
    await app.close()
  }

  @Test func `digits, arrows, Space, Enter and Esc reach every action`() async throws {
    let home = try TestHome(["a.md": deck(1...3)])
    let app = try TestApp(home)
    try await app.sees("0 of 3 new")
    app.terminal.press(.escape)
    try await app.sees("[Home]")
    app.terminal.press(.escape)
    try await app.sees("0 of 3 new")
    app.terminal.press(.enter)
    try await app.sees("question 1")
    // Suspend, by the menu.
    try await app.type("0", sees: "[Study]")
    while app.terminal.shows("[Study]"), !app.terminal.shows("study.suspend-card") {
      let frames = app.terminal.frameCount
      app.terminal.press(.down)
      while app.terminal.frameCount == frames { try await Task.sleep(for: .milliseconds(1)) }
    }
    app.terminal.press(.character(" "))
    try await app.sees("question 2")
    #expect(try home.historyLines().contains { $0.contains("\tsuspend\t") })
    // Undo, by the second group.
    app.terminal.type("0")
    app.terminal.press(.right)
    try await app.sees("[Everywhere]")
    while !app.terminal.shows("Undo the newest action  undo") {
      let frames = app.terminal.frameCount
      app.terminal.press(.down)
      while app.terminal.frameCount == frames { try await Task.sleep(for: .milliseconds(1)) }
    }
    app.terminal.press(.enter)
    try await app.sees("question 1")
    await app.close()
  }
}
