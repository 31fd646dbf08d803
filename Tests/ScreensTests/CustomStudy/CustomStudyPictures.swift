import StudyDomain
import TerminalUI

@testable import Screens

struct FakeCustomStudyInteractor: CustomStudyInteractor {
  var count: @MainActor (Query, Bool) -> Int = { _, _ in 42 }
  var deckNames = ["Biology", "Spanish", "Spanish::Verbs", "Über-Vokabeln 日本語 שלום"]
  func cardCount(of query: Query, isDue: Bool) -> Int { count(query, isDue) }
}

struct FakeCustomStudyRouter: CustomStudyRouter {
  var onBegin: @MainActor (CustomStudy) -> Void = { _ in }
  var onDismiss: @MainActor () -> Void = {}
  func begin(_ custom: CustomStudy) { onBegin(custom) }
  func dismiss() { onDismiss() }
}

@MainActor private func page(_ keys: [Key] = [], count: Int = 42) -> any Screen {
  let screen = CustomStudyScreen(
    viewModel: CustomStudyViewModel(
      interactor: FakeCustomStudyInteractor(count: { _, _ in count }),
      router: FakeCustomStudyRouter(), deck: DeckName("Spanish")))
  for key in keys { _ = screen.handle(key, now: noon) }
  return screen
}

private func typed(_ text: String) -> [Key] { text.map { .character($0) } }

let customStudyPictures: [ScreenPicture] = [
  ScreenPicture(name: "CustomStudy/usual", title: "Custom session") { page() },
  ScreenPicture(name: "CustomStudy/days", title: "Custom session, due soon") {
    page(typed("jll"))
  },
  ScreenPicture(name: "CustomStudy/empty", title: "Custom session, no cards") {
    page(typed("s"), count: 0)
  },
  ScreenPicture(name: "CustomStudy/query", title: "Custom session, a query is typed") {
    page(typed("/tag:verbs is:due"))
  },
  ScreenPicture(name: "CustomStudy/error", title: "Custom session, a query that is none") {
    page(typed("/\"tag") + [.enter])
  },
]
