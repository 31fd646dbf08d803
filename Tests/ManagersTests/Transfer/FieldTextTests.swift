import Testing

@testable import Managers

@Suite struct FieldTextTests {
  @Test(
    arguments: [
      ("plain", "plain"), ("a &lt; b &amp; c", "a \\< b & c"), ("x<br>y", "x\\\ny"),
      ("x<br><br>y", "x\\\n\\\ny"), ("the <b>dog</b> and <i>cat</i>", "the **dog** and *cat*"),
      ("H<sub>2</sub>O", "H<sub>2</sub>O"), ("2*3 = $6", "2\\*3 = \\$6"),
      ("snake_case _x", "snake_case \\_x"), ("1. first", "1\\. first"),
      ("- no list", "\\- no list"),
      ("# no heading", "\\# no heading"), ("a [b] c", "a [b] c"), ("", ""),
      ("[sound:a.mp3]", "[sound:a.mp3]"), ("a&nbsp;b", "a&nbsp;b"), ("C:\\Temp", "C:\\\\Temp"),
      ("{{c1::Rome::city}}", "{{c1::Rome::city}}"), ("it&#x27;s", "it\\'s"), ("&quot;x", "\\\"x"),
      ("漢字", "漢字"), ("a `b`", "a \\`b\\`"), ("[[a]]", "\\[[a]]"), ("[a](b)", "\\[a](b)"),
      ("[a]: b", "\\[a]: b"), ("![a]", "!\\[a]"), ("[ ] a", "\\[ ] a"),
    ])
  func `simple HTML is Markdown and comes back`(html: String, markdown: String) {
    #expect(FieldText.markdown(ofHTML: html) == markdown)
    #expect(FieldText.html(ofMarkdown: markdown) == html)
  }

  @Test(
    arguments: [
      "<div>a</div>", "<strong>a</strong>", "a > b", "a & b", "&#39;", "x<br>", "<br>x", " a",
      "a\n\nb", "<b>a </b>", "<b><i>a</i></b>", "<b>a</b><i>b</i>", "x<b>.y</b>",
      "\\(x\\)", "&amp;lt;", "<b>a", "a</b>", "\ta",
      "<img src=\"a.png\">", "<br/>", "a<br> b", "[latex]x[/latex]", "a\r\nb",
    ])
  func `what would not come back stays HTML`(html: String) {
    #expect(FieldText.markdown(ofHTML: html) == nil)
  }
}
