import Interaction
import StudyDomain
import Testing

@testable import Screens

@MainActor @Suite struct HomeViewModelTests {
  private func model(
    fold: @escaping @MainActor (Bool, DeckName) -> Void = { _, _ in },
    study: @escaping @MainActor (DeckName) -> Void = { _ in }
  ) -> HomeViewModel {
    HomeViewModel(
      interactor: FakeHomeInteractor(overview: { Sample.home() }, fold: fold),
      router: FakeHomeRouter(toStudy: study))
  }

  @Test func `decks below a folded one are not shown`() {
    #expect(!model().rows.contains { $0.name == DeckName("Spanish::Verbs::Irregular") })
  }

  @Test func `the filter finds decks in folded ones too`() {
    let model = model()
    model.filterPressed()
    model.filterEdited(.insert("IRREG"))
    #expect(model.rows.map(\.name) == [DeckName("Spanish::Verbs::Irregular")])
    model.filterLeft()
    model.filterLeft()
    #expect(model.rows.count == 5)
  }

  @Test func `fold on a deck without children goes to its parent`() {
    let model = model()
    model.fit(windowHeight: 10)
    model.moved(.down)
    model.foldPressed()
    #expect(model.selectedRow?.name == DeckName("Spanish"))
  }

  @Test func `the selected deck is studied`() {
    let studied = Box<DeckName?>(nil)
    let model = model(study: { studied.value = $0 })
    model.fit(windowHeight: 10)
    model.moved(.bottom)
    model.moved(.up)
    model.studyPressed()
    #expect(studied.value == DeckName("Biology"))
  }
}
