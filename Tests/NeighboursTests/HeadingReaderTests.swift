import StudyDomain
import Testing

@testable import Neighbours

func read(_ text: String, as format: NeighbourFormat) -> NeighbourDeck {
  NeighbourReader.read(Array(text.utf8), path: "deck.md", as: format)
}

extension NeighbourDeck {
  /// Front and back of each note, a gap in brackets.
  var sides: [[String]] {
    notes.map { note in
      switch note.content {
      case .block(let text, _): [text]
      case .basic(let front, let back), .reversible(let front, let back): [front, back]
      case .cloze(let text, let extra): [text, extra]
      case .html(let front, let back, _): [front, back]
      case .gaps(let pieces, let extra):
        [
          pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .gap(let text, let group): "[\(group.map { "\($0):" } ?? "")\(text)]"
            }
          }.joined(), extra,
        ]
      }
    }
  }
}

@Suite struct HeadingReaderTests {
  @Test func `a heading of the second level is a front, the only title the deck's name`() {
    let deck = read(
      "# Latency\n\nintro\n\n## L1 cache\n0.5 ns\n\n## Branch\n\n5 ns\n\n### More\nof it\n",
      as: .headings)
    #expect(deck.name == DeckName("Latency"))
    #expect(deck.sides == [["L1 cache", "0.5 ns"], ["Branch", "5 ns\n\n### More\nof it"]])
    #expect(deck.notes.map(\.line) == [5, 8])
    #expect(deck.notes.map(\.headings) == [[], []])
  }

  @Test func `with several titles each note keeps its own`() {
    let deck = read("# A\n## a\n1\n## b\n2\n# B\n## c\n3\n", as: .headings)
    #expect(deck.name == nil)
    #expect(deck.notes.map(\.headings) == [["A"], ["A"], ["B"]])
  }

  @Test func `headings of the first level are fronts where there are no others`() {
    let deck = read(
      "# Question\n\nAnswer\n\n# Second __question__\n\n- one\n- two\n", as: .headings)
    #expect(deck.sides == [["Question", "Answer"], ["Second __question__", "- one\n- two"]])
  }

  @Test func `a percent sign divides a long front from its back`() {
    let deck = read("## YAGNI\n\nDescribe it.\n\n%\n\nYou ain't gonna\nneed it\n", as: .headings)
    #expect(deck.sides == [["YAGNI\n\nDescribe it.", "You ain't gonna\nneed it"]])
  }

  @Test func `links that begin with a hash are tags`() {
    let deck = read(
      "## Tree\nnodes\n\n[#algorithms](./a.md) [#OOP]() [#binary tree]()\n## B\n[#x](y) text\n",
      as: .headings)
    #expect(deck.notes.map(\.tags) == [["algorithms", "OOP", "binary tree"], []])
    #expect(deck.sides == [["Tree", "nodes"], ["B", "[#x](y) text"]])
  }

  @Test func `headings and dividers in a fence are text`() {
    let deck = read("## Code\n```\n## no\n%\n```\n## Next\n1\n", as: .headings)
    #expect(deck.sides == [["Code", "```\n## no\n%\n```"], ["Next", "1"]])
  }

  @Test func `a heading without a back is told with its line`() {
    let deck = read("## One\n\n## Two\nx\n", as: .headings)
    #expect(deck.sides == [["Two", "x"]])
    #expect(deck.problems.map(\.line) == [1])
  }

  @Test func `line ends, a byte order mark and front matter do not matter`() {
    let deck = read("\u{FEFF}---\r\ntags: x\r\n---\r\n## a\r\nb\r\n## c\rd", as: .headings)
    #expect(deck.sides == [["a", "b"], ["c", "d"]])
  }
}

@Suite struct Md2AnkiReaderTests {
  @Test func `ids go, a rule divides question and answer once`() {
    let deck = read(
      """
      # Example (3714486828)

      about it

      ## One line (66b3661f-e22e-4986-a50d-569fdac454ad)

      answer

      ## Multi (x) (24501c1a-f615-4355-a862-a00f64cc4725)

      more of the question

      ---

      first

      ---

      second
      """, as: .md2anki)
    #expect(deck.name == DeckName("Example"))
    #expect(
      deck.sides == [
        ["One line", "answer"],
        ["Multi (x)\n\nmore of the question", "first\n\n---\n\nsecond"],
      ])
  }

  @Test func `subdecks hold what stands under them, tags hold for all below`() {
    let deck = read(
      """
      # Top (750441971)
      `{=:global:=}`
      ## Q1
      a
      ## Subdeck: One (406542328)
      `{=:sub, two:=}`
      ### Q1.1
      `{=:own:=}`
      b
      ## Q2
      c
      """, as: .md2anki)
    #expect(deck.sides == [["Q1", "a"], ["Q1.1", "b"], ["Q2", "c"]])
    #expect(deck.notes.map(\.deck) == [nil, DeckName("Top::One"), nil])
    #expect(
      deck.notes.map(\.tags) == [["global"], ["global", "sub", "two", "own"], ["global"]])
  }

  @Test func `marks of gaps make a cloze, in the question or in the answer`() {
    let deck = read(
      "# D\n## One {{c1::x}}\n## Two\ntext {{c1::y::hint}}\n## Three {{c2::z}}\n\nextra\n",
      as: .md2anki)
    #expect(
      deck.sides == [
        ["One {{c1::x}}", ""], ["Two\n\ntext {{c1::y::hint}}", ""], ["Three {{c2::z}}", "extra"],
      ])
  }
}

@Suite struct HascardReaderTests {
  @Test func `each kind of card becomes its like`() {
    let deck = read(
      """
      # Peak
      - 400
      * 550
      - 500
        nm

      ---
      # Check
      [*] a
      [ ] b
      [x] c
      ---
      # Order
      2. two
      1. one
      ---
      # Fill
      Light falls on the _retina_ and _macula|fovea_.
      ---
      # Term
      a definition
      with two lines \\_x\\_
      """, as: .hascard)
    #expect(
      deck.sides == [
        ["Peak", "- [ ] 400\n- [x] 550\n- [ ] 500\n  nm"],
        ["Check", "- [x] a\n- [ ] b\n- [x] c"],
        ["Order", "1. one\n2. two"],
        ["Fill\n\nLight falls on the [1:retina] and [1:macula].", "macula: also fovea"],
        ["Term", "a definition\nwith two lines \\_x\\_"],
      ])
    #expect(deck.notes.map(\.ask) == [nil, nil, .order, .type, nil])
    #expect(deck.problems.isEmpty)
  }

  @Test func `a picture under the heading belongs to the question`() {
    let deck = read("# Name it\n![alt](img.png)\n\n_The Tempest_\n", as: .hascard)
    #expect(deck.sides == [["Name it\n\n![alt](img.png)\n\n[1:The Tempest]", ""]])
  }

  @Test func `broken cards are told and hide no other`() {
    let deck = read(
      "no heading\n---\n# A\n---\n# B\n1. x\n3. y\n---\n# C\n[ ] x\n---\n# D\nd\n", as: .hascard)
    #expect(deck.sides == [["D", "d"]])
    #expect(deck.problems.map(\.line) == [1, 3, 6, 10])
  }
}
