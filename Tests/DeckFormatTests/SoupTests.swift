import DeckFormat
import StudyDomain
import Testing

/// Numbers that are the same in each run.
struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

/// Random bytes and mutated decks: whatever a file holds, reading it is safe.
@Suite struct SoupTests {
  static let pieces: [String] = [
    "Q: ", "A: ", "C: ", "T: ", "D: ", "N: T\n", "- F: ", "N: U\n- F: ", "N: V\n- F: ", "\n- é: ",
    "\n- e\u{301} (html): ", "\n", "\n\n", "\r\n", "\r", "---\n",
    "+++\n",
    "```", "~~~", "`", "``", "[", "]", "{{c1::", "{{c2,3::", "}}", "::", ":::", " :: ", "==", "$",
    "$$",
    "?\n", "??\n", "# ", "## h #t\n", "<!--", "-->", "<!-- id: x -->\n", "<!-- ask: order -->\n",
    "\\",
    "\\Q: ", "\\---", "|", "- [x] ", "- [ ] ", "1. ", "word ", "é", "日本", "e\u{301}", "\u{10FDD0}",
    "  ",
    "    ", "\t", "#flashcards/a ", ";;", "(a.md)", "!", "[^", "[[", "]]", "key: v\n", "key = [\n",
    ">",
    "<<<<<<< a\n", "=======\n", ">>>>>>> b\n", "\u{0}", "\u{FEFF}",
  ]

  func check(_ bytes: [UInt8], obsidian: Bool) {
    var settings = DeckReader.Settings()
    settings.isObsidian = obsidian
    settings.noteTypes = NoteTypes([
      "T": NoteType(
        fields: ["F"],
        templates: [.init(name: "c", front: "{{cloze:F}}", back: "{{#F}}{{cloze:F}}")]),
      "U": NoteType(
        fields: ["F", "é"],
        templates: [
          .init(name: "a", front: "{{F}}", back: "{{é}}"),
          .init(name: "b", front: "x {{#F}}{{^é}}{{F}}{{/é}}{{/F}}", back: "{{FrontSide}}"),
          .init(name: "c", front: "{{é}}", back: "{{Type}}{{F}}{{Tags}}"),
        ]),
    ])
    let deck = ReadDeck(bytes, settings: settings)
    var end = 0
    var cards = 0
    for note in deck.parsed.notes {
      #expect(note.byteRange.lowerBound >= end && note.byteRange.upperBound <= bytes.count)
      #expect(Int(note.firstCard) == cards && note.cardCount > 0)
      #expect(Int(note.tagSet) < deck.parsed.tagSets.count)
      #expect(Int(note.context) < deck.parsed.contexts.count)
      #expect(Int(note.deck) < deck.parsed.deckNames.count)
      end = note.byteRange.upperBound
      cards += Int(note.cardCount)
    }
    #expect(cards == deck.parsed.cards.count)
    let again = ReadDeck(bytes, settings: settings).parsed
    #expect(again.notes == deck.parsed.notes && again.cards == deck.parsed.cards)
    #expect(again.problems == deck.parsed.problems)
    if !deck.keysAgree() {
      let forms = deck.parsed.notes.indices.filter { index in
        deck.parsed.cards(of: deck.parsed.notes[index]).map(\.key)
          != deck.content(index).cards.map(\.key)
      }.map { "\(deck.parsed.notes[$0].form) \(deck.block($0).debugDescription)" }
      Issue.record("keys differ: \(forms)")
    }
    for content in deck.contents.flatMap(\.cards) {
      let marks = content.text.front.unicodeScalars.filter { $0 == ClozeMark.open }.count
      #expect(marks == content.text.front.unicodeScalars.filter { $0 == ClozeMark.close }.count)
    }
    for (index, note) in deck.parsed.notes.enumerated() {
      let same = DeckWriter.replacing(note.byteRange, in: bytes, with: deck.block(index))
      if String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(13) {
        #expect(same == bytes)
      }
    }
  }

  @Test(arguments: 0..<12) func `soup of marks is read safely and the same twice`(seed: UInt64) {
    var random = SeededNumbers(state: seed)
    for round in 0..<120 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...60, using: &random) {
        bytes += Self.pieces.randomElement(using: &random).map { Array($0.utf8) } ?? []
        if Int.random(in: 0..<40, using: &random) == 0 {
          bytes.append(.random(in: 0...255, using: &random))
        }
      }
      check(bytes, obsidian: round % 2 == 0)
    }
  }

  @Test(arguments: 100..<104) func `mutated decks are read safely`(seed: UInt64) throws {
    var random = SeededNumbers(state: seed)
    let deck = try fixture("examples.md")
    for round in 0..<25 {
      var bytes = deck
      for _ in 0..<Int.random(in: 1...12, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = .random(in: 0...255, using: &random)
        case 1:
          bytes.removeSubrange(
            place..<min(bytes.count, place + Int.random(in: 0..<80, using: &random)))
        case 2:
          bytes.insert(
            contentsOf: Array((Self.pieces.randomElement(using: &random) ?? "").utf8), at: place)
        default: bytes.removeSubrange(place...)
        }
      }
      check(bytes, obsidian: round % 2 == 0)
    }
  }

  @Test(arguments: 200..<203) func `malformed YAML never ends the program`(seed: UInt64) {
    var random = SeededNumbers(state: seed)
    let pieces = [
      "a", ": ", "\n", "- ", "[", "]", "{", "}", "\"", "'", "|\n", "  ", "&x ", "*x", "#", "\t",
      "? ", "%", "@", "\u{0}", "é", "---\n", ",", "key: v\n",
    ]
    for _ in 0..<400 {
      var text = ""
      for _ in 0..<Int.random(in: 0...30, using: &random) {
        text += pieces.randomElement(using: &random) ?? ""
      }
      let (value, problems) = YAMLReader.read(Array(text.utf8), path: "x.yaml")
      #expect(problems.allSatisfy { ($0.line ?? 0) >= 1 })
      let again = YAMLReader.read(Array(text.utf8), path: "x.yaml")
      #expect(again.value == value)
      _ = NoteTypes.read(Array(text.utf8), path: "x.yaml")
      let file = Array("---\n\(text)\n---\na :: b\n".utf8)
      if let changed = try? DeckWriter.setting("key", to: .text("v2"), in: file) {
        // Not all soup is front matter, but what is changed is read back.
        if ReadDeck(file).parsed.frontMatter.byteRange != nil,
          ReadDeck(file).parsed.problems.isEmpty
        {
          #expect(
            ReadDeck(changed).parsed.cards.map(\.key) == ReadDeck(file).parsed.cards.map(\.key),
            "\(text.debugDescription)")
        }
      }
    }
  }
}
