import DeckFormat
import StudyDomain
import Testing

@Suite struct WriterTests {
  struct Edit: CustomTestStringConvertible, Sendable {
    var before: String
    var key: String
    var value: OptionValue?
    var after: String
    var testDescription: String { "\(key) in \(before.debugDescription)" }
  }

  static let edits = [
    Edit(
      before: "a :: b\n", key: "ask", value: .text("type"), after: "---\nask: type\n---\n\na :: b\n"
    ),
    Edit(
      before: "\u{FEFF}a :: b\r\n", key: "ask", value: .text("type"),
      after: "\u{FEFF}---\r\nask: type\r\n---\r\n\r\na :: b\r\n"),
    Edit(
      before: "---\n# c\ntags:   [b, a]   # why\nx-custom: 1\n---\nt\n", key: "tags",
      value: .list(["z", "y w"]), after: "---\n# c\ntags:   [z, y w]   # why\nx-custom: 1\n---\nt\n"
    ),
    Edit(
      before: "---\ntags:\n  - a\n  - b # x\n# next\nname: N\n---\n", key: "tags",
      value: .list(["c"]), after: "---\ntags: [c]\n# next\nname: N\n---\n"),
    Edit(
      before: "---\ntags:\n- a\n- b\nname: N\n---\n", key: "tags", value: nil,
      after: "---\nname: N\n---\n"),
    Edit(
      before: "---\r\nname: N\r\n---\r\nt", key: "new_per_day", value: .text("5"),
      after: "---\r\nname: N\r\nnew_per_day: 5\r\n---\r\nt"),
    Edit(
      before: "---\n---\n", key: "ask", value: .text("a: b"), after: "---\nask: \"a: b\"\n---\n"),
    Edit(before: "---\nname: N\n---\n", key: "ask", value: nil, after: "---\nname: N\n---\n"),
    Edit(
      before: "---\nname = \"N\"\n---\n", key: "name", value: .text("M"),
      after: "---\nname = \"M\"\n---\n"),
    Edit(
      before: "+++\nname = \"N\" # c\n+++\n", key: "tags", value: .list(["a"]),
      after: "+++\nname = \"N\" # c\ntags = [\"a\"]\n+++\n"),
    Edit(
      before: "---\nask:\n---\n", key: "ask", value: .text("type"), after: "---\nask: type\n---\n"),
    Edit(
      before: "---\nask:   # later\n---\n", key: "ask", value: .text("type"),
      after: "---\nask: type   # later\n---\n"),
    Edit(
      before: "---\n\"name\": |\n  two\n  lines\nask: type\n---\n", key: "name", value: .text("x"),
      after: "---\n\"name\": x\nask: type\n---\n"),
    Edit(
      before: "---\ntags: [a,\n  b,\n]\nask: type\n---\n", key: "tags", value: .list([]),
      after: "---\ntags: []\nask: type\n---\n"),
  ]

  @Test(arguments: edits) func `a key of the front matter changes on its line alone`(edit: Edit)
    throws
  {
    let result = try DeckWriter.setting(edit.key, to: edit.value, in: Array(edit.before.utf8))
    #expect(String(decoding: result, as: UTF8.self) == edit.after)
    #expect(try DeckWriter.setting(edit.key, to: edit.value, in: result) == result)
  }

  @Test(arguments: [
    "true", "5", "a b", "x: y", "#tag", "- z", "null", "ü", "", " a", "a\"b\\c", "[x]",
    "2026-01-01", "1m",
  ])
  func `a value that is written is read as the same`(text: String) throws {
    for file in ["---\nname: N\n---\n", "+++\nname = \"N\"\n+++\n"] {
      for value in [OptionValue.text(text), .list([text, "b"])] {
        let written = try DeckWriter.setting("tags", to: value, in: Array(file.utf8))
        let deck = ReadDeck(written)
        #expect(
          deck.parsed.frontMatter.options["tags"]?.value == value,
          "\(String(decoding: written, as: UTF8.self))")
        #expect(deck.messages == [])
      }
    }
  }

  @Test func `a key of broken front matter is not guessed at`() {
    let file = Array("---\ntags: [a\nname: N\n---\n".utf8)
    #expect(throws: DeckFormatError.self) {
      try DeckWriter.setting("tags", to: .text("x"), in: file)
    }
  }

  @Test func `replacing a block changes no other byte and no other card`() throws {
    let mixed = Array(
      "\u{FEFF}---\r\nname: X\r\n---\r\n\r\nQ: one  \r\nA: two  \r\nthree\\\r\n\r\n%% comment\r\n\r\n<!-- tags: t -->\r\n\r\nQ: four\r\nA: five\r\n\r\nk :: v\r\n"
        .utf8)
    for file in [mixed, try fixture("examples.md")] {
      let deck = ReadDeck(file)
      for (index, note) in deck.parsed.notes.enumerated() {
        let text =
          switch note.form {
          case .pair, .reversiblePair: "new :: text\n\n"
          case .question, .reversibleQuestion: "new\n?\ntext\n"
          default: "Q: new\nA: text\n\n"
          }
        let result = DeckWriter.replacing(note.byteRange, in: file, with: text)
        #expect(result.prefix(note.byteRange.lowerBound) == file.prefix(note.byteRange.lowerBound))
        let tail = file.count - note.byteRange.upperBound
        #expect(result.suffix(tail) == file.suffix(tail))
        let after = ReadDeck(result).parsed
        var expected = deck.parsed.notes.map { deck.parsed.cards(of: $0).map(\.key) }
        expected[index] = ReadDeck("Q: new\nA: text").parsed.cards.map(\.key)
        #expect(after.cards.map(\.key) == expected.flatMap(\.self))
        let same = DeckWriter.replacing(note.byteRange, in: file, with: deck.block(index))
        #expect(same == file)
      }
    }
  }

  @Test func `removing and adding a block leaves the others`() throws {
    let file = try fixture("examples.md")
    let deck = ReadDeck(file)
    for note in deck.parsed.notes {
      let after = ReadDeck(DeckWriter.removing(note.byteRange, from: file)).parsed
      let gone = deck.parsed.cards(of: note).map(\.key)
      #expect(after.cards.map(\.key) == deck.parsed.cards.map(\.key).filter { !gone.contains($0) })
    }
    let more = DeckWriter.appending("Q: new\nA: text\n", to: file)
    #expect(Array(more.prefix(file.count)) == file)
    #expect(ReadDeck(more).parsed.cards.count == deck.parsed.cards.count + 1)
    #expect(
      String(decoding: DeckWriter.appending("a :: b", to: Array("x :: y".utf8)), as: UTF8.self)
        == "x :: y\n\na :: b\n")
    #expect(String(decoding: DeckWriter.appending("a :: b", to: []), as: UTF8.self) == "a :: b\n")
  }
}
