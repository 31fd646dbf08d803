import StudyDomain
import TerminalUI
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

@Suite struct ChartWidgetTests {
  @Test func `no value is lost where columns are few`() {
    for count in [1, 7, 53, 365, 1000] {
      let values = (0..<count).map { Double($0 % 7) }
      for width in [6, 20, 78, 200] {
        for anchor in [BarChart.Anchor.first, .last] {
          let chart = BarChart(values, anchor: anchor)
          let bars = chart.bars(width: width)
          #expect(bars.reduce(0) { $0 + $1.value } == values.reduce(0, +))
          #expect(bars.count <= width)
        }
      }
    }
  }

  @Test func `the newest bar holds as many days as the others`() {
    let bars = BarChart(Array(repeating: 1, count: 100), anchor: .last).bars(width: 20)
    #expect(bars.last?.value == bars[bars.count / 2].value)
  }

  @Test func `axes end at round numbers`() {
    #expect([0, 1, 3, 7, 11, 61, 100, 4321].map(BarChart.roundedUp) == [1, 1, 4, 8, 20, 80, 100, 6000])
  }

  @Test func `a day of an import does not make all others pale`() {
    let steps = HeatMap.steps(of: [1, 2, 3, 4, 5, 6, 7, 5000])
    #expect(HeatMap.step(of: 5000, steps) == 4 && HeatMap.step(of: 1, steps) == 1)
    #expect(HeatMap.step(of: 6, steps) >= 3 && HeatMap.step(of: 0, steps) == 0)
  }
}
