import Foundation
import StudyDomain
import TerminalUI
import TestSupport
import Testing

@testable import AppCore

@MainActor @Suite(.serialized) struct GoalsTests {
  @Test(arguments: [Size(width: 80, height: 24), Size(width: 20, height: 6)])
  func `a goal is set, reached by answers and taken back`(size: Size) async throws {
    let home = try TestHome(["a.md": deck(1...3)])
    let app = try TestApp(home, size: size)
    try await app.type("T", sees: "Goals")
    app.terminal.press(.enter)
    app.terminal.type("2\n")
    try await app.sees("0 of 2")
    #expect(try home.historyLines().contains { $0.contains("\tgoal\t") })
    app.terminal.type("q\n")
    try await app.sees("question 1")
    try await app.type(" ", sees: "answer 1")
    try await app.type("4", sees: "question 2")
    try await app.type(" ", sees: "answer 2")
    try await app.type("4", sees: "question 3")
    try await app.type("T", sees: "2 of 2 ✓")
    if size.width >= 80 {
      #expect(app.terminal.shows("Streak  1 day"))
      try await app.type("q", sees: "question 3")
      try await app.type("q", sees: "Goal ✓ 2 of 2 answers")
      #expect(app.terminal.shows("1 day ······█"))
    }
    await app.close()
  }

  @Test func `undo takes a goal back`() async throws {
    let home = try TestHome(["a.md": deck(1...3)])
    let app = try TestApp(home)
    try await app.type("T", sees: "no goal")
    app.terminal.press(.right)
    try await app.sees("0 of 5")
    try await app.type("u", sees: "undone: goal reviews 5")
    try await app.losesSight(of: "0 of 5")
    await app.close()
  }

  @Test func `goals on the command line`() throws {
    let home = try TestHome(["a.md": deck(1...3), "b.md": deck(4...6)])
    let tool = try home.command()
    #expect(try tool.setGoal(.reviews, to: 2, deck: nil) == "Goal: 2 answers a day")
    #expect(try tool.setGoal(.minutes, to: 1, deck: "B") == "Goal of b: 1 min a day")
    #expect(throws: CommandFailure.self) { try tool.setGoal(.new, to: 1, deck: "nowhere") }
    let card = try tool.cards(matching: Query(parsing: "deck:b"))[0]
    _ = try tool.grade(card.key.text, .good, seconds: 45)
    let reports = try home.command().goalReports(deck: nil)
    #expect(reports.map { $0.deck?.text } == [nil, "b"])
    #expect(reports[0].words == "goal 1 of 2 answers")
    #expect(reports[0].streak == Streak(current: 1, longest: 1, includesToday: true))
    #expect(reports[1].today == DayProgress(reviews: 1, new: 1, seconds: 45))
    #expect(try tool.setGoal(.reviews, to: nil, deck: nil) == "No goal for reviews")
  }

  @Test func `a reminder is silent when nothing is due or the goal is reached`() throws {
    let home = try TestHome(["a.md": deck(1...2)])
    let tool = try home.command()
    #expect(tool.reminderWords() == "2 new")
    _ = try tool.setGoal(.new, to: 1, deck: nil)
    #expect(tool.reminderWords() == "2 new; goal 0 of 1 new card")
    let cards = try tool.cards(matching: Query(parsing: "deck:a"))
    _ = try tool.grade(cards[0].key.text, .easy, seconds: 1)
    #expect(tool.reminderWords() == nil)
    _ = try tool.setGoal(.new, to: nil, deck: nil)
    #expect(tool.reminderWords() == "1 new")
    _ = try tool.grade(cards[1].key.text, .easy, seconds: 1)
    #expect(tool.reminderWords() == nil)
  }

  @Test func `the units of a reminder name this collection`() throws {
    let home = try TestHome(["a.md": deck(1...2)])
    let plan = try home.command().reminder(
      at: [try #require(ReminderTime("18:30"))], program: "/usr/bin/deckle")
    #expect(plan.service.contains("\"--collection\" \"\(home.root)\""))
    #expect(plan.timerPath.hasPrefix("\(home.folder.path)/.config/systemd/user/deckle-remind-"))
    #expect(plan.cron.contains("--collection \(home.root) remind --notify"))
  }

  @Test func `rest days that are no weekdays are told`() throws {
    let home = try TestHome(["a.md": deck(1...2)])
    try home.folder.write(".config/deckle/config.yaml", "rest_days: [Sat, sunday, funday]\n")
    let problems = try home.command().allProblems()
    #expect(
      problems.map(\.message) == [
        "rest_days: 'Sat sunday funday' is not weekdays like sat sun, or none"
      ])
  }
}

@MainActor @Suite(.serialized) struct MouseTests {
  private func app(_ setting: String, _ home: TestHome) throws -> TestApp {
    try home.folder.write(".config/deckle/config.yaml", setting)
    return try TestApp(home)
  }

  private func place(of text: String, on app: TestApp) throws -> (x: Int, y: Int) {
    let row = try #require(app.terminal.text.firstIndex { $0.contains(text) })
    let line = app.terminal.text[row]
    let start = try #require(line.range(of: text)).lowerBound
    return (line.distance(from: line.startIndex, to: start), row)
  }

  private func click(_ text: String, on app: TestApp) throws {
    let place = try place(of: text, on: app)
    app.terminal.send(.mouse(MouseEvent(.press, x: place.x, y: place.y)))
  }

  @Test func `a click selects a row, opens the selected one and acts on the footer`() async throws {
    let home = try TestHome(["aa.md": deck(1...1), "bb.md": deck(2...2), "cc.md": deck(3...3)])
    let app = try app("mouse: true\n", home)
    try await app.sees("cc")
    #expect(app.terminal.usesMouse)
    try click("cc", on: app)
    try click("cc", on: app)
    try await app.sees("question 3")
    try click("show answer", on: app)
    try await app.sees("answer 3")
    try click("Easy", on: app)
    try await app.sees("done for now")
    try click("back", on: app)
    try await app.sees("1 of 3 new")
    app.terminal.send(.mouse(MouseEvent(.wheelUp, x: 3, y: 3)))
    try await app.type("\n", sees: "question 1")
    await app.close()
  }

  @Test func `the mouse is off unless it is asked for`() async throws {
    let home = try TestHome(["aa.md": deck(1...1), "bb.md": deck(2...2)])
    let app = try app("mouse: false\n", home)
    try await app.sees("bb")
    #expect(!app.terminal.usesMouse)
    try click("bb", on: app)
    try await app.type("\n", sees: "question 1")
    await app.close()
  }
}
