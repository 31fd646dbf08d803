import DeckFormat
import StudyDomain
import Testing

@Suite struct ExampleTests {
  @Test func `the sixteen examples are sixteen notes and twenty-one cards`() throws {
    let deck = ReadDeck(try fixture("examples.md"))
    #expect(deck.messages == [])
    #expect(deck.parsed.notes.count == 16)
    #expect(deck.parsed.cards.count == 21)
    #expect(
      deck.parsed.notes.map(\.form) == [
        .basic, .basic, .cloze, .cloze, .term, .basic, .basic, .basic, .basic, .pair,
        .reversiblePair, .question, .basic, .basic, .note, .note,
      ])
    #expect(deck.parsed.frontMatter.deckName == "Examples")
    #expect(deck.keysAgree())
    #expect(Set(deck.parsed.cards.map(\.key)).count == 21)
  }

  @Test func `each example shows what it was written for`() throws {
    let deck = ReadDeck(try fixture("examples.md"))
    let notes = deck.contents
    #expect(
      notes[2].cards.map { ClozeMark.plain($0.text.front) } == [
        "The [...] of a group is the cardinality of its underlying set.",
        "The order of a group is [...].",
      ])
    #expect(ClozeMark.plain(notes[3].cards[1].text.front).contains("capital of [country] in 1857"))
    #expect(notes[3].cards[1].hint == "country")
    #expect(notes[3].cards[0].text.back.hasSuffix("\n\nChosen by Queen Victoria."))
    #expect(notes[5].cards[0].text.front.contains("A: not an answer"))
    #expect(notes[5].cards[0].text.back.contains("| 2 | 4     |"))
    #expect(notes[6].ask == .choice)
    #expect(notes[6].explanation == "Its mass is about 318 Earths.")
    #expect(notes[7].ask == .order)
    #expect(notes[8].ask == .type)
    #expect(notes[8].tags == ["demo", "spanish", "verbs"])
    #expect(notes[14].typeName == "Japanese")
    #expect(notes[14].fields[3].value == "毎日ご飯を食べる。\n\nI eat rice every day.")
    #expect(notes[15].fields[4].value == "\nstarts and ends with an empty line\n")
    #expect(notes[15].fields[2].isHTML)
    #expect(!notes[15].fields[1].isHTML)
  }

  @Test func `headings are the context of the cards below them`() throws {
    let deck = ReadDeck(try fixture("examples.md"))
    let contexts = deck.parsed.notes.map { deck.parsed.contexts[Int($0.context)] }
    #expect(contexts[0] == "Physics")
    #expect(contexts[5] == "Programming")
    #expect(contexts[15] == "Capitals")
    let nested = ReadDeck("# Physics\n## Waves\nQ: a\nA: b\n\n# Maths\nc :: d\n").parsed
    #expect(nested.contexts == ["", "Physics › Waves", "Maths"])
  }

  struct File: CustomTestStringConvertible, Sendable {
    var name: String
    var notes: Int
    var cards: Int
    var obsidian = false
    var other: ForeignFormat?
    var testDescription: String { name }
  }

  static let files = [
    File(name: "hashcards-math.md", notes: 6, cards: 9),
    File(name: "hashcards-linear-algebra.md", notes: 33, cards: 48),
    File(name: "hashcards-pandas.md", notes: 21, cards: 24),
    File(name: "obsidian-sr-tongue-diagnosis.md", notes: 22, cards: 22),
    File(name: "obsidian-inline-cases.md", notes: 5, cards: 6, obsidian: true),
    File(name: "obsidian-cloze-cases.md", notes: 2, cards: 3, obsidian: true),
    File(name: "obsidian-ruby-furigana.md", notes: 7, cards: 7),
    File(name: "hascard-example.txt", notes: 0, cards: 0, other: .hascard),
    File(name: "mdanki-complex.md", notes: 0, cards: 0, other: .mdanki),
    File(name: "inka2-math.md", notes: 0, cards: 0, other: .inka),
    File(name: "md2anki-cloze.md", notes: 0, cards: 0, other: .md2anki),
    File(name: "carddown-neuracache.md", notes: 0, cards: 0, other: .carddown),
    File(name: "logseq-flashcards.md", notes: 0, cards: 0, other: .logseq),
    File(name: "logseq-flashcards.md", notes: 0, cards: 0, obsidian: true, other: .logseq),
  ]

  @Test(.enabled(if: RealDecks.arePresent, "the real decks are not here"), arguments: files)
  func `real decks give the cards that their own programs find`(file: File) throws {
    var settings = DeckReader.Settings()
    settings.isObsidian = file.obsidian
    let deck = ReadDeck(try RealDecks.bytes(file.name), settings: settings)
    #expect(deck.parsed.notes.count == file.notes, "\(deck.messages)")
    #expect(deck.parsed.cards.count == file.cards)
    #expect(deck.parsed.looksLike == file.other)
    #expect(
      deck.messages.count { $0.contains("This looks like a file") } == (file.other == nil ? 0 : 1))
    #expect(deck.keysAgree())
  }
}
