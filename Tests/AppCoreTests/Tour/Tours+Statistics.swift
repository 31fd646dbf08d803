import Screens
import StudyDomain
import TerminalUI

@testable import AppCore

extension Tour {
  private static let two = ["a.md": deck(1...2), "b.md": deck(3...4)]

  static let statistics: [Tour] = [
    Tour(
      title: "Statistics", files: two, prepare: answerInB, way: [.arrival("a")],
      stops: [
        Stop(.statistics, .shows("No answer yet")),
        Stop(.nextChart, .shows("Calendar")),
        Stop(.previousChart, .shows("Overview")),
        Stop(.statisticsPeriod, .changesPicture),
        Stop(.statisticsAll, .shows("1 answer")),
        Stop(.statisticsQuery, .changesPicture),
      ]),
    Tour(
      title: "Card info", files: two, start: .study("a", limit: nil),
      way: [.arrival("question 1")],
      stops: [Stop(.cardInfo, .shows("Card info"))]),
  ]

  @MainActor private static func answerInB(_ home: TestHome) throws {
    let command = try home.command()
    let cards = try command.cards(matching: Query(parsing: "\"question 3\""))
    _ = try command.grade(cards[0].key.text, .good, seconds: 1)
  }
}
