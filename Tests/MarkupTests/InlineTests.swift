import Markup
import Testing

struct InlineTests {
  @Test(
    arguments: [
      ("*a* _b_ **c** __d__ ***e***", "p _a_ _b_ **c** **d** **_e_**"),
      ("**a *b* c**", "p **a ****_b_**** c**"),
      ("~~a~~ ~b~", "p ~a~ ~b~"),
      ("`a` ``b ` c``", "p `a` `b ` c`"),
      ("`**a** &amp; <b> [c](d)`", "p `**a** &amp; <b> [c](d)`"),
      ("snake_case_name 2*3*4", "p snake_case_name 2_3_4"),
      ("\\*a\\* \\# \\\\", "p *a* # \\"),
      ("[text](http://x.org/a?b=c&amp;d)", "p <text|http://x.org/a?b=c&d>"),
      ("[**bold** text](<a b>)", "p **<bold|a b>**< text|a b>"),
      ("<http://x.org>", "p <http://x.org|http://x.org>"),
      ("[a][1]\n\n[1]: /there", "p <a|/there>"),
      ("[[Page]] and [[Page|shown]]", "p <Page|Page> and <shown|Page>"),
      ("[sound:x.mp3]", "p {[sound: x.mp3]}"),
      ("[sound:a_b_c *d*.mp3] `[sound:y]`", "p {[sound: a_b_c *d*.mp3]} `[sound:y]`"),
      ("&lt;b&gt; &eacute; &#65;&#x42; &nope; AT&T", "p <b> é AB &nope; AT&T"),
      ("footnote[^1] and #tag", "p footnote[^1] and #tag"),
      ("tab\there", "p tab here"),
    ])
  func `Markdown becomes runs`(markdown: String, expected: String) {
    #expect(outline(markdown) == expected)
  }

  @Test func `two blanks or a backslash break a line, a line end does not (A25)`() {
    #expect(outline("one  \ntwo\\\nthree\nfour") == "p one/two/three four")
  }

  @Test func `words with a number sign stay text and formulas stay exact (A20)`() {
    #expect(
      outline("$h'(k) = C#$ and C# #tag1 &#39;ok&#39; http://x/#frag")
        == "p $h'(k) = C#$ and C# #tag1 'ok' http://x/#frag")
    #expect(outline("## C# x/#frag #tag2") == "h2 C# x/#frag #tag2")
  }

  @Test(
    arguments: [
      ("![a storm](@/art/tempest.webp)", "p {[picture: tempest.webp]}"),
      ("![](a.png) b", "p {[picture: a.png]} b"),
      ("![x ![y](b.png) z](a.png)", "p {[picture: a.png]}"),
      ("![]()", "p {[picture]}"),
      ("![[vault pic.png|300]]", "p {[picture: vault pic.png]}"),
      ("<img src=\"a/b.jpg\" alt='x'> <IMG SRC=c.gif>", "p {[picture: b.jpg]} {[picture: c.gif]}"),
      ("[![x](a.png)](http://x)", "p {[picture: a.png]}"),
    ])
  func `a picture shows its name`(markdown: String, expected: String) {
    #expect(outline(markdown) == expected)
  }

  @Test(arguments: ["![](gone.png)", "![[gone.png]]", "<img src=gone.png>"])
  func `a missing picture says so`(markdown: String) {
    #expect(outline(markdown, missing: ["gone.png"]) == "p {[missing picture: gone.png]}")
    #expect(outline(markdown, missing: ["other.png"]) == "p {[picture: gone.png]}")
  }

  @Test func `a picture keeps its source and kind`() {
    let document = MarkupDocument(markdown: "![](a/b.png)") { $0 == "a/b.png" }
    #expect(
      document.blocks == [
        .paragraph([
          .run(Run("[missing picture: b.png]", kind: .missingPicture, target: "a/b.png"))
        ])
      ])
  }
}
