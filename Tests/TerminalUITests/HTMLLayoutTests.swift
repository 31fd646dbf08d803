import Markup
import Testing

@testable import TerminalUI

/// What HTML looks like at three widths.
struct HTMLLayoutTests {
  private func lines(_ html: String, _ width: Int, showsHidden: Bool = true) -> [String] {
    MarkupLayout(MarkupDocument(html: html, showsHidden: showsHidden), width: width).lines.map {
      $0.runs.map(\.text).joined()
    }
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var html: String
    var width: Int
    var lines: [String]

    var testDescription: String { "\(width): \(html)" }
  }

  @Test(arguments: [
    Case(
      html: table, width: 12,
      lines: ["Land   │ Capital city", "───────┼─────────────", "France │ Paris       "]),
    Case(
      html: table, width: 60,
      lines: ["Land   │ Capital city", "───────┼─────────────", "France │ Paris       "]),
    Case(html: ruby, width: 12, lines: ["東京[とう", "きょう]に行", "[い]く"]),
    Case(html: ruby, width: 24, lines: ["東京[とうきょう]に行[い]", "く"]),
    Case(html: ruby, width: 60, lines: ["東京[とうきょう]に行[い]く"]),
    Case(
      html: list, width: 12,
      lines: ["1. one", "   • a long", "     item of", "     words", "2. two"]),
    Case(
      html: list, width: 24, lines: ["1. one", "   • a long item of", "     words", "2. two"]),
    Case(html: list, width: 60, lines: ["1. one", "   • a long item of words", "2. two"]),
    Case(html: hint, width: 12, lines: ["Who?", "Hint", "A king of", "Britain"]),
    Case(html: hint, width: 24, lines: ["Who?", "Hint", "A king of Britain"]),
    Case(
      html: maths, width: 12,
      lines: [
        "So a < b and", "\\sum_{n=1}^\\", "infty", "\\frac{1}{n^", "2}", "end",
      ]),
    Case(
      html: maths, width: 24,
      lines: ["So a < b and", "\\sum_{n=1}^\\infty", "\\frac{1}{n^2}", "end"]),
    Case(
      html: maths, width: 60,
      lines: ["So a < b and", "\\sum_{n=1}^\\infty \\frac{1}{n^2}", "end"]),
  ])
  func `HTML fits the width`(example: Case) {
    #expect(lines(example.html, example.width) == example.lines)
  }

  @Test func `a hidden hint is three dots`() {
    #expect(lines(hint, 12, showsHidden: false) == ["Who?", "Hint ..."])
    #expect(lines(hint, 24, showsHidden: false) == ["Who?", "Hint ..."])
  }
}

private let table =
  "<table><tr><th>Land<th>Capital city</tr><tr><td>France<td><b>Paris</b></tr></table>"
private let ruby = "<ruby>東京<rt>とうきょう</rt></ruby>に<ruby>行<rt>い</rt></ruby>く"
private let list = "<ol><li>one<ul><li>a long item of words</ul><li>two</ol>"
private let hint = "Who?<details><summary>Hint</summary>A king of <i>Britain</i></details>"
private let maths = "So \\(a &lt; b\\) and \\[ \\sum_{n=1}^\\infty \\frac{1}{n^2} \\] end"
