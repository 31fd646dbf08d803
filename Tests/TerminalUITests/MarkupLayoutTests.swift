import Markup
import Testing

@testable import TerminalUI

/// Lays out and gives the rows as text.
func rows(_ markdown: String, _ width: Int) -> [String] {
  MarkupLayout(MarkupDocument(markdown: markdown), width: width).lines.map(\.text)
}

struct MarkupLayoutTests {
  @Test(
    arguments: [
      ("# Title\n\ntext", 20, ["Title", "", "text"]),
      ("a\n\n***\n\nb", 6, ["a", "", "──────", "", "b"]),
      ("one  \ntwo", 20, ["one", "two"]),
      ("- one two three\n- b", 9, ["• one two", "  three", "• b"]),
      ("9. a\n10. b c", 7, [" 9. a", "10. b c"]),
      ("9. a\n10. b cc dd", 8, [" 9. a", "10. b cc", "    dd"]),
      ("- [x] done it\n- [ ] b", 10, ["• [x] done", "      it", "• [ ] b"]),
      ("- a\n\n- b", 9, ["• a", "", "• b"]),
      ("- - a\n  - b", 9, ["• • a", "  • b"]),
      ("- ", 9, ["• "]),
      ("> one two three", 9, ["│ one two", "│ three"]),
      ("> a\n>\n> > b c d", 8, ["│ a", "│ ", "│ │ b c", "│ │ d"]),
      ("> [!def] Term\n> text", 20, ["│ Def: Term", "│ text"]),
      ("> - a\n>   bb cc", 8, ["│ • a bb", "│   cc"]),
      ("```\nlong line of code\n\n  x\n```", 6, ["long line of code", "", "  x"]),
      ("- a\n\n      code x y z", 8, ["• a", "", "  code x y z"]),
      ("a\tb", 9, ["a b"]),
      ("```\na\tb\n```", 9, ["a   b"]),
      ("| a | b |\n|:---|---:|\n| ccc | 10 |", 20, ["a   │  b", "────┼───", "ccc │ 10"]),
      ("| a |\n|:---:|\n| ccc |", 20, [" a ", "───", "ccc"]),
      (
        "| a | 日本 |\n|---|---|\n| x<br>y | z |", 20, ["a     │ 日本", "──────┼─────", "x / y │ z   "]
      ),
      ("", 20, [""]),
    ])
  func `blocks are laid out`(markdown: String, width: Int, expected: [String]) {
    #expect(rows(markdown, width) == expected)
  }

  @Test func `code and wide tables are not wrapped, and tell their width`() {
    let text = "wrapped words\n\n```\n0123456789\n```\n\n| aaaaa | bbbbb |\n|---|---|\n| c | d |"
    let layout = MarkupLayout(MarkupDocument(markdown: text), width: 8)
    #expect(
      layout.lines.map(\.isUnwrapped) == [false, false, false, true, false, true, true, true])
    #expect(layout.contentWidth == 13)
    let fitting = MarkupLayout(MarkupDocument(markdown: text), width: 13)
    #expect(fitting.lines.filter(\.isUnwrapped).map(\.text) == ["0123456789"])
  }

  @Test(arguments: [80, 30])
  func `levels of nested lists are seen (A26)`(width: Int) {
    #expect(
      rows("- a\n  - b\n    - c\n\n      code", width) == [
        "• a", "  • b", "    • c", "", "      code",
      ])
  }

  @Test func `a quote keeps its bar on every row (A31)`() {
    let lines = rows("> quoted and wrapped\n> more of it\n>\n> - and a list", 12)
    #expect(lines.count > 4)
    #expect(lines.allSatisfy { $0.hasPrefix("│ ") })
  }

  @Test func `each kind of text has its style`() {
    func style(_ markdown: String) -> Style? {
      MarkupLayout(MarkupDocument(markdown: clozed(markdown)), width: 40).lines[0].runs.last?.style
    }
    #expect(style("text") == Style(.text))
    #expect(style("**b**") == Style(.text, .bold))
    #expect(style("*i*") == Style(.text, .italic))
    #expect(style("<u>u</u>") == Style(.text, .underline))
    #expect(style("~~s~~") == Style(.text, .strikethrough))
    #expect(style("# h") == Style(.heading, .bold))
    #expect(style("`c`") == Style(.code))
    #expect(style("```\nc\n```") == Style(.code))
    #expect(style("$m$") == Style(.math))
    #expect(style("[l](x)") == Style(.link))
    #expect(style("![](x)") == Style(.dim))
    #expect(style("**⟦x⟧**") == Style(.cloze, .bold))
    #expect(style("# `⟦x⟧`") == Style(.cloze, .bold))
    #expect(style("| ⟦x⟧ |\n|---|") == Style(.cloze, .bold))
  }

  @Test(arguments: [30, 80])
  func `an empty answer takes a line, filled or not (D19)`(width: Int) {
    #expect(rows("", width).count == 1)
    #expect(rows("   ", width).count == 1)
    #expect(rows(clozed("It is ⟦ ⟧.\nnext"), width) == ["It is [ ]. next"])
  }

  @Test func `a long text is as many rows as it has lines (D16)`() {
    let text = (1...300).map { "line \($0)  " }.joined(separator: "\n")
    let lines = rows(text, 24)
    #expect(lines.count == 300)
    #expect(lines[299] == "line 300")
  }
}
