import Foundation
import Screens
import StudyDomain
import TerminalUI
import TestSupport

@testable import AppCore

extension Tour {
  private static let one = ["geo.md": deck(1...4)]
  private static let escape = Leg(.escape)

  static let others: [Tour] = [
    Tour(
      title: "Problems", files: ["b.md": "Q: no answer\n", "geo.md": deck(1...1)],
      way: [.arrival("geo"), Leg("!", sees: "1 problem")],
      stops: [Stop(.openProblem, .runs("vim"))]),
    Tour(
      title: "Older revision: restore", files: one, prepare: goBack,
      way: [.arrival("missing")],
      stops: [Stop(.restoreHistory, .writes("\treview\t"))]),
    Tour(
      title: "Older revision: accept", files: one, prepare: goBack, way: [.arrival("missing")],
      stops: [Stop(.acceptOlder, .shows("geo"))]),
    Tour(
      title: "First start", files: ["README.txt": "no deck"],
      stops: [
        Stop(.editPath, .changesPicture, then: escape),
        Stop(.createCollection, .file("Welcome.md", holds: "Which key")),
      ]),
    Tour(
      title: "First start without the tutorial", files: ["README.txt": "no deck"],
      stops: [Stop(.createEmpty, .makes("cards/.deckle/id"))]),
  ]

  static let everywhere: [Tour] = [
    Tour(
      title: "Goals", files: one, way: [.arrival("geo")],
      stops: [
        Stop(.goals, .shows("Goals")),
        Stop(.raiseGoal, .writes("\tgoal\t")),
        Stop(.lowerGoal, .writes("\tgoal\t")),
        Stop(.nextGoalDeck, .changesPicture),
        Stop(.typeGoal, .changesPicture, then: Leg("7\n", sees: "0 of 7")),
        Stop(.clearGoal, .writes("\tgoal\tgeo\t")),
      ]),
    Tour(
      title: "Everywhere", files: one, start: .study("geo", limit: nil),
      way: [.arrival("question 1")],
      stops: [
        Stop(
          .help, .changesPicture, then: Leg("q", sees: "question 1"), Leg(" ", sees: "answer 1"),
          Leg("4", sees: "question 2")),
        Stop(.undo, .writes("\tundo\t"), then: .arrival("question 1")),
        Stop(.redo, .writes("\tundo\t"), then: .arrival("question 2")),
        Stop(.palette, .changesPicture, then: escape, .arrival("question 2")),
        Stop(.menu, .changesPicture),
        Stop(.nextMenuGroup, .changesPicture),
        Stop(.previousMenuGroup, .changesPicture),
        // The first row would show the answer, or grade once it is there long enough.
        Stop(.chooseMenuRow, .shows("answer 2"), then: Leg("0j")),
        Stop(.performMenuRow, .writes("\treview\t")),
        Stop(.decks, .shows("geo")),
        Stop(.back, .leaves),
      ]),
  ]

  static let exchange: [Tour] = [
    Tour(
      title: "Import", files: one, prepare: { try download("mesa;table\nsilla;chair\n", $0) },
      way: [.arrival("geo"), Leg("I", sees: "words"), Leg(.down)],
      stops: [
        Stop(.openTransferRow, .shows("  new  ")),
        Stop(.transferColumns, .changesPicture),
        Stop(.nextValue, .changesPicture),
        Stop(.previousValue, .changesPicture, then: Leg("q")),
        Stop(.transferDeck, .changesPicture, then: escape),
        Stop(.transferPath, .changesPicture),
      ]),
    Tour(
      title: "Export", files: one, way: [.arrival("geo"), Leg("X", sees: "geo")],
      stops: [
        Stop(.exportCards, .changesPicture, then: escape),
        Stop(.exportPath, .changesPicture, then: escape, Leg("jj")),
        Stop(.nextExportValue, .changesPicture),
        Stop(.previousExportValue, .changesPicture, then: Leg("kk")),
        Stop(.openExportRow, .makes("geo.apkg")),
      ]),
  ]

  private static func download(_ text: String, _ home: TestHome) throws {
    try home.folder.write("Downloads/words.csv", text)
  }

  /// Three answers are given, and the history goes back to the first.
  @MainActor private static func goBack(_ home: TestHome) throws {
    var first = ""
    for number in 1...3 {
      home.now = "2026-12-01T10:0\(number):00+01:00"
      let command = try home.command()
      let cards = try command.cards(matching: Query(parsing: "\"question \(number)\""))
      _ = try command.grade(cards[0].key.text, .easy, seconds: 1)
      let path = home.folder.files(in: "cards/.deckle/history", suffix: ".tsv")[0]
      if number == 1 { first = try home.folder.read(path) }
      if number == 3 { try home.folder.write(path, first) }
    }
  }
}
