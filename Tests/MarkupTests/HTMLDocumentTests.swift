import Markup
import Testing

/// Documents of HTML as fields and rendered cards hold it.
struct HTMLDocumentTests {
  @Test(
    arguments: [
      ("plain &lt;b&gt; &amp; text", "p plain <b> & text"),
      ("<b>a</b> <i>b</i> <u>c</u> <s>d</s> <code>e</code>", "p **a** _b_ +c+ ~d~ `e`"),
      ("<b>a <i>b</b> c</i>", "p **a ****_b_**_ c_"),
      ("<b>x<div>y</b>z</div>", "p **x**/**y**z"),
      ("<span style='font-weight:700;color:red'>a <u>b</u></span>", "p **a ****+b+**"),
      ("<span style='font-style: italic; text-decoration: underline'>a</span>", "p _+a+_"),
      ("<b style='font-weight:normal'>a</b>", "p a"),
      ("a<br>b<BR/>c</br>d", "p a/b/c/d"),
      ("<div>a</div><div><br></div><div>b</div>", "p a//b"),
      ("one\n  two\t three", "p one two three"),
      ("<p>a</p>b<p>c", "p a; p b; p c"),
      ("a<hr id=answer>b", "p a; hr; p b"),
      ("<h2>Head <i>x</i></h2>text", "h2 Head _x_; p text"),
      ("<ul><li>a<li>b<ul><li>c</ul></ul>", "ul{ p a - p b; ul{ p c } }"),
      ("<ul><li>a</li><ul><li>b</li></ul></ul>", "ul{ p a; ul{ p b } }"),
      ("<ol start=3><li>a</li><li>b</li></ol>", "ol3{ p a - p b }"),
      ("<li>alone<li>and another", "ul{ p alone - p and another }"),
      ("<dl><dt>term<dd>text</dl>", "p **term**/text"),
      ("<table><tr><th>a<th align=right>b<tr><td>c</table>", "table(lr){ a|b - c| }"),
      (
        "<table><caption>t</caption><tr><td>a<td>b</td></tr><tr><td colspan=2>c</table>",
        "p t; table(ll){ a|b - c| }"
      ),
      ("<table><tr><td>only<ul><li>x</ul></table>", "p only; ul{ p x }"),
      ("<table>lost?<tr><td>a<td>b</table>", "p lost?; table(ll){ a|b }"),
      ("<td>no table</td><td>at all</td>", "p no table at all"),
      ("<blockquote>a<p>b</blockquote>c", "quote{ p a; p b }; p c"),
      ("<pre>\ndef f:\n  return &lt;1\n</pre>x", "code() `def f:`/`  return <1`; p x"),
      ("<a href='http://x/?a&amp;b'>y</a> <a href='#'>z</a>", "p <y|http://x/?a&b> z"),
      ("H<sub>2</sub>O 10<sup>23</sup>", "p H₂O 10²³"),
      ("<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>字", "p 漢[かん]字"),
      ("<ruby><rb>漢</rb><rt>かん</ruby>", "p 漢[かん]"),
      ("<img src=\"a b.png\" alt='>'>x", "p {[picture: a b.png]}x"),
      ("<img src='data:image/png;base64,AAAA'>", "p {[picture]}"),
      ("[sound:a&amp;b.mp3] <audio src=c.ogg></audio>", "p {[sound: a&b.mp3]} {[sound: c.ogg]}"),
      ("a<script>if (x < y) {}</script>b<style>c</style>d<!-- e > -->f", "p abdf"),
      ("\\( x^2 &lt; \\frac{<b>a</b>}{b} \\) and \\(y\\)", "p $x^2 < \\frac{a}{b}$ and $y$"),
      ("a \\[ b<br>c \\] d", "p a/$b$/$c$/d"),
      ("[$]x[/$] [$$]y[/$$]", "p $x$/$y$"),
      ("[latex]z[/latex]", "p $z$"),
      (
        "<anki-mathjax>x^2</anki-mathjax> <anki-mathjax block='true'>y</anki-mathjax>",
        "p $x^2$/$y$"
      ),
      ("not \\(closed <p>and \\) apart", "p not \\(closed; p and \\) apart"),
      ("<code>\\(x\\)</code>", "p `\\(x\\)`"),
      ("$x$ stays", "p $x$ stays"),
      ("type [[type:Back]] here", "p type here"),
      ("[anki:tts lang=en_US]say <b>it</b>[/anki:tts]", "p [speech: say **it**]"),
      ("<span class=\"cloze\" data-ordinal=\"1\">[...]</span> x", "p «[...]» x"),
      ("<span class=\"cloze\" data-ordinal=\"1\">a <b>b</b></span> x", "p «[a »«**b**»«]» x"),
      ("<span class=cloze-inactive>a</span>", "p a"),
      ("⟦a <b>b</b>⟧", "p «[a »«**b**»«]»"),
      ("<i>⟦</i>a<img alt='⟧' src=x.png>b", "p «_[_»«a]»{[picture: x.png]}b"),
      ("\\( ⟦x⟧ + 1 \\)", "p «$[x]$»$ + 1$"),
      ("5 < 6 and <3, a<b", "p 5 < 6 and <3, a<b"),
      ("<foo>known</foo> by <o:p>none</o:p>", "p known by none"),
      ("<b>never closed <img src=x.png", "p **never closed <img src=x.png**"),
      ("<!-- never closed", "p <!-- never closed"),
      ("<svg><text>s</text></svg>x", "p {[picture]}x"),
      ("", ""), ("<div></div>", ""), ("&nbsp;", "p \u{A0}"),
    ])
  func `HTML becomes blocks and looks`(html: String, expected: String) {
    #expect(outline(html: html) == expected)
  }

  @Test(arguments: [
    ("a\u{1B}[31mb", "p a\u{FFFD}[31mb"), ("&#27;&#x9b;", "p \u{FFFD}\u{203A}"),
    ("&#27", "p &#27"), ("&#x10FDD0;&#x10FDD2;", "p \u{FFFD}\u{FFFD}"),
    ("<a href='&#27;x'>y</a>", "p <y|\u{FFFD}x>"),
    ("<img src='a&#27;b'>", "p {[picture: a\u{FFFD}b]}"), ("a\r\nb\u{0}", "p a b\u{FFFD}"),
    ("&Tab;&hellip;&nGtv;", "p …≫̸"),
  ])
  func `controls are shown, not sent`(html: String, expected: String) {
    #expect(outline(html: html) == expected)
  }

  @Test(arguments: [
    (
      "<a class=hint href='#'>Show</a><div class=hint style='display: none'>secret</div>", "Show..."
    ),
    ("a<span hidden>secret</span>", "a..."), ("a<div style='display:none'><br></div>b", "ab"),
    ("<details><summary>more</summary>secret</details>x", "more ...\nx"),
    ("<details open><summary>more</summary>told</details>", "more\ntold"),
  ])
  func `what is hidden can stay so`(html: String, expected: String) {
    #expect(MarkupDocument(html: html, showsHidden: false).plainText == expected)
    #expect(MarkupDocument(html: html).plainText.contains("secret") == html.contains("secret"))
  }

  @Test func `a picture that is not there is said to be missing`() {
    let document = MarkupDocument(html: "<img src='a&amp;b.png'>") { $0 == "a&b.png" }
    #expect(document.plainText == "[missing picture: a&b.png]")
  }
}
