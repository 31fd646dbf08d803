import Foundation
import StudyDomain
import TerminalUI
import TestSupport
import Testing

@testable import AppCore

/// The whole program: keys go in, the screen comes out, files lie between.
@MainActor @Suite(.serialized) struct StudyingTests {
  @Test func `from Home through cards to the summary, and back with undo`() async throws {
    let home = try TestHome(["geo.md": deck(1...2), "bio.md": deck(3...3)])
    let app = try TestApp(home)
    try await app.sees("0 of 3 new")
    #expect(app.row("geo") == "geo 2 0 0")
    app.terminal.press(.down)
    try await app.type("\n", sees: "question 1")
    #expect(!app.terminal.shows("answer 1"))
    try await app.type(" ", sees: "answer 1")
    #expect(app.terminal.shows("Good 10m") || app.terminal.shows("Good"))
    try await app.type("4", sees: "question 2")
    try await app.type(" ", sees: "answer 2")
    try await app.type("4", sees: "done for now")
    #expect(app.terminal.shows("2 answers"))
    try await app.type("u", sees: "question 2")
    #expect(!app.terminal.shows("answer 2"))
    try await app.type(" 4", sees: "done for now")
    try await app.type("q", sees: "2 of 3 new")
    #expect(app.row("geo") == "geo 0 0 0")
    app.terminal.type("q")
    #expect(await app.status == 0)
    #expect(app.terminal.isClosed)
    let due = try home.command().dueReport()
    #expect((due.new, due.newToday) == (1, 2))
  }

  @Test func `a grade is in the file before the next card is drawn`() async throws {
    let home = try TestHome(["a.md": deck(1...5)])
    let app = try TestApp(home, start: .study(nil, limit: nil))
    try await app.sees("question 1")
    var checked = 0
    app.terminal.onShow = { terminal in
      // A frame with question n means that n - 1 answers are on disk.
      for number in 1...5 where terminal.shows("question \(number)") {
        let lines = try? home.reviewCount
        #expect(lines ?? 0 == number - 1)
        checked += 1
      }
    }
    for number in 1...4 { try await app.type(" 4", sees: "question \(number + 1)") }
    #expect(checked >= 8)
    await app.close()
  }

  @Test func `keys typed ahead grade each card once and skip none`() async throws {
    let home = try TestHome(["a.md": deck(1...5)])
    let app = try TestApp(home)
    try await app.type("\n 44 44 44 44 4", sees: "done for now")
    #expect(try home.reviewCount == 5)
    await app.close()
  }

  @Test func `a failed card comes again, and can be practised from the summary`() async throws {
    let home = try TestHome(["a.md": "---\nlearning_steps: [1h]\n---\n" + deck(1...2)])
    // The step ends on the next study day: nothing is left for this one.
    home.now = "2026-12-02T03:30:00+01:00"
    let app = try TestApp(home, start: .study(nil, limit: nil))
    try await app.type(" 1", sees: "question 2")
    try await app.type(" 4", sees: "done for now")
    try await app.sees("Failed at least once")
    try await app.type("f", sees: "question 1")
    try await app.type(" 3", sees: "done for now")
    await app.close()
    #expect(try home.historyLines().filter { $0.contains("\tcram") }.count == 1)
  }

  @Test func `cards failed and known since are asked again from the summary, suspended ones not`()
    async throws
  {
    let home = try TestHome(["a.md": "---\nlearning_steps: [1m]\n---\n" + deck(1...2)])
    let app = try TestApp(home, start: .study(nil, limit: nil))
    try await app.type(" 1", sees: "question 2")
    try await app.type(" 4", sees: "question 1")
    try await app.type(" 4", sees: "Failed at least once")
    try await app.type("f", sees: "question 1")
    try await app.type(" 3", sees: "done for now")
    try await app.type("f", sees: "question 1")
    try await app.type("@", sees: "done for now")
    try await app.type("f", sees: "none of the failed cards can be asked now")
    await app.close()
    #expect(try home.historyLines().filter { $0.contains("\tcram") }.count == 1)
  }

  @Test func `a picture is missing until its file is in the media folder`() async throws {
    let home = try TestHome([
      "Bio/a.md": "Q: ![](one.png)\n\n![](two%20x.png)\n\n![](../../out.png)\nA: x\n",
      "Bio/two x.png": "", "../out.png": "",
    ])
    let app = try TestApp(home, start: .study(nil, limit: nil))
    try await app.sees("missing picture: one.png")
    #expect(app.terminal.shows("[picture: two%20x.png]"))
    #expect(app.terminal.shows("missing picture: out.png"))
    await app.close()
    try home.write("media/one.png", "")
    let again = try TestApp(home, start: .study(nil, limit: nil))
    try await again.sees("[picture: one.png]")
    await again.close()
  }

  @Test func `ten more new cards come when asked for`() async throws {
    let home = try TestHome(["a.md": "---\nnew_per_day: 1\n---\n" + deck(1...5)])
    let app = try TestApp(home)
    try await app.sees("0 of 1 new")
    try await app.type("+\n", sees: "0 of 5 new")
    try await app.type("u", sees: "0 of 1 new")
    await app.close()
  }

  @Test func `bury, suspend, mark and flag act on the card and undo takes each back`() async throws
  {
    let home = try TestHome(["a.md": deck(1...3)])
    let app = try TestApp(home, start: .study("a", limit: nil))
    try await app.type("-", sees: "question 2")
    try await app.type("@", sees: "question 3")
    try await app.type("*", sees: "a *")
    try await app.type("f3", sees: "⚑3")
    try await app.type("u", sees: "a *")
    try await app.losesSight(of: "⚑3")
    try await app.type("u", sees: "question 3")
    try await app.type("u", sees: "question 2")
    try await app.type("u", sees: "question 1")
    try await app.type("u", sees: "nothing left to undo")
    await app.close()
    let interactor = try home.command()
    for state in ["is:suspended", "is:buried", "is:marked", "is:flagged"] {
      #expect(try interactor.cardCount(matching: Query(parsing: state)) == 0)
    }
  }

  @Test func `a paste on a card is no command`() async throws {
    let home = try TestHome(["a.md": deck(1...2)])
    let app = try TestApp(home, start: .study(nil, limit: nil))
    try await app.sees("question 1")
    app.terminal.send(.paste("q\nd\ny\n1\n"))
    try await app.type(" ", sees: "answer 1")
    #expect(!home.folder.has("cards/.deckle"))
    await app.close()
  }

  @Test func `a termination ends the program with its signal and everything saved`() async throws {
    let home = try TestHome(["a.md": deck(1...2)])
    let app = try TestApp(home, start: .study(nil, limit: nil))
    try await app.type(" 4", sees: "question 2")
    app.terminal.send(.terminate(signal: 15))
    #expect(await app.status == 143)
    #expect(try home.reviewCount == 1)
    #expect(home.folder.files(in: ".cache", suffix: "/library").count == 1)
  }

  @Test func `the smallest and the largest terminals are drawn while it runs`() async throws {
    let home = try TestHome(["a.md": deck(1...2)])
    let app = try TestApp(home, start: .study(nil, limit: nil))
    try await app.sees("question 1")
    for (width, height) in [(1, 1), (0, 0), (12, 3), (300, 90), (80, 24)] {
      let before = app.terminal.frameCount
      app.terminal.resize(to: Size(width: width, height: height))
      while app.terminal.frameCount == before { try await Task.sleep(for: .milliseconds(1)) }
    }
    try await app.sees("question 1")
    await app.close()
  }

  @Test func `over the rollover the card stays, and counts for the new day`() async throws {
    let home = try TestHome(["a.md": "---\nnew_per_day: 2\n---\n" + deck(1...5)])
    // Half a second before the day ends.
    home.now = "2026-12-02T03:59:59.500+01:00"
    let app = try TestApp(home, start: .study(nil, limit: nil))
    try await app.sees("question 1")
    try await Task.sleep(for: .milliseconds(700))
    try await app.type(" 4", sees: "question 2")
    try await app.type("q", sees: "1 of 2 new")
    await app.close()
    let newDay = try #require(CivilDate(iso: "2026-12-02")).daysSince1970
    #expect(
      try home.historyLines().filter { $0.contains("\treview\t") }
        .allSatisfy { $0.contains("\t\(newDay)\treview\t") })
  }
}
