import StudyDomain
import Testing

@testable import Neighbours

@Suite struct RecognitionTests {
  private func recognise(_ text: String, _ path: String = "x.md") -> NeighbourReader.Recognition {
    NeighbourReader.recognise(Array(text.utf8), path: path)
  }

  @Test func `formats are told by their marks`() {
    #expect(recognise("Q: a\nA: b\n") == .format(.native, remark: nil))
    #expect(recognise("#flashcards\na::b\n") == .format(.obsidian, remark: nil))
    #expect(
      recognise("a :: b\n<!--SR:!2024-05-01,3,250-->\n") == .format(.obsidian, remark: nil))
    #expect(recognise("# a\n_b_\n\n---\n# c\n- d\n* e\n") == .format(.hascard, remark: nil))
    #expect(
      recognise("# D\n## Q (5afd1da8-f5af-4abd-8809-6e3e47d164eb)\na\n")
        == .format(.md2anki, remark: nil))
    #expect(recognise("## a\nx\n\n%\n\ny\n") == .format(.headings, remark: nil))
    #expect(recognise(MnemosyneReaderTests.text, "x.xml") == .format(.mnemosyne, remark: nil))
  }

  @Test func `what could be something else is told why it is taken for this`() {
    guard case .format(.headings, let remark) = recognise("# T\n## a\nx\n## b\ny\n") else {
      Issue.record("no headings")
      return
    }
    #expect(remark?.contains("'## '") == true)
    guard
      case .format(.native, let other) =
        recognise("# a (3083273130)\n\nQ: x\nA: y\n")
    else {
      Issue.record("not native")
      return
    }
    #expect(other?.contains("Md2Anki") == true)
  }

  @Test func `what is not read is named with a way out`() {
    for text in ["- a #card\n  card-last-interval:: 2\n", "who? : he \u{1F9E0}\n"] {
      guard case .unread(_, let nextStep) = recognise(text) else {
        Issue.record("\(text)")
        continue
      }
      #expect(!nextStep.isEmpty)
    }
    guard case .unread = recognise("* a :drill:\n", "x.org") else {
      Issue.record("org")
      return
    }
    #expect(recognise("just text\n") == .nothing)
    #expect(recognise("") == .nothing)
    #expect(recognise("a\u{0}b") == .nothing)
  }

  static let files: [(String, NeighbourFormat, notes: Int, cards: Int?)] = [
    ("markdown/hashcards-math.md", .native, 6, 9),
    ("markdown/hashcards-linear-algebra.md", .native, 33, 48),
    ("markdown/hashcards-pandas.md", .native, 21, 24),
    ("markdown/hascard-example.txt", .hascard, 6, nil),
    ("markdown/obsidian-sr-tongue-diagnosis.md", .obsidian, 22, nil),
    ("markdown/mdanki-complex.md", .headings, 3, nil),
    ("markdown/md2anki-cloze.md", .md2anki, 5, nil),
    ("markdown/obsidian-ruby-furigana.md", .native, 7, 7),
  ]

  @Test(.enabled(if: RealDecks.arePresent, "the real decks are not here"), arguments: files)
  func `real decks give the notes that their programs make`(
    file: String, format: NeighbourFormat, notes: Int, cards: Int?
  ) throws {
    let bytes = try RealDecks.bytes(file)
    guard case .format(let found, _) = NeighbourReader.recognise(bytes, path: file) else {
      Issue.record("not recognised")
      return
    }
    #expect(found == format)
    let deck = NeighbourReader.read(bytes, path: file, as: format)
    #expect(deck.notes.count == notes)
    if let cards {
      let keys = deck.notes.reduce(0) { sum, note in
        if case .block(_, let keys) = note.content { sum + keys.count } else { sum }
      }
      #expect(keys == cards)
    }
    #expect(!deck.problems.contains { $0.severity == .error })
  }

  @Test(.enabled(if: RealDecks.arePresent, "the real decks are not here"))
  func `every card of a real vault note has its schedule`() throws {
    let bytes = try RealDecks.bytes("markdown/obsidian-sr-tongue-diagnosis.md")
    let deck = NeighbourReader.read(bytes, path: "t.md", as: .obsidian)
    let schedules = deck.notes.flatMap(\.pasts).compactMap { $0?.schedule }
    #expect(schedules.count == 22)
    #expect(schedules.allSatisfy { $0.ease != nil && $0.intervalDays >= 1 })
    #expect(deck.notes.allSatisfy { $0.headings.last?.hasPrefix("Card ") == true })
  }

  @Test(
    .enabled(if: RealDecks.arePresent, "the real decks are not here"),
    arguments: [
      "other/org-drill-spanish.org", "markdown/inka2-math.md",
      "markdown/carddown-neuracache.md", "markdown/logseq-flashcards.md",
    ])
  func `real decks of formats that are not read are named`(file: String) throws {
    guard
      case .unread = NeighbourReader.recognise(try RealDecks.bytes(file), path: file)
    else {
      Issue.record("\(file)")
      return
    }
  }
}
