import Foundation
import Managers
import StudyDomain
import TerminalUI
import TestSupport
import Testing

@testable import AppCore

/// Faults of real life, each with the smallest input that would bring it about.
@MainActor @Suite(.serialized) struct CasesTests {
  @Test func `A27 prose, headings and missing pictures stop no collection`() async throws {
    let home = try TestHome([
      "README.md": "# About\n\nprose only\n",
      "a.md": deck(1...1) + "# A heading between cards\n\nprose\n\n" + deck(2...2),
      "b.md": "Q: question 3\nA: see ![a map](gone.png)\n",
    ])
    let app = try TestApp(home, start: .study("b", limit: nil))
    try await app.type(" ", sees: "gone.png")
    await app.close()
    #expect(try home.command().cards(matching: Query()).count == 3)
  }

  struct Drawn: CustomTestStringConvertible {
    var testDescription: String
    var answer: String
    var width: Int
    var rows: [String]
  }

  @Test(
    arguments: [
      Drawn(
        testDescription: "A25 two blanks or a backslash break a line, a line end alone does not",
        answer: " one  \ntwo\\\nthree\nfour", width: 80, rows: ["one", "two", "three four"]),
      Drawn(
        testDescription: "A26 lists keep their levels in a wide terminal",
        answer: "\n- alpha\n  - beta\n    - gamma", width: 80,
        rows: ["• alpha", "  • beta", "    • gamma"]),
      Drawn(
        testDescription: "A26 lists keep their levels in a narrow terminal",
        answer: "\n- alpha\n  - beta\n    - gamma", width: 30,
        rows: ["• alpha", "  • beta", "    • gamma"]),
      Drawn(
        testDescription: "D20 English words among Japanese keep their blanks",
        answer: " 日本語 with some English words 日本語", width: 24,
        rows: ["some English"]),
    ])
  func `an answer is drawn line by line`(drawn: Drawn) async throws {
    let home = try TestHome(["a.md": "Q: question 1\nA:\(drawn.answer)\n"])
    let app = try TestApp(
      home, start: .study(nil, limit: nil), size: Size(width: drawn.width, height: 24))
    try await app.type(" ", sees: String(drawn.rows.last?.drop { $0 == " " || $0 == "•" } ?? ""))
    let text = app.terminal.text.map { Self.bulleted($0) }
    var next = 0
    for row in text where next < drawn.rows.count && row.contains(drawn.rows[next]) { next += 1 }
    #expect(next == drawn.rows.count, "\(text.joined(separator: "\n"))")
    await app.close()
  }

  /// All marks of lists as one: which level has which is a matter of taste.
  private static func bulleted(_ row: String) -> String {
    String(row.map { "-*•◦▪–".contains($0) ? "•" : $0 })
  }

  @Test func `C3 a card whose new text is two cards keeps its history at one of them`() async throws
  {
    let front = "---\nnew_per_day: 0\n---\n" + deck(1...1)
    let home = try TestHome(["a.md": front + "Q: old\nline two\nA: x\n\n" + deck(3...3)])
    let before = try #require(try home.command().cards(matching: Query(parsing: "old")).first)
    _ = try home.command().grade(before.key.text, .easy, seconds: 1)
    home.now = "2027-03-01T10:00:00+01:00"
    let app = try TestApp(home, start: .study(nil, limit: nil)) { _, _ in
      try home.write(
        "a.md", front + "Q: old\nA: x\n\nQ: like text\nA: y\n \n" + deck(3...3))
      return 0
    }
    try await app.sees("old")
    try await app.type("E", sees: "history kept")
    await app.close()
    let reports = try home.command().cards(matching: Query())
    #expect(reports.map(\.text.front) == ["question 1", "old", "like text", "question 3"])
    #expect(reports.map(\.state.reviews) == [0, 1, 0, 0])
  }

  private nonisolated static let git = "/usr/bin/git"

  @Test(.enabled(if: FileManager.default.fileExists(atPath: git), "git is not here"))
  func `C6 two clones that both study and bury merge without a conflict`() throws {
    let home = try TestHome(["a.md": deck(1...40)])
    _ = try home.command().perform(.flag(1), on: Query(parsing: "\"question 40\""))
    let other = try TestHome()
    try git(home.root, "init", "-q", "-b", "main")
    try commit(home)
    try git(other.folder.path, "clone", "-q", home.root, other.root)
    for (place, range) in [(home, 1...20), (other, 11...30)] {
      let command = try place.command()
      for number in range {
        let card = try command.cards(matching: Query(parsing: "\"question \(number)\""))
        // "question 1" is the beginning of others; the first is meant.
        _ = try command.grade(try #require(card.first).key.text, .easy, seconds: 1)
      }
      _ = try command.perform(.bury, on: Query(parsing: "\"question 39\""))
      try commit(place)
    }
    try git(home.root, "pull", "-q", "--no-rebase", "--no-edit", other.root, "main")
    try git(other.root, "pull", "-q", "--no-rebase", "--no-edit", home.root, "main")
    #expect(try home.command().historyJSON() == other.command().historyJSON())
    let reports = try home.command().cards(matching: Query())
    #expect(reports.map(\.state.reviews).reduce(0, +) == 40)
    #expect(reports.filter { $0.state.reviews > 0 }.count == 30)
    #expect(try home.command().cardCount(matching: Query(parsing: "is:buried")) == 1)
    #expect(try home.command().allProblems().isEmpty)
  }

  private func commit(_ home: TestHome) throws {
    try git(home.root, "add", "-A")
    try git(home.root, "commit", "-q", "-m", "study")
  }

  private func git(_ folder: String, _ words: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: Self.git)
    process.arguments =
      ["-C", folder, "-c", "user.name=t", "-c", "user.email=t@example.org"] + words
    process.environment = ["HOME": folder, "GIT_CONFIG_NOSYSTEM": "1"]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "git \(words.joined(separator: " "))")
  }

  @Test func `D16 an answer of three hundred lines scrolls and can be graded`() async throws {
    let lines = (1...300).map { "- line \($0)\n" }.joined()
    let home = try TestHome(["a.md": "Q: question 1\nA:\n\(lines)\n" + deck(2...2)])
    let app = try TestApp(home, start: .study(nil, limit: nil))
    try await app.type(" ", sees: "line 1")
    #expect(!app.terminal.shows("line 300"))
    try await app.type("G", sees: "line 300")
    app.terminal.press(.pageUp)
    try await app.losesSight(of: "line 300")
    try await app.type("g", sees: "question 1")
    try await app.type("G", sees: "line 300")
    // The next card begins at its top (D17).
    try await app.type("4", sees: "question 2")
    await app.close()
    #expect(try home.reviewCount == 1)
  }

  @Test func `F15 the siblings of a note with 36 holes are said to wait`() async throws {
    let holes = (1...36).map { "[h\($0)]" }.joined(separator: " ")
    let home = try TestHome(["a.md": "C: \(holes)\n"])
    let app = try TestApp(home, start: .study(nil, limit: nil))
    try await app.type(" 4", sees: "done for now")
    try await app.sees("35 siblings wait until tomorrow")
    try await app.type("B", sees: "[...]")
    #expect(app.terminal.shows("1/36"))
    await app.close()
  }

  @Test(arguments: ["deck:geo\t is:due", "deck:geo  is:due ", "\n deck:geo is:due"])
  func `F20 odd blanks in a query are one blank`(text: String) throws {
    #expect(try Query(parsing: text) == Query(parsing: "deck:geo is:due"))
  }

  @Test(arguments: ["\"open", "-", "deck:", "is:nonsense", "a -\"b"])
  func `F20 a query that cannot be read points at its column`(text: String) throws {
    #expect(throws: Query.SyntaxError.self) { try Query(parsing: text) }
  }

  @Test func `F22 a card left open for hours counts a minute of study`() throws {
    let home = try TestHome(["a.md": deck(1...1)])
    let card = try #require(try home.command().cards(matching: Query()).first)
    _ = try home.command().grade(card.key.text, .good, seconds: 7200)
    #expect(try home.command().container.decks.answersToday().seconds == 60)
  }

  @Test func `B17 a card answered in the future stays reachable`() throws {
    let home = try TestHome(["a.md": deck(1...1)])
    let card = try #require(try home.command().cards(matching: Query()).first)
    _ = try home.command(now: "2027-01-01T10:00:00+01:00").grade(card.key.text, .easy, seconds: 1)
    let interactor = try home.command()
    #expect(interactor.openingRemarks.contains { $0.contains("clock") })
    let report = try interactor.grade(card.key.text, .good, seconds: 1)
    #expect(report.retrievability.map { (0...1).contains($0) } == true)
    #expect(report.state.memory?.stability.isFinite == true)
    #expect(!interactor.historyJSON().contains("nan"))
  }

  @Test func `B20 easy forty times, each when due, stays finite and within the maximum`() throws {
    let home = try TestHome(["a.md": deck(1...1)])
    var now = try #require(Timestamp(iso: "2026-12-01T10:00:00Z", in: .utc))
    let card = try #require(try home.command().cards(matching: Query()).first).key.text
    for _ in 0..<40 {
      let report = try home.command(now: now.iso(in: .utc)).grade(card, .easy, seconds: 1)
      guard case .day(let day) = report.state.due else {
        Issue.record("\(String(describing: report.state.due))")
        return
      }
      #expect(report.state.interval?.days ?? 0 <= 36_500)
      now = Timestamp(seconds: Int64(day.number) * 86_400 + 36_000)
    }
    #expect(now > (try #require(Timestamp(iso: "2100-01-01", in: .utc))))
    let json = try home.command(now: now.iso(in: .utc)).historyJSON().lowercased()
    #expect(!json.contains("nan") && !json.contains("inf"))
  }
}
