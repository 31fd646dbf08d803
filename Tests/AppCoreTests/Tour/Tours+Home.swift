import Screens
import TerminalUI

@testable import AppCore

extension Tour {
  private static let decks = [
    "geo.md": deck(1...12), "lang/verbs.md": deck(20...21), "lang/nouns.md": deck(30...31),
  ]

  static let home: [Tour] = [
    Tour(
      title: "Home: decks", files: decks, way: [.arrival("geo")],
      stops: [
        Stop(.moveDown, .changesPicture),
        Stop(.moveUp, .changesPicture),
        Stop(.moveToBottom, .changesPicture),
        Stop(.moveToTop, .changesPicture),
        Stop(.pin, .writes("\tpin\tgeo\t")),
        Stop(.addToday, .changesPicture, then: Leg("\n"), Leg("j", sees: "lang")),
        Stop(.toggleFold, .hides("verbs")),
        Stop(.unfold, .shows("nouns")),
        Stop(.fold, .hides("nouns")),
        Stop(.filter, .shows("/"), then: Leg("geo\n"), .arrival("geo")),
        Stop(.study, .shows("question 1"), then: Leg("q", sees: "geo")),
        Stop(.quit, .leaves),
      ]),
    Tour(
      title: "Home: what else", files: decks.merging(["zzz.md": "Q: no answer\n"]) { $1 },
      way: [.arrival("geo")],
      stops: [
        Stop(.problems, .shows("1 problem"), then: Leg("q", sees: "geo")),
        Stop(.importFile, .changesPicture, then: Leg(.escape), Leg(.escape, sees: "geo")),
        Stop(.exportCollection, .changesPicture, then: Leg("q", sees: "geo")),
      ]),
    Tour(
      title: "Home: a folder that cannot be read at first", files: decks, way: [.arrival("geo")],
      stops: [Stop(.reload, .shows("geo"))]),
    Tour(
      title: "Home: pages", files: ["geo.md": deck(1...1)].merging(many) { $1 },
      way: [.arrival("deck10")],
      stops: [
        Stop(.halfPageDown, .changesPicture), Stop(.halfPageUp, .changesPicture),
        Stop(.pageDown, .changesPicture), Stop(.pageUp, .changesPicture),
      ]),
  ]

  private static let many = Dictionary(
    uniqueKeysWithValues: (10...90).map { ("deck\($0).md", deck($0...$0)) })
}
