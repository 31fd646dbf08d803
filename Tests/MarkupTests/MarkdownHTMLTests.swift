import StudyDomain
import Testing

@testable import Markup

@Suite struct MarkdownHTMLTests {
  @Test(arguments: [
    ("plain", "plain"), ("a *b* **c** `d`", "a <i>b</i> <b>c</b> <code>d</code>"),
    ("1 < 2 & 3", "1 &lt; 2 &amp; 3"), ("$x^2$", "\\(x^2\\)"), ("$$x^2$$", "\\[x^2\\]"),
    ("a\n\nb", "<p>a</p><p>b</p>"), ("- a\n- b", "<ul><li>a</li><li>b</li></ul>"),
    ("![](a.png)", "<img src=\"a.png\">"), ("", ""),
  ])
  func `Markdown is said in HTML`(markdown: String, html: String) {
    let shown = MarkdownHTML.fragment(of: markdown).html
    #expect(shown.filter { $0 != "\n" } == html)
  }

  @Test func `files are listed in their order and go under the names that they get`() {
    let fragment = MarkdownHTML.fragment(of: "![](a.png) and ![](b c.mp3)") { "x-\($0)" }
    #expect(fragment.files.first == "a.png")
    #expect(fragment.html.contains("x-a.png"))
  }

  @Test func `what is written at the marks of clozes is told, and marks beyond are left out`() {
    let (open, close) = (String(Character(ClozeMark.open)), String(Character(ClozeMark.close)))
    let text = "a \(open)b\(close) and \(open)c\(close)"
    let html = MarkdownHTML.fragment(of: text, gaps: [("{{c1::", "}}")]).html
    #expect(html == "a {{c1::b}} and c")
  }

  @Test func `a text of any kind keeps its words`() {
    for text in ["[a](", "![", "<b", "`", "| a |", "\u{0}x", "(((((", "**a", "[x]: y"] {
      let html = MarkdownHTML.fragment(of: "word \(text) end").html
      #expect(html.contains("word") && html.contains("end"), "\(text)")
    }
  }
}
