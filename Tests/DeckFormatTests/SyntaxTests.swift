import DeckFormat
import StudyDomain
import Testing

@Suite struct SyntaxTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var protects: String
    var text: String
    var cards: [String]
    var problems: [String] = []
    var obsidian = false
    var testDescription: String { protects }
  }

  static let cases: [Case] = [
    Case(
      protects: "A3: blanks before a separator neither empty nor merge a card",
      text: "Q: a\n A: b\n\nQ: c\nA: d\n---  \n   ---\t\nQ: e\nA: f\n",
      cards: ["a → b", "c → d", "e → f"]),
    Case(
      protects: "A6: rules in prose after the front matter hide no card",
      text: "---\ntitle: x\n---\nprose\n\n---\n\nmore prose\n\nQ: a\nA: b\n", cards: ["a → b"]),
    Case(
      protects: "A6: a file that begins with a separator keeps its first card",
      text: "---\nQ: a\nA: b\n---\nQ: c\nA: d\n", cards: ["a → b", "c → d"]),
    Case(
      protects: "A11: braces and equals signs in code are no holes",
      text: "C: `f\"{name}\"` prints [text] when `a == b == c`\n\n```\nx == y ==z==\n[no]\n```\n",
      cards: [
        "`f\"{name}\"` prints [...] when `a == b == c`\n\n```\nx == y ==z==\n[no]\n``` → "
          + "`f\"{name}\"` prints [text] when `a == b == c`\n\n```\nx == y ==z==\n[no]\n```"
      ], obsidian: true),
    Case(
      protects: "A14: an exclamation mark before a bracket makes no image of a hole",
      text: "C: write [$x!$] or [n!] today ![](a.png) ![alt](b c)\n",
      cards: [
        "write [...] or n! today ![](a.png) ![alt](b c) → write [$x!$] or n! today ![](a.png) "
          + "![alt](b c)",
        "write $x!$ or [...] today ![](a.png) ![alt](b c) → write $x!$ or [n!] today ![](a.png) "
          + "![alt](b c)",
      ]),
    Case(
      protects: "A17: one number in two places is one card that hides both",
      text: "C: {{c1::vois}} x {{c1::vois}} y {{c2::chat}}\n",
      cards: [
        "[...] x [...] y chat → [vois] x [vois] y chat",
        "vois x vois y [...] → vois x vois y [chat]",
      ]),
    Case(
      protects: "A31: a call-out before a card is text, a quote in an answer stays",
      text: "> [!def] Term\n> text\n\nQ: a\nA:\n> quoted\n> more\n", cards: ["a → > quoted\n> more"]
    ),
    Case(
      protects: "A32: an answer holds paragraphs, a table, a rule and a picture",
      text: "Q: a\nA: one\n\ntwo\n\n| x |\n|---|\n| y |\n\n***\n\n![](z.png)\n\nQ: b\nA: c\n",
      cards: ["a → one\n\ntwo\n\n| x |\n|---|\n| y |\n\n***\n\n![](z.png)", "b → c"]),
    Case(
      protects: "D14: brackets after Japanese and Latin text in a question are no holes",
      text: "Q: 天気[てんき]はいいから散歩[さんぽ]しましょう\nA: word[reading] stays\n",
      cards: ["天気[てんき]はいいから散歩[さんぽ]しましょう → word[reading] stays"]),
    Case(
      protects: "D19: an empty hole is an error with its line",
      text: "Q: x\nA: y\n\nC: It is\nnow [ ].\nnext\n", cards: ["x → y"],
      problems: ["5: This deletion is empty, so it is not asked."]),
    Case(
      protects: "D19: an empty answer is a card, with a warning",
      text: "Q: a\nA:   \n\nQ: b\nA: c\n",
      cards: ["a → ", "b → c"], problems: ["1: The answer is empty."]),
    Case(
      protects: "rule 2: an unclosed fence hides no later card",
      text: "Q: a\nA: b\n```\n\nQ: c\nA: d\n\nQ: e\nA:\n```python\nQ: f\n```\n",
      cards: ["a → b\n```", "c → d", "e → ```python\nQ: f\n```"],
      problems: ["3: This fence is never closed, so it is read as text."]),
    Case(
      protects: "rule 3: a second A: in an answer is text, one without a question too",
      text: "A: stray\n\nQ: a\nA: b\nA: c\n\nT: t\nA: u\nD: v\n",
      cards: ["a → b\nA: c", "t\nA: u → v", "v → t\nA: u"],
      problems: [
        "1: Nothing here waits for this answer, so it is read as text.",
        "8: Nothing here waits for this answer, so it is read as text.",
      ]),
    Case(
      protects: "rule 4: a heading of the section's level or above ends a card",
      text: "## S\nQ: a\nA: b\n### deeper\ntext\n## T\nprose\nQ: c\nA: d\n# U\n",
      cards: ["a → b\n### deeper\ntext", "c → d"]),
    Case(
      protects: "rule 4: a heading and a comment after the last body belong to no card",
      text: "Q: a\nA: b\n\n<!-- note -->\n\n# Next\n\n<!-- more\nQ: hidden\n-->\n\nQ: c\nA: d\n",
      cards: ["a → b", "c → d"]),
    Case(
      protects: "rule 4: a body is not stripped to nothing",
      text: "Q: a\nA:\n# Only\n\nQ: b\nA: c\n",
      cards: ["a → # Only", "b → c"]),
    Case(
      protects: "rule 7: separators in code, maths and tables do not count, empty sides neither",
      text: """
        `a :: b`

        $x :: y$ and $$z :: w$$

        | a :: b | c |

        :: only back

        only front ::

        $$
        a :: b
        $$

        std::vector and a::b

        - one :: two :: three
        """, cards: ["one → two :: three"]),
    Case(
      protects: "rule 7 in Obsidian files: no blanks are needed",
      text: "a::b\n\n`c::d` text\n\n$3::4$\n", cards: ["a → b"], obsidian: true),
    Case(
      protects: "rule 11: a backslash before an opener makes text of it",
      text: "Q: a\n\\Q: not\n\\---\nA: b\n\\A: c\n", cards: ["a\nQ: not\n--- → b\nA: c"]),
    Case(
      protects: "rule 12: a broken card hides no other",
      text: "Q: no answer\n\nQ: a\nA: b\n\nC: nothing\n\nT: no definition\n\nN:\n\nQ: c\nA: d\n",
      cards: ["a → b", "c → d"],
      problems: [
        "1: This question has no `A:`.", "6: This cloze hides nothing.",
        "8: This term has no `D:`.",
        "10: This note has no type.",
      ]),
    Case(
      protects: "rule 14: what looks like a card inside an answer is said",
      text: "Q: a\nA: b\n\nc :: d\n\n Q: e\n\n?\n\nQ: f\nA: g\n",
      cards: ["a → b\n\nc :: d\n\n Q: e\n\n?", "f → g"],
      problems: [
        "4: This looks like a card inside the answer of line 1.",
        "6: This looks like a card inside the answer of line 1.",
        "8: This looks like a card inside the answer of line 1.",
      ]),
    Case(
      protects: "Obsidian's highlights with numbers and hints",
      text: "The ==1;;one== and ==2;;two;;hint== and ==three==.\n",
      cards: [
        "The [...] and two and three. → The [one] and two and three.",
        "The one and [hint] and three. → The one and [two] and three.",
        "The one and two and [...]. → The one and two and [three].",
      ], obsidian: true),
    Case(
      protects: "highlights outside Obsidian's files are text", text: "The ==one== text.\n",
      cards: []),
    Case(
      protects: "nested numbers show the outer text around an inner gap",
      text: "C: {{c1::the {{c2::inner::h}} part}} end\n",
      cards: [
        "[...] end → [the inner part] end", "the [h] part end → the [inner] part end",
      ]),
    Case(
      protects: "a Windows path is no cloze", text: "Q: a\nA: look in\nC:\\Windows\\System32\n",
      cards: ["a → look in\nC:\\Windows\\System32"]),
  ]

  @Test(arguments: cases) func `text is read as its author meant it`(case: Case) {
    let deck = ReadDeck(`case`.text, obsidian: `case`.obsidian)
    #expect(deck.cards == `case`.cards)
    #expect(deck.messages == `case`.problems)
    #expect(deck.parsed.problems.allSatisfy { !$0.nextStep.isEmpty })
    #expect(deck.keysAgree())
  }

  @Test(arguments: [
    "`[x]`", "\\[x\\]", "![alt](a.png)", "[[wiki]]", "[^1]", "\n- [ ] task\n- [x] done",
    "[a](https://x.org)", "[a](#part)", "[a](/p)", "[a](./p)", "[a](notes.md)", "[a](<b c>)",
    "<!-- [x] -->", "![a][b]",
  ])
  func `brackets that Markdown needs are no holes`(text: String) {
    let deck = ReadDeck("C: \(text) and [hole]\n")
    #expect(deck.parsed.cards.count == 1)
    #expect(deck.content(0).cards.first?.excerpt.hasSuffix("\nhole") == true)
  }

  @Test(arguments: ["[f](x)", "[a](b c)", "[f](1.5)", "$[x]$", "| [x] |", "**[x]**"])
  func `other brackets are holes`(text: String) {
    #expect(ReadDeck("C: \(text)\n").parsed.cards.count == 1)
  }

  @Test func `tags come from the end of headings, not from words or addresses`() {
    // A20
    let deck = ReadDeck("## C# x/#frag #tag2\nQ: q\nA: $h'(k) = C#$ and C# #tag1 &#39;ok&#39;\n")
    #expect(deck.content(0).tags == ["tag2"])
    #expect(deck.cards == ["q → $h'(k) = C#$ and C# #tag1 &#39;ok&#39;"])
    #expect(deck.parsed.contexts[1] == "C# x/#frag")
  }

  @Test func `front matter is free in its order and unknown keys are no problem`() {
    // A28
    let deck = ReadDeck(
      "---\ntags: [b, 'a']\nx-custom: 1\ndeck: \"Geo\"\nnew_per_day: 5\n---\na :: b\n")
    #expect(deck.messages == [])
    #expect(deck.parsed.frontMatter.deckName == "Geo")
    #expect(deck.content(0).tags == ["a", "b"])
    #expect(deck.parsed.frontMatter.options["new_per_day"]?.value == .text("5"))
    #expect(deck.parsed.frontMatter.options["new_per_day"]?.line == 5)
    #expect(ReadDeck("---\n---\na :: b\n").parsed.cards.count == 1)
    let toml = ReadDeck(
      "+++\nname = \"X\" # c\ntags = [\"a\",\n \"b\"]\nfuzz = false\n+++\na :: b\n")
    #expect(toml.messages == [])
    #expect(toml.parsed.frontMatter.tags == ["a", "b"])
    #expect(toml.parsed.frontMatter.options["fuzz"]?.line == 5)
    #expect(toml.parsed.notes[0].line == 7)
  }

  @Test(arguments: ["\r\n", "\r"])
  func `line ends, a mark at the start and a missing end change nothing`(
    lineEnd: String
  ) throws {
    let text = String(decoding: try fixture("examples.md"), as: UTF8.self)
    let plain = ReadDeck(text)
    var other = text.replacing("\n", with: lineEnd)
    while other.unicodeScalars.last == "\n" || other.unicodeScalars.last == "\r" {
      other.unicodeScalars.removeLast()
    }
    let deck = ReadDeck("\u{FEFF}" + other)
    #expect(deck.parsed.cards == plain.parsed.cards)
    #expect(deck.parsed.notes.map(\.line) == plain.parsed.notes.map(\.line))
    #expect(deck.cards == plain.cards)
  }

  @Test func `directives belong to the card below and are part of its block`() {
    let deck = ReadDeck(
      "<!-- tags: x y; ask: type -->\n\nQ: a\nA: b\n\n---\n<!-- ask: what -->\nc :: d\n\n<!-- tags: z -->\n\nprose\n"
    )
    #expect(deck.block(0).hasPrefix("<!-- tags"))
    #expect(deck.content(0).tags == ["x", "y"])
    #expect(deck.content(0).cards[0].text.ask == .type)
    #expect(deck.parsed.notes[1].ask == .flip)
    #expect(
      deck.messages == [
        "7: `ask` does not take `what`.", "10: No card follows this comment, so it has no effect.",
      ])
  }

  @Test func `merge marks are noticed, but not those in a fence`() {
    let marks = "<<<<<<< HEAD\na :: b\n=======\na :: c\n>>>>>>> other\n"
    #expect(ReadDeck(marks).parsed.hasConflictMarkers)
    #expect(!ReadDeck("```\n\(marks)```\n").parsed.hasConflictMarkers)
    #expect(!ReadDeck("a\n=======\nb\n").parsed.hasConflictMarkers)
  }

  @Test func `a tag of the plugin sets the deck for what follows`() {
    let deck = ReadDeck("a::b\n\n#flashcards/x/y\n\nc::d\n\n#flashcards\n\ne::f\n")
    #expect(deck.parsed.isObsidian)
    #expect(deck.parsed.deckNames == ["", "x::y"])
    #expect(deck.parsed.notes.map(\.deck) == [0, 1, 0])
    #expect(!ReadDeck("see #flashcardish\n").parsed.isObsidian)
  }

  @Test func `broken bytes are shown as such and cloze marks cannot be forged`() {
    let bytes = Array("Q: a\u{10FDD0}b ".utf8) + [0xFF, 0x00] + Array("\nA: c\n".utf8)
    let deck = ReadDeck(bytes)
    #expect(deck.content(0).cards[0].text.front == "a\u{FFFD}b \u{FFFD}\u{FFFD}")
    #expect(deck.keysAgree())
  }

  @Test func `values of fields are exact, whatever they hold`() {
    let deck = ReadDeck(
      "N: T\n- A: x\n- B:\n  - Name: value\n\n  Q: not\n- C:\n  ````text\n    \n  ```\n\n  ````\n- D:\n"
    )
    #expect(deck.messages == [])
    #expect(deck.content(0).fields.map(\.name) == ["A", "B", "C", "D"])
    #expect(
      deck.content(0).fields.map(\.value) == ["x", "- Name: value\n\nQ: not", "  \n```\n", ""])
  }

  @Test func `templates make the cards of a note whose fronts are not empty`() throws {
    let (types, problems) = NoteTypes.read(
      Array(
        """
        Japanese:
          fields: [Expression, Reading, Meaning]
          cards:
            - name: Recognition
              front: "{{Expression}}"
              back: "{{Reading}}{{#Meaning}} ({{Meaning}}){{/Meaning}}{{^Note}}!{{/Note}}"
            - name: Recall
              front: "{{Meaning}}"
              back: "{{FrontSide}}: {{Expression}}"
        Gap:
          fields: [Text]
          cards: [{name: Cloze, front: "{{cloze:Text}}", back: "{{cloze:Text}} {{Extra}}"}]
        """.utf8), path: "notetypes.yaml")
    #expect(problems == [])
    let deck = ReadDeck(
      "N: Japanese\n- Expression: e\n- Reading: r\n- Meaning: m\n\nN: Japanese\n- Expression: e2\n- Reading: r2\n\nN: Gap\n- Text: {{c1::a}} {{c2::b}}\n- Extra: x\n",
      types: types)
    #expect(
      deck.cards == [
        "e → r (m)!", "m → m: e", "e2 → r2!", "[...] b → [a] b x", "a [...] → a [b] x",
      ])
    #expect(deck.contents[0].cards.map(\.template) == ["Recognition", "Recall"])
    #expect(deck.contents[2].cards.map(\.kind) == ["cloze", "cloze"])
    #expect(deck.keysAgree())
  }

  @Test func `a file without cards is no problem`() {
    // A27
    let deck = ReadDeck("# Read me\n\nProse, a list:\n\n- one\n- two\n\n![](gone.png)\n")
    #expect(deck.messages == [])
    #expect(deck.parsed.cards.isEmpty)
  }
}
