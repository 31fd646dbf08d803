import StudyDomain
import Testing

@testable import Screens

@MainActor @Suite struct SummaryViewModelTests {
  private let summary = StudySummary(deck: DeckName("Spanish"), newCardsLeft: 3)

  @Test func `undo brings the last card back into the session`() {
    let resumed = Box(0)
    let model = SummaryViewModel(
      interactor: FakeSummaryInteractor(current: { [summary] in summary }, onUndo: { "Undone" }),
      router: FakeSummaryRouter(onResume: { resumed.value += 1 }))
    model.undoPressed()
    #expect(resumed.value == 1)
  }

  @Test func `what would bring no cards is refused with the reason`() {
    let model = SummaryViewModel(
      interactor: FakeSummaryInteractor(current: { [summary] in summary }),
      router: FakeSummaryRouter())
    model.extended(by: .failedCards)
    #expect(model.message == Notice("No card was failed"))
  }

  @Test func `more new cards lead back into the session`() {
    let asked = Box<[SessionExtension]>([])
    let resumed = Box(0)
    let model = SummaryViewModel(
      interactor: FakeSummaryInteractor(
        current: { [summary] in summary },
        onExtend: {
          asked.value.append($0)
          return nil
        }),
      router: FakeSummaryRouter(onResume: { resumed.value += 1 }))
    model.extended(by: .newCards(10))
    #expect(asked.value == [.newCards(10)])
    #expect(resumed.value == 1)
  }
}
