import StudyDomain
import TestSupport
import Testing

@Suite struct OptionPaperTests {
  @Test func `the README lists the options as they are`() throws {
    let rows = DeckOptions.descriptions.map {
      "| `\($0.name)` | \($0.standard.isEmpty ? "–" : "`\($0.standard)`") | \($0.explanation) |"
    }
    let text = (["| option | default | what it does |", "|---|---|---|"] + rows)
      .joined(separator: "\n")
    #expect(try PaperSection("options", in: "README.md").difference(from: text) == nil)
  }
}
