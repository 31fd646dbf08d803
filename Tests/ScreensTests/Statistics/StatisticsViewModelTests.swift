import Interaction
import StudyDomain
import Testing

@testable import Screens

@MainActor @Suite struct StatisticsViewModelTests {
  private func model(_ query: String? = nil) -> (StatisticsViewModel, Box<[String]>) {
    let asked = Box<[String]>([])
    let model = StatisticsViewModel(
      interactor: FakeStatisticsInteractor(onStatistics: { query, period in
        asked.value.append("\(query?.deckName ?? (query == nil ? "all" : "query")) \(period)")
        return query == nil
          ? Sample.statistics(period) : Statistics(today: Sample.day, period: period)
      }), router: FakeDismissing(), query: query)
    return (model, asked)
  }

  @Test func `charts go round in both directions`() {
    let (model, _) = model()
    model.chartPressed(-1)
    #expect(model.chart == .introduced)
    for _ in StatisticsChart.allCases { model.chartPressed(1) }
    #expect(model.chart == .introduced)
  }

  @Test func `it begins with the deck at hand and a key counts everything`() {
    let (model, asked) = model(DeckName("Spanish").queryText)
    #expect(model.deck == DeckName("Spanish"))
    _ = model.statistics
    #expect(asked.value.last == "Spanish year")
    model.allPressed()
    _ = model.statistics
    #expect(asked.value.last == "all year" && model.deck == nil)
  }

  @Test func `a deck of any name is found by its query`() throws {
    for name in ["A \"b\" c", "a*b_c", "back\\slash", "x::y z", "re:a", "or", "-a"] {
      let query = try Query(parsing: DeckName(name).queryText)
      #expect(query.deckName == name)
    }
  }

  @Test func `a query with a slip stays open at its column`() {
    let (model, _) = model()
    model.queryPressed()
    for character in "is:dew" { model.queryEdited(.insert(String(character))) }
    model.queryEntered()
    #expect(model.isTyping && model.error?.column == 1)
    model.queryEdited(.deleteBack)
    #expect(model.error == nil)
    model.queryEdited(.deleteBack)
    for character in "ue" { model.queryEdited(.insert(String(character))) }
    model.queryEntered()
    #expect(!model.isTyping && model.queryText == "is:due")
    #expect(model.message?.text == "No card matches: all is zero")
  }

  @Test func `periods follow each other`() {
    let (model, _) = model()
    let periods = (0..<4).map { _ in
      defer { model.periodPressed() }
      return model.period
    }
    #expect(periods == [.year, .all, .month, .year])
  }
}
