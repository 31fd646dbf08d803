import Foundation
import Interaction
import StudyDomain
import TerminalUI
import TestSupport
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
    model.filterCleared()
    #expect(model.rows.count == 5)
  }

  @Test func `Enter keeps the filter, one Esc clears it, in the field and in the list`() {
    let model = model()
    let screen = HomeScreen(viewModel: model)
    for keepsFirst in [false, true] {
      for key in "/irreg" { #expect(screen.handle(.character(key), now: noon)) }
      if keepsFirst {
        #expect(screen.handle(.enter, now: noon))
        #expect(!model.isTyping && model.rows.count == 1)
      }
      #expect(screen.handle(.escape, now: noon))
      #expect(!model.isTyping && model.filter == nil && model.rows.count == 5)
    }
  }

  @Test(arguments: [(80, 24), (80, 10), (20, 6), (31, 6), (34, 13), (120, 40)])
  func `counts have a title at every size`(width: Int, height: Int) {
    let screen = HomeScreen(viewModel: model())
    var canvas = Canvas(size: Size(width: width, height: height))
    screen.draw(on: &canvas)
    let titles = canvas.text(row: height < 14 ? 0 : 2)
    let row = canvas.text(row: height < 14 ? 1 : 3)
    #expect(row.contains("Spanish"))
    let (title, count) = titles.contains("Today") ? ("Today", "46") : ("Due", "34")
    let titleEnd = titles.range(of: title)?.upperBound.utf16Offset(in: titles)
    let countEnd = row.range(of: count)?.upperBound.utf16Offset(in: row)
    #expect(titleEnd != nil && titleEnd == countEnd)
  }

  @Test(
    arguments: [
      (TodaySummary(newLeft: 10), "Today  0 of 10 new", "review"),
      (TodaySummary(reviewsLeft: 1), "Today  0 of 1 review", " new"),
      (TodaySummary(), "Nothing is due today", " of "),
    ])
  func `what there is none of today is not spoken of`(
    today: TodaySummary, said: String, unsaid: String
  ) {
    let home = Sample.home(.ready(decks: Sample.decks, today: today))
    let screen = HomeScreen(
      viewModel: HomeViewModel(
        interactor: FakeHomeInteractor(overview: { home }), router: FakeHomeRouter()))
    var canvas = Canvas(size: Size(width: 60, height: 24))
    screen.draw(on: &canvas)
    let text = canvas.text(row: 22)
    #expect(text.contains(said) && !text.contains(unsaid), "\(text)")
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
