import Foundation
import StudyDomain
import TerminalUI
import TestSupport
import Testing

@testable import AppCore

/// Statistics and Card info, reached by their keys.
@MainActor @Suite(.serialized) struct StatisticsTests {
  private func home() throws -> TestHome {
    let home = try TestHome(["Spanish.md": deck(1...4), "Maths.md": deck(5...6)])
    for (number, grade) in [(1, Grade.good), (2, .again), (5, .easy)] {
      let cards = try home.command().cards(matching: Query(parsing: "\"question \(number)\""))
      _ = try home.command().grade(try #require(cards.first).key.text, grade, seconds: 7)
    }
    return home
  }

  @Test(arguments: [(80, 24), (20, 6), (120, 40)])
  func `every chart comes up for the deck at hand and for everything`(width: Int, height: Int)
    async throws
  {
    let home = try home()
    let app = try TestApp(home, size: Size(width: width, height: height))
    try await app.sees("Spanish")
    app.terminal.type("jt")
    try await app.sees(width >= 40 ? "deck:\"Spanish\"" : "Overview")
    let titles = [
      "Calendar", "Forecast", "Answers", "Time", "True retention", "Buttons", "Hours",
      "Intervals", "Stability", "Difficulty", "Retrievability", "Introduced", "Overview",
    ]
    for title in titles { try await app.type("\t", sees: String(title.prefix(8))) }
    if width >= 40 { try await app.type("p", sees: "all time") }
    if width >= 40 { try await app.type("A", sees: "all decks") }
    try await app.type("q", sees: "Spanish")
    await app.close()
  }

  @Test func `a query with a slip is pointed at, a right one is counted`() async throws {
    let home = try home()
    let app = try TestApp(home)
    try await app.sees("Spanish")
    try await app.type("t/", sees: "/ ")
    app.terminal.press(.control("u"))
    try await app.type("is:dew\n", sees: "column")
    app.terminal.press(.control("u"))
    app.terminal.type("deck:Maths\n")
    try await app.sees("2 cards")
    await app.close()
  }

  @Test func `card info says the intervals that Study shows`() async throws {
    let home = try home()
    let app = try TestApp(home, start: .study("Spanish", limit: nil))
    try await app.type(" ", sees: "1 Again")
    let row = try #require(app.row("1 Again"))
    try await app.type("i", sees: "If it is answered now")
    for grade in ["Again", "Hard", "Good", "Easy"] {
      let words = row.split(separator: " ")
      let place = try #require(words.firstIndex { $0 == grade })
      let interval = words[(place + 1)...(place + 2)].joined(separator: " ")
      #expect(app.row(grade)?.hasPrefix("\(grade) \(interval)") == true, "\(grade) \(interval)")
    }
    try await app.type("q", sees: "1 Again")
    await app.close()
  }

  @Test func `where no card is at hand the key says so`() async throws {
    let home = try home()
    let app = try TestApp(home)
    try await app.sees("Spanish")
    try await app.type("i", sees: "No card is at hand")
    app.terminal.type("j")
    try await app.losesSight(of: "No card is at hand")
    await app.close()
  }

  @Test func `the numbers of the command are those of the screen`() throws {
    let home = try home()
    let interactor = try home.command()
    let all = interactor.statistics(nil, period: .year)
    #expect(all.cards.total == 6 && all.cards.new == 3)
    #expect(all.answersToday.answers == 3 && all.answersToday.passed == 2)
    #expect(all.answersToday.milliseconds == 21_000)
    let deck = interactor.statistics(
      try Query(parsing: DeckName("Maths").queryText), period: .year)
    #expect(deck.cards.total == 2 && deck.answersToday.answers == 1)
    #expect(deck.cards.young == 1)
  }

  @Test func `an empty collection has statistics of zeros`() async throws {
    let home = try TestHome()
    try home.write("notes.md", "no cards\n")
    let statistics = try home.command().statistics(nil, period: .all)
    #expect(statistics.cards.total == 0 && statistics.days.isEmpty)
  }
}
