import Markup
import StudyDomain
import Testing

/// Fields that are HTML inside a text that is Markdown.
struct EmbeddedHTMLTests {
  /// `⟪x⟫` stands for HTML.
  private func marked(_ text: String) -> String {
    text.replacing("⟪", with: String(Character(HTMLMark.open)))
      .replacing("⟫", with: String(Character(HTMLMark.close)))
  }

  @Test(
    arguments: [
      ("⟪<b>a</b> *b* _c_⟫", "p **a** *b* _c_"),
      ("Meaning: ⟪to <i>eat</i>⟫, *not* drink", "p Meaning: to _eat_, _not_ drink"),
      ("**⟪a <i>b</i>⟫**", "p **a ****_b_**"),
      ("A: ⟪x<ul><li>y</ul>⟫\n\nB: ⟪z⟫", "p A: x; ul{ p y }; p B: z"),
      ("⟪<p>a<p>b⟫ c", "p a; p b c"),
      ("# ⟪a<br>b⟫", "h1 a/b"),
      ("- ⟪a⟫\n- ⟪# b⟫", "ul{ p a - p # b }"),
      ("| x | y |\n|---|---|\n| ⟪a|b⟫ | ⟪<ul><li>c</ul>⟫ |", "table(ll){ x|y - a|b|c }"),
      ("⟪a\n\n\n# b\n```\nc⟫", "p a # b ``` c"),
      ("⟪{ ⟦x⟧ }⟫ and ⟦y⟧", "p { «[x]» } and «[y]»"),
      ("`⟪<b>⟫`", "p `<b>`"),
      ("costs $5 ⟪and $6⟫", "p costs $5 and $6"),
      ("$⟪a<b>b</b>⟫ + 1$", "p $ab + 1$"),
      ("<div>⟪<b>a</b>⟫</div>", "p **a**"),
      ("[⟪x⟫](y)", "p <x|y>"),
      ("a⟪ b", "p a b"), ("a⟫b", "p ab"), ("⟪⟫", ""),
    ])
  func `HTML stands in Markdown`(text: String, expected: String) {
    #expect(outline(marked(text)) == expected)
  }

  @Test func `what is hidden can stay so`() {
    let html = "a<details><summary>s</summary>secret</details>"
    let shown = String(Character(HTMLMark.open)) + html + String(Character(HTMLMark.close))
    let hiding = String(Character(HTMLMark.openHiding)) + html + String(Character(HTMLMark.close))
    #expect(MarkupDocument(markdown: shown).plainText == "a\ns\nsecret")
    #expect(MarkupDocument(markdown: hiding).plainText == "a\ns ...")
    #expect(HTMLMark.marked(html) == shown)
    #expect(ClozeMark.plain(shown) == html)
  }

  @Test func `a text of many parts is read once`() {
    let text = String(repeating: marked("⟪<b>a</b>⟫ $x$ "), count: 3000)
    #expect(MarkupDocument(markdown: text).plainText.filter { $0 == "a" }.count == 3000)
  }
}
