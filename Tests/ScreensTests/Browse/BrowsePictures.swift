import StudyDomain
import TerminalUI

@testable import Screens

/// Browse after some keys.
@MainActor private func browse(
  _ keys: [Key] = [], query: String = "", cards: [CardReport] = Sample.cards,
  layout: CardLayout = CardLayout(), failing: Bool = false
) -> any Screen {
  let interactor = FakeBrowseInteractor(
    cards, layout: layout,
    searches: [
      SavedSearch(name: "hard verbs", query: "deck:Spanish::Verbs prop:lapses>3"),
      SavedSearch(name: "Über-Vokabeln 日本語 and a long name", query: "tag:日本語"),
    ])
  if failing {
    interactor.failure = ActionFailure("The disk is full", nextStep: "Free some space.")
  }
  let screen = BrowseScreen(
    viewModel: BrowseViewModel(
      interactor: interactor, router: FakeBrowseRouter(), query: query))
  var canvas = Canvas(size: Size(width: 80, height: 24))
  screen.draw(on: &canvas)
  for key in keys {
    _ = screen.handle(key, now: noon)
    screen.draw(on: &canvas)
  }
  return screen
}

private func typed(_ text: String) -> [Key] { text.map { .character($0) } }

let browsePictures: [ScreenPicture] = [
  ScreenPicture(name: "Browse/usual", title: "Browse") { browse() },
  ScreenPicture(name: "Browse/selected", title: "Browse, some selected, sorted by due") {
    browse(
      typed(" j "), query: "deck:Spanish",
      layout: CardLayout(order: CardOrder(.due, isDescending: true)))
  },
  ScreenPicture(name: "Browse/range", title: "Browse, a range") { browse(typed("jVjj")) },
  ScreenPicture(name: "Browse/columns-shown", title: "Browse, all columns") {
    browse(layout: CardLayout(columns: CardColumn.allCases))
  },
  ScreenPicture(name: "Browse/many", title: "Browse, in the middle of many") {
    browse([.character("G"), .control("u")], cards: Sample.manyCards(1000))
  },
  ScreenPicture(name: "Browse/empty", title: "Browse, no card") { browse(cards: []) },
  ScreenPicture(name: "Browse/typing", title: "Browse, typing a query") {
    browse(typed("/to deck:s") + [.tab])
  },
  ScreenPicture(name: "Browse/wrong-query", title: "Browse, a query with an error") {
    browse(typed("/to prop:ivl>x"))
  },
  ScreenPicture(name: "Browse/none-found", title: "Browse, nothing found") {
    browse(query: "zebra")
  },
  ScreenPicture(name: "Browse/error", title: "Browse, an action failed") {
    browse(typed("@"), failing: true)
  },
  ScreenPicture(name: "Browse/card", title: "Browse, a card whole") {
    browse(typed("j") + [.enter])
  },
  ScreenPicture(name: "Browse/card-long", title: "Browse, a long card whole") {
    browse(typed("jjj") + [.enter])
  },
  ScreenPicture(name: "Browse/flag", title: "Browse, asking for a flag") { browse(typed("f")) },
  ScreenPicture(name: "Browse/due", title: "Browse, asking for a due date") {
    browse(typed("S3-7"))
  },
  ScreenPicture(name: "Browse/tags", title: "Browse, changing tags") { browse(typed("#+ir -v")) },
  ScreenPicture(name: "Browse/move", title: "Browse, choosing a deck") {
    browse(typed("Mdeck") + [.down])
  },
  ScreenPicture(name: "Browse/delete", title: "Browse, a question before deleting") {
    browse(typed("  D"))
  },
  ScreenPicture(name: "Browse/searches", title: "Browse, saved searches") { browse(typed("W")) },
  ScreenPicture(name: "Browse/sort", title: "Browse, what to sort by") {
    browse(typed("Ojj"), layout: CardLayout(order: CardOrder(.due)))
  },
  ScreenPicture(name: "Browse/columns", title: "Browse, which columns") { browse(typed("Kj")) },
  ScreenPicture(name: "Browse/study", title: "Browse, how to study") { browse(typed("s")) },
]
