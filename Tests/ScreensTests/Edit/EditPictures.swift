import StudyDomain
import TerminalUI

@testable import Screens

@MainActor private func form(
  _ fake: FakeEdit = FakeEdit(), _ target: EditTarget = .new(nil), _ keys: [Key] = []
) -> any Screen {
  let screen = EditScreen(
    viewModel: EditViewModel(target: target, interactor: fake, router: FakeClosing()))
  screen.tick(noon)
  // The rows of a text are known once it was drawn.
  var canvas = Canvas(size: Size(width: 80, height: 24))
  screen.draw(on: &canvas)
  for key in keys { _ = screen.handle(key, now: noon) }
  screen.tick(noon.adding(milliseconds: 1000))
  return screen
}

@MainActor private func filled() -> FakeEdit {
  let fake = FakeEdit()
  fake.note = NoteDraft(
    deck: DeckName("Spanish::Verbs"), kind: .basic,
    fields: [
      NoteDraft.Field("Front", "to fetch, to bring\n(3rd person)"),
      NoteDraft.Field("Back", "**trae**\n\n- from *traer*\n- irregular"),
    ], tags: ["verbs", "irregular"])
  return fake
}

private func typed(_ text: String) -> [Key] {
  text.map { $0 == "\n" ? .enter : .character($0) }
}

let editPictures: [ScreenPicture] = [
  ScreenPicture(name: "Edit/usual", title: "Edit, a note as it is") {
    form(filled(), .card(CardKey(hash: 1)))
  },
  ScreenPicture(name: "Edit/empty", title: "Add, nothing typed") { form() },
  ScreenPicture(name: "Edit/typed", title: "Add, a card is typed") {
    let fake = FakeEdit()
    fake.same = "a card with this front is in Spanish (Spanish.md:12)"
    return form(fake, .new(nil), typed("la casa") + [.tab] + typed("the house\nhome"))
  },
  ScreenPicture(name: "Edit/error", title: "Add, what cannot be saved") {
    form(FakeEdit(), .new(nil), [.control("s")])
  },
  ScreenPicture(name: "Edit/filter", title: "Add, choosing a deck") {
    form(FakeEdit(), .new(nil), [.backTab, .backTab] + typed("verb"))
  },
  ScreenPicture(name: "Edit/tags", title: "Add, completing a tag") {
    form(FakeEdit(), .new(nil), [.tab, .tab] + typed("fo"))
  },
  ScreenPicture(name: "Edit/left", title: "Edit, the field left") {
    form(filled(), .card(CardKey(hash: 1)), [.escape, .down])
  },
  ScreenPicture(name: "Edit/wide", title: "Edit, long and wide text") {
    let fake = filled()
    fake.note.fields[0].text = String(repeating: "天気はいいから散歩しましょう。 ", count: 12)
    fake.note.fields[1].text = (1...30).map { "line \($0) 👩‍👩‍👧 e\u{301}" }.joined(separator: "\n")
    return form(fake, .card(CardKey(hash: 1)))
  },
]
