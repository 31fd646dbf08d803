import TestSupport
import Testing

@testable import TerminalUI

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
    let ends = [0, 1, 3, 7, 11, 61, 100, 4321].map { BarChart.roundedUp($0) }
    #expect(ends == [1, 1, 3, 8, 12, 80, 100, 5000])
  }

  @Test func `a day of an import does not make all others pale`() {
    let steps = HeatMap.steps(of: [1, 2, 3, 4, 5, 6, 7, 5000])
    #expect(HeatMap.step(of: 5000, steps) == 4 && HeatMap.step(of: 1, steps) == 1)
    #expect(HeatMap.step(of: 6, steps) >= 3 && HeatMap.step(of: 0, steps) == 0)
  }
}

@Suite struct ChartPictureTests {
  private func rows(_ width: Int, _ height: Int, _ draw: (inout Canvas, Rect) -> Void) -> [String] {
    var canvas = Canvas(size: Size(width: width, height: height))
    draw(&canvas, canvas.bounds)
    return (0..<height).map { canvas.text(row: $0) }
  }

  @Test func `bars grow in eighths of a row, and nothing is a dot on the ground`() {
    let chart = BarChart([0, 1, 4, 8, 16], top: 16)
    let drawn = rows(5, 2) { chart.draw(on: &$0, in: $1) }
    #expect(drawn == ["    █", "·▁▄██"])
  }

  @Test func `a falling line is drawn in dots`() {
    let chart = DotChart([1, 0], in: 0...1)
    #expect(rows(1, 1) { chart.draw(on: &$0, in: $1) } == ["⢹"])
    let flat = DotChart([0, 0], in: 0...1, level: 1)
    #expect(rows(2, 1) { flat.draw(on: &$0, in: $1) } == ["⣁⣀"])
  }

  @Test func `weeks are columns and days rows`() {
    let map = HeatMap(days: [0, 1, 9, 1, 1, 9, 9, 1, nil], weekLabels: ["Jan", ""])
    let drawn = rows(8, 8) { map.draw(on: &$0, in: $1) }
    #expect(drawn[0].hasPrefix("    Jan"))
    #expect(drawn[1].hasPrefix("Mon ·░") && drawn[2].hasPrefix("    ░ "))
  }
}
