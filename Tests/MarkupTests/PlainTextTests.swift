import Markup
import Testing

struct PlainTextTests {
  @Test(
    arguments: [
      ("a **b**  \nc\n\nd", "a b\nc\n\nd"),
      ("# Title\ntext", "Title\n\ntext"),
      ("- a\n- b\n  - c", "- a\n- b\n  - c"),
      ("- a\n\n  b\n\n- c", "- a\n\n  b\n\n- c"),
      ("9. a\n10. b\n    more", "9. a\n10. b more"),
      ("- [x] done\n- [ ] open", "- [x] done\n- [ ] open"),
      ("> a\n>\n> b", "> a\n> \n> b"),
      ("> [!def] Term\n> text", "> Def: Term\n> text"),
      ("```c\nint a;\n\tb\n```", "int a;\n    b"),
      ("| a | b |\n|---|---|\n| c | `d` |", "a | b\nc | d"),
      ("a\n\n---\n\nb", "a\n\n---\n\nb"),
      ("$x^2$ [a](http://b) ![](c/d.png) [sound:e.mp3]", "x^2 a [picture: d.png] [sound: e.mp3]"),
      ("It is ⟦...⟧.", "It is [...]."),
      ("", ""),
    ])
  func `a document reads as plain text`(markdown: String, expected: String) {
    #expect(MarkupDocument(markdown: clozed(markdown)).plainText == expected)
  }
}
