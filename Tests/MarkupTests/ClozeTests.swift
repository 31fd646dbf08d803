import Markup
import StudyDomain
import Testing

/// `⟦` and `⟧` stand for the marks.
struct ClozeTests {
  @Test(
    arguments: [
      ("The ⟦...⟧ of a group", "p The «[...]» of a group"),
      ("⟦country⟧", "p «[country]»"),
      ("⟦⟧ and ⟦ ⟧", "p «[]» and «[ ]»"),
      ("**⟦x⟧**", "p «**[x]**»"),
      ("*⟦x⟧* _⟦x⟧_ ~~⟦x⟧~~ ***⟦x⟧***", "p «_[x]_» «_[x]_» «~[x]~» «**_[x]_**»"),
      ("**⟦...⟧**", "p «**[...]**»"),
      ("un**⟦happy⟧** **⟦happy⟧**ness un~~⟦x⟧~~", "p un«**[happy]**» «**[happy]**»ness un«~[x]~»"),
      ("これは**⟦重要⟧**です", "p これは«**[重要]**»です"),
      ("⟦**x**⟧ ⟦_x_⟧ ⟦`x`⟧", "p «[»«**x**»«]» «[»«_x_»«]» «[»«`x`»«]»"),
      ("**a ⟦b** c⟧ d", "p **a **«**[b**»« c]» d"),
      ("a⟦b⟧c a_⟦b⟧_c", "p a«[b]»c a_«[b]»_c"),
      ("`a ⟦b⟧ c`", "p `a `«`[b]`»` c`"),
      ("$\\frac{⟦a⟧}{b}$", "p $\\frac{$«$[a]$»$}{b}$"),
      ("⟦$a$⟧ $⟦b⟧$", "p «[»«$a$»«]» «$[b]$»"),
      ("# Big ⟦x⟧", "h1 Big «[x]»"),
      ("[see ⟦this⟧](http://x)", "p <see |http://x>«<[this]|http://x>»"),
      ("⟦[this](http://x)⟧", "p «[»«<this|http://x>»«]»"),
      ("| a | ⟦b⟧ |\n|---|---|\n| ⟦c⟧ | d |", "table(ll){ a|«[b]» - «[c]»|d }"),
      ("- ⟦a⟧\n- [ ] b", "ul{ p «[a]» - [ ] p b }"),
      ("> ⟦a⟧", "quote{ p «[a]» }"),
      ("```\nlet ⟦x⟧ = 1\n```", "code() `let `«`[x]`»` = 1`"),
      ("    ⟦x⟧", "code() «`[x]`»"),
      ("<b>⟦x⟧</b> 10<sup>⟦23⟧</sup>", "p «**[x]**» 10^«[23]»"),
      ("<div>a ⟦b⟧</div>", "p a «[b]»"),
      ("&lt;⟦&gt;⟧", "p <«[>]»"),
      ("⟦- a⟧ ⟦# b⟧", "p «[- a]» «[# b]»"),
      ("⟦1. a⟧", "p «[1. a]»"),
      ("⟦---⟧", "p «[---]»"),
      ("⟦a\nb⟧", "p «[a b]»"),
      ("⟦a\n\nb⟧ c", "p «[a»; p «b]» c"),
      ("⟦```\nx\n```⟧\n\ny", "code() «`[x]`»; p y"),
      ("⟦a ⟦b⟧ c⟧ d", "p «[a b c]» d"),
      ("![⟦a⟧](b.png) c", "p {[picture: b.png]} c"),
      ("a <!-- ⟦x⟧ --> b", "p a  b"),
      ("§⟦x⟧§ § ⟦§⟧", "p §«[x]»§ § «[§]»"),
      ("⦋⟦x⟧⦌", "p ⦋«[x]»⦌"),
      ("⟧a", "p a"),
      ("⟦$a⟧ and ⟦$b⟧", "p «[$a]» and «[$b]»"),
      ("⟦[sound:x.mp3]⟧", "p «[»«{[sound: x.mp3]}»«]»"),
    ])
  func `a cloze is a look wherever it stands`(markdown: String, expected: String) {
    #expect(outline(markdown) == expected)
  }

  @Test func `a gap at the end of a sentence keeps what follows (D19)`() {
    #expect(outline("It is ⟦ ⟧.\nnext") == "p It is «[ ]». next")
    #expect(outline("It is ⟦ ⟧.  \nnext") == "p It is «[ ]»./next")
  }

  /// Whatever stands around it, a cloze changes neither the blocks nor the looks of a text.
  @Test(
    arguments: [
      "**@**", "*@*", "~~@~~", "`@`", "$a @ b$", "# @", "- @", "1. @", "> @", "| @ |\n|---|\n| @ |",
      "[a @](<>)", "<i>@</i>", "a **b @ c** d", "a@b", "**a@b**", "(@)", "\"@\"", "[[x|@]]",
    ])
  func `a mark disturbs nothing`(frame: String) {
    let plain = outline(frame.replacing("@", with: "[word]"))
    let marked = outline(frame.replacing("@", with: "⟦word⟧"))
    func bare(_ text: String) -> String {
      text.filter { !"«»*_~`$<>|".contains($0) }
    }
    #expect(bare(marked) == bare(plain))
  }

  @Test func `marks never reach the text`() {
    for frame in ["@", "[a](@)", "![a](@)", "[a](x \"@\")", "[@]: x", "&@;", "\\@", "```@\n```"] {
      let document = MarkupDocument(markdown: clozed(frame.replacing("@", with: "⟦a⟧")))
      let shown = "\(document)".unicodeScalars
      #expect(!shown.contains(ClozeMark.open) && !shown.contains(ClozeMark.close))
      #expect(!shown.contains { (0xFDD0...0xFDEF).contains($0.value) })
    }
  }
}
