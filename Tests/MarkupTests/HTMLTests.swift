import Markup
import Testing

struct HTMLTests {
  @Test(
    arguments: [
      ("<b>a</b> <strong>b</strong> <i>c</i> <em>d</em>", "p **a** **b** _c_ _d_"),
      ("<u>a</u> <s>b</s> <del>c</del> <code>d</code> <kbd>e</kbd>", "p +a+ ~b~ ~c~ `d` `e`"),
      ("<b>a <i>b</b> c</i>", "p **a ****_b_**_ c_"),
      ("**a <i>b</i>**", "p **a ****_b_**"),
      ("a<br>b<br/>c<BR />d", "p a/b/c/d"),
      ("a<hr>b", "p a; hr; p b"),
      ("<span style=\"color:red\">a</span>", "p a"),
      ("<font color='a>b'>x</font> <foo>y</foo>", "p x y"),
      ("H<sub>2</sub>O, 10<sup>23</sup>, 4<sup>th</sup>", "p H₂O, 10²³, 4ᵗʰ"),
      ("x<sub>Q</sub> e<sup>a/b</sup>", "p x_Q e^(a/b)"),
      ("<a href='http://x'>y</a>", "p <y|http://x>"),
      ("a<!-- hidden -->b", "p ab"),
      ("a <!-- two\nlines --> b", "p a  b"),
      ("a<script>alert(1)</script>b", "p ab"),
      ("a<style>b { c }</style>d", "p ad"),
      ("<b\nclass='x'>a</b>", "p **a**"),
      ("a<div>b</div>c", "p a/b/c"),
      ("食<ruby>べ<rp>(</rp><rt>た</rt><rp>)</rp></ruby>", "p 食べ[た]"),
      ("List<int> and Map<K, V> 1 < 2", "p List<int> and Map<K, V> 1 < 2"),
    ])
  func `inline tags become looks`(markdown: String, expected: String) {
    #expect(outline(markdown) == expected)
  }

  @Test(
    arguments: [
      ("<div>a <b>c</b> &eacute; &#39;\n  x</div>", "p a **c** é ' x"),
      ("<div>a</div>\n<div>b</div>", "p a/b"),
      ("<p>a</p><p>b</p>", "p a; p b"),
      ("<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>", "ul{ p a - p b; ul{ p c } }"),
      ("<ol start=3><li>a<li>b</ol>", "ol3{ p a - p b }"),
      (
        "<table><tr><th>a</th><th>b</th></tr><tr><td>c</td><td><i>d</i></td></tr></table>",
        "table(ll){ a|b - c|_d_ }"
      ),
      ("<table><tr><td>a<td>b<tr><td>c</table>", "table(ll){ a|b - c| }"),
      ("<blockquote>a</blockquote>b", "quote{ p a }; p b"),
      ("<pre>\na\n  b</pre>", "code() `a`/`  b`"),
      ("<!-- hidden\n\nhidden -->\n\nb", "p b"),
      ("<style>\na { b }\n\nc\n</style>\n\nd", "p d"),
      ("<script>if (a < b) { }</script>\nx", "p x"),
      ("<td>alone</td>", "table(l){ alone }"),
      ("<li>alone", "ul{ p alone }"),
      ("<h2>Title</h2>text", "p **Title**; p text"),
      ("<!-- never closed\n\nbut text", "p <!-- never closed  but text"),
      ("<div\nnever closed", "p <div never closed"),
    ])
  func `blocks of HTML read the same way`(markdown: String, expected: String) {
    #expect(outline(markdown) == expected)
  }

  @Test func `a list in a cell is lines`() {
    #expect(
      outline("| a |\n|---|\n| x<ul><li>b</li><li>c</li></ul> |") == "table(l){ a - x/• b/• c }")
  }

  @Test(arguments: [
    ("&#27;", "\u{FFFD}"), ("&#0;", "\u{FFFD}"), ("&#xD800;", "\u{FFFD}"),
    ("&#x10FDD0;", "\u{FFFD}"), ("&#xFDD0;", "\u{FFFD}"), ("&#150;", "–"), ("a&#10;b", "a b"),
  ])
  func `a numbered character is never a control or a mark`(markdown: String, expected: String) {
    #expect(outline(markdown) == "p \(expected)")
    #expect(outline("<div>\(markdown)</div>") == "p \(expected)")
  }
}
