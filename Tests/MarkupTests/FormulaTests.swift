import Markup
import Testing

struct FormulaTests {
  @Test(
    arguments: [
      ("$x^2$", "p $x^2$"),
      ("a$x$b", "p a$x$b"),
      ("$\\frac{1}{4\\pi\\varepsilon_0}$", "p $\\frac{1}{4\\pi\\varepsilon_0}$"),
      ("$a_1 * b_2 * c_3$", "p $a_1 * b_2 * c_3$"),
      ("$\\{x\\} \\\\ \\$$", "p $\\{x\\} \\\\ \\$$"),
      ("$a < b > c$ &lt; $&amp;$", "p $a < b > c$ < $&amp;$"),
      ("$[a](b)$ and $|x|$", "p $[a](b)$ and $|x|$"),
      ("**$x$** *a $y$ b*", "p **$x$** _a __$y$__ b_"),
      ("the $n$th and H$_2$O", "p the $n$th and H$_2$O"),
      ("$a +\nb$", "p $a + b$"),
      ("- $x$", "ul{ p $x$ }"),
      ("# $x$", "h1 $x$"),
      ("| $x$ |\n|---|\n| $a_b$ |", "table(l){ $x$ - $a_b$ }"),
    ])
  func `a formula is kept as written`(markdown: String, expected: String) {
    #expect(outline(markdown) == expected)
  }

  @Test(
    arguments: [
      ("$$x$$", "p $x$"),
      ("a $$x$$ b", "p a/$x$/b"),
      ("$$\na\n- b\n+ c\n$$\nd", "p $a$/$- b$/$+ c$/d"),
      ("$$\na\n\nb\n$$", "p $a$//$b$"),
      ("> $$\n> a\n> b\n> $$", "quote{ p $a$/$b$ }"),
      ("- $$\n  a\n    b\n  $$\n- c", "ul{ p $a$/$  b$ - p c }"),
    ])
  func `a displayed formula keeps its lines`(markdown: String, expected: String) {
    #expect(outline(markdown) == expected)
  }

  @Test(
    arguments: [
      "$5 and $6", "costs $5", "$5", "$ 5$", "$5 $", "US$5 to US$6", "a $ b $ c", "$", "$$", "$$$",
      "$$ $$", "$$$a$$$", "$HOME/bin:$PATH", "from $a, to $5", "$x $y $z", "$a\n\nb$",
    ])
  func `money and variables are no formulas`(text: String) {
    #expect(
      outline(text) == text.split(separator: "\n\n").map { "p \($0)" }.joined(separator: "; "))
  }

  @Test(
    arguments: [
      ("`$a$ $b` $c$", "p `$a$ $b` $c$"),
      ("\\$a$ b$", "p $a$ b$"),
      ("    $a$ $5 \\$", "code() `$a$ $5 \\$`"),
      ("```\n$a$\n~~~\n$5\n```\n$b$", "code() `$a$`/`~~~`/`$5`; p $b$"),
      ("<b>$5</b> and <b>$6 x$</b>", "p **$5** and **$6 x$**"),
      ("<p>$5 or</p>", "p $5 or"),
      ("[a](http://x/$y$)", "p <a|http://x/$y$>"),
      ("costs $5\n- item\n- costs 6$ x", "p costs $5; ul{ p item - p costs 6$ x }"),
      ("| $5 | $6 |\n|---|---|\n| $a | b$ |", "table(ll){ $5|$6 - $a|b$ }"),
      ("it`s $a$\n\n`$b$", "p it`s $a$; p `$b$"),
      ("<!-- $a --> $b$", "p $b$"),
    ])
  func `dollars in code, tags and cells are what they are`(markdown: String, expected: String) {
    #expect(outline(markdown) == expected)
  }
}
