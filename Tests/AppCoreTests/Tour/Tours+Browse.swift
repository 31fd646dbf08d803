import Screens
import TerminalUI

@testable import AppCore

extension Tour {
  private static let decks = ["geo.md": deck(1...12), "other.md": deck(20...21)]
  private static let escape = Leg(.escape)

  static let browse: [Tour] = [
    Tour(
      title: "Browse: rows", files: decks, way: [.arrival("geo")],
      stops: [
        Stop(.browse, .shows("deck:\"geo\""), then: .arrival("question 1")),
        Stop(.browseSearch, .changesPicture, then: Leg(" question\n")),
        Stop(.browseSelect, .changesPicture, then: escape),
        Stop(.browseRange, .changesPicture, then: escape),
        Stop(.browseSelectAll, .changesPicture, then: escape, Leg("g")),
        Stop(.browseShow, .shows("answer 1")),
        Stop(.browseNextCard, .shows("answer 2")),
        Stop(.browsePreviousCard, .shows("answer 1"), then: escape),
        Stop(.browseSaveSearch, .changesPicture, then: Leg("mine\n")),
        Stop(.browseSearches, .shows("mine"), then: escape),
        Stop(.browseSort, .changesPicture, then: escape),
        Stop(.browseColumns, .changesPicture, then: escape),
        Stop(.browseStudy, .shows("Cram"), then: escape),
        Stop(.browseExport, .shows("Export"), then: Leg("q")),
        Stop(.browseEdit, .shows("Edit"), then: escape, escape),
        Stop(.browseEditor, .runs("vim")),
      ]),
    Tour(
      title: "Browse: cards", files: decks,
      way: [.arrival("geo"), Leg("b", sees: "question 1")],
      stops: [
        Stop(.browseMark, .writes("\tmark\t")),
        Stop(.browseFlag, .changesPicture, then: Leg("3")),
        Stop(.browseBuryCard, .writes("\tbury\t")),
        Stop(.browseBuryNote, .writes("\tunbury\t")),
        Stop(.browseSuspendCard, .writes("\tsuspend\t")),
        Stop(.browseSuspendNote, .writes("\tunsuspend\t")),
        Stop(.browseSetDue, .changesPicture, then: Leg("3\n")),
        Stop(.browseForget, .writes("\tforget\t")),
        Stop(.browseTags, .changesPicture, then: Leg("+new\n")),
        Stop(.browseMove, .shows("other"), then: Leg("other\n")),
        Stop(.browseDelete, .changesPicture, then: Leg("n")),
      ]),
  ]
}
