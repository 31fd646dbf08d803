import Markup
import Testing

struct BlockTests {
  @Test(
    arguments: [
      ("", ""),
      ("one\ntwo\n\nthree", "p one two; p three"),
      ("# One\n### Three #\n\nTwo\n===", "h1 One; h3 Three; h1 Two"),
      ("a\n\n***\n\nb", "p a; hr; p b"),
      ("- a\n- b", "ul{ p a - p b }"),
      ("- a\n\n- b", "ul loose{ p a - p b }"),
      ("3. a\n4. b", "ol3{ p a - p b }"),
      ("- a\n  1. b\n     - c\n- d", "ul{ p a; ol1{ p b; ul{ p c } } - p d }"),
      ("- [ ] Mars\n- [x] Jupiter\n- [X] both", "ul{ [ ] p Mars - [x] p Jupiter - [x] p both }"),
      ("- ", "ul{  }"),
      ("> a\n> b\n>\n> > c", "quote{ p a b; quote{ p c } }"),
      ("```swift\nlet a = 1\n\n  b\n```", "code(swift) `let a = 1`//`  b`"),
      ("~~~\n**a** <b> &amp; $5\n~~~", "code() `**a** <b> &amp; $5`"),
      ("    a\n      b", "code() `a`/`  b`"),
      ("```\nnever closed", "code() `never closed`"),
      (
        "| a | b | c |\n|:---|:---:|---:|\n| 1 | 2 | 3 |\n| 4 |",
        "table(lcr){ a|b|c - 1|2|3 - 4|| }"
      ),
      ("| `x` | **y** |\n|---|---|\n| [a](b) | ~~c~~ |", "table(ll){ `x`|**y** - <a|b>|~c~ }"),
    ])
  func `Markdown becomes blocks`(markdown: String, expected: String) {
    #expect(outline(markdown) == expected)
  }

  @Test(
    arguments: [
      ("> [!def] Term\n> text", "callout(def: Term){ p text }"),
      ("> [!def] *Big* Term\n> text\n>\n> more", "callout(def: _Big_ Term){ p text; p more }"),
      ("> [!note]\n> text", "callout(note: ){ p text }"),
      ("> [!tip]- Folded", "callout(tip: Folded){  }"),
      ("> [!def]\n>\n> - a", "callout(def: ){ ul{ p a } }"),
      ("> a\n> [!def] b", "quote{ p a [!def] b }"),
      ("> [!] b", "quote{ p [!] b }"),
    ])
  func `a call-out keeps its kind and its title on a line (A31)`(
    markdown: String, expected: String
  ) {
    #expect(outline(markdown) == expected)
  }

  @Test func `everything in an answer belongs to it (A32)`() {
    let answer = "one\n\ntwo\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n***\n\n![x](pic.png)"
    #expect(
      outline(answer) == "p one; p two; table(ll){ a|b - 1|2 }; hr; p {[picture: pic.png]}")
  }

  @Test func `levels of nested lists are kept (A26)`() {
    #expect(
      outline("- a\n  - b\n    - c\n\n      code")
        == "ul{ p a; ul{ p b; ul loose{ p c; p code } } }")
  }
}
