import StudyDomain
import Testing

@testable import CommandLineTool

@Suite struct StatisticsOutputTests {
  private var sample: Statistics {
    var made = Statistics(today: StudyDay(20_788), period: .month)
    var old = Statistics.DayAnswers(day: StudyDay(20_700))
    old.mature = 9
    var new = Statistics.DayAnswers(day: StudyDay(20_787))
    (new.learning, new.young, new.practice, new.milliseconds) = (2, 3, 4, 61_500)
    made.days = [old, new]
    made.cards.young = 5
    made.due.days = [1, 0, 2]
    made.retention = Statistics.Retention.Span.allCases.map { Statistics.Retention($0) }
    made.retention[3].youngPassed = 3
    made.retention[3].youngFailed = 1
    return made
  }

  @Test func `JSON holds the days of the period, and a year for the heat map`() throws {
    let text = try JSONNode(of: StatisticsJSON(sample)).text(isPretty: false)
    #expect(text.contains("\"day\":\"2026-11-30\""))
    #expect(!text.contains("\"day\":\"2026-09-04\""))
    #expect(text.contains("\"heat_map\":{\"2026-09-04\":9,\"2026-11-30\":5}"))
    #expect(text.contains("\"seconds\":61.5"))
    #expect(text.contains("\"month\":{\"mature\":null,"))
    #expect(text.contains("\"total\":0.75"))
    #expect(text.contains("\"average\":null"))
  }

  @Test func `text says the same in lines`() {
    let lines = StatisticsText.text(of: sample).split(separator: "\n").map(String.init)
    #expect(lines.contains("  answers     5 on 1 of 30 days"))
    #expect(lines.contains("  practice    4 answers beside"))
    #expect(lines.contains("  month       young 75 %, mature -, all 75 % of 4"))
    #expect(lines.contains("  time        2 min"))
    #expect(lines.contains("  stability   no card has one"))
    let empty = StatisticsText.text(of: Statistics(today: StudyDay(0), period: .all))
    #expect(empty.contains("  answers     0 on 0 of 0 days"))
  }
}
