import DeckFormat
import StudyDomain
import TestSupport
import Testing

@testable import Managers

/// Notes as forms hold them: added, edited, read back.
@MainActor struct NoteDraftTests {
  private func open(_ files: [String: String]) throws -> (Desk, TestCollection) {
    let collection = try TestCollection(files)
    return (try collection.open(), collection)
  }

  private func draft(
    _ front: String, _ back: String, _ kind: NoteKind = .basic, deck: String = "a",
    tags: [String] = []
  ) -> NoteDraft {
    let names = kind == .cloze ? ["Text", "Extra"] : ["Front", "Back"]
    return NoteDraft(
      deck: DeckName(deck), kind: kind,
      fields: [NoteDraft.Field(names[0], front), NoteDraft.Field(names[1], back)], tags: tags)
  }

  // MARK: Adding

  @Test func `each kind is written in its own form at the end of the deck`() throws {
    let (desk, collection) = try open(["a.md": "x :: y\n"])
    let manager = desk.flashcards
    #expect(try manager.add(draft("one", "1\n\n- a list", tags: ["t", "u"])).count == 1)
    #expect(try manager.add(draft("two", "2", .bothWays)).count == 2)
    #expect(try manager.add(draft("[three] and [four]", "", .cloze)).count == 2)
    #expect(
      try collection.folder.read("decks/a.md") == """
        x :: y

        <!-- tags: t u -->
        Q: one

        A: 1

        - a list

        T: two
        D: 2

        C: [three] and [four]

        """)
    for _ in 0..<3 { #expect(try manager.texts.undo()) }
    #expect(try collection.folder.read("decks/a.md") == "x :: y\n")
  }

  @Test func `a deck that is not there is made and goes again`() throws {
    let (desk, collection) = try open(["a.md": "x :: y\n"])
    try desk.flashcards.add(draft("one", "1", deck: "New::Deck"))
    #expect(try collection.folder.read("decks/New/Deck.md") == "Q: one\nA: 1\n")
    #expect(try desk.flashcards.texts.undo())
    #expect(!collection.folder.has("decks/New"))
  }

  @Test func `note types are offered with their fields, and their notes filled`() throws {
    let (desk, collection) = try open([
      ".deckle/notetypes.yaml":
        "Word:\n  fields: [Word, Meaning]\n  cards:\n    - {name: x, front: '{{Word}}', back: '{{Meaning}}'}\n",
      "a.md": "x :: y\n",
    ])
    let kinds = desk.flashcards.kinds(inDeck: DeckName("a"))
    #expect(kinds.last == NoteKindChoice(.typed("Word"), fields: ["Word", "Meaning"]))
    let word = NoteDraft(
      deck: DeckName("a"), kind: .typed("Word"),
      fields: [NoteDraft.Field("Word", "sol"), NoteDraft.Field("Meaning", "sun\nstar")])
    #expect(desk.flashcards.preview(word).cards.map(\.front) == ["sol"])
    try desk.flashcards.add(word)
    #expect(
      try collection.folder.read("decks/a.md")
        == "x :: y\n\nN: Word\n- Word: sol\n- Meaning:\n  sun\n  star\n")
  }

  @Test func `letters and lines of ours inside a text are text`() throws {
    let (desk, _) = try open(["a.md": ""])
    let front = "first\nQ: what\n---\nA: that\nC: [x]\nT: t\n```\nQ: code\n```\nlast"
    let back = "Q: again\n\nD: d\nN: n\n- list"
    let keys = try desk.flashcards.add(draft(front, back))
    let card = try #require(desk.library.snapshot.card(of: keys[0]))
    #expect(try desk.front(card) == front)
    #expect(try desk.back(card) == back)
    #expect(desk.cards.count == 1)
  }

  @Test func `headings in a text go before the headings of the deck`() throws {
    let (desk, _) = try open(["a.md": "---\ntags: [x]\n---\n# One\n\nQ: a\nA: b\n"])
    try desk.flashcards.add(draft("q", "# Title\n\ntext"))
    #expect(try desk.back(desk.card("q")) == "# Title\n\ntext")
    #expect(try desk.back(desk.card("a")) == "b")
  }

  /// Why a draft is refused.
  @Test(arguments: [
    ("", "x", "Front is empty"), ("x", " ", "Back is empty"),
    ("x", "text\n```\nopen", "This fence is never closed"),
    ("x", "text\n# end", "a line of this text would end the card"),
    ("y\n A: z", "x", "a line of this text would end the card"),
  ])
  func `what cannot be read back is refused with the reason`(
    _ front: String, _ back: String, _ reason: String
  ) throws {
    let (desk, collection) = try open(["a.md": "x :: y\n"])
    let problem = try #require(desk.flashcards.preview(draft(front, back)).problem)
    #expect(problem.hasPrefix(reason), "\(problem)")
    #expect(throws: NoteChangeError.self) { try desk.flashcards.add(draft(front, back)) }
    #expect(try collection.folder.read("decks/a.md") == "x :: y\n")
  }

  @Test func `the same front is told, the same card refused`() throws {
    let (desk, _) = try open(["a.md": "Q: el  pan\nA: bread\n"])
    #expect(desk.flashcards.duplicate(of: draft("el  pan", "loaf"))?.contains("a.md:1") == true)
    #expect(desk.flashcards.duplicate(of: draft("el pan de", "loaf")) == nil)
    #expect(throws: NoteChangeError.self) { try desk.flashcards.add(draft("el  pan", "bread")) }
  }

  @Test func `random texts come back as the same card`() throws {
    let (desk, _) = try open(["a.md": "# H\n\nx :: y\n", "b.md": "Q: z\nA: z\n"])
    var seed: UInt64 = 11
    func random(_ count: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % count
    }
    let pieces = [
      "Q:", "A: a", "T: t", "D:", "N: Word", "C: [c]", "---", "# h", "## h", "```", "~~~", "::",
      ":::", " ", "\n", "\n\n", "\n", "word", "\\Q: x", "- [ ] a", "?", "??", "漢", "e\u{301}",
      "<!-- x -->", "<!--", "tags: x", "$x$", "{{c1::x}}", "|a|b|", "    code", "\t", "==x==",
    ]
    var added = 0
    for _ in 0..<400 {
      let texts = [0, 1].map { _ in
        (0...random(7)).map { _ in pieces[random(pieces.count)] }.joined()
      }
      let deck = random(2) == 0 ? "a" : "b"
      let note = draft("\(added) \(texts[0])", texts[1], deck: deck)
      let before = desk.cards.count
      guard let keys = try? desk.flashcards.add(note) else {
        #expect(desk.cards.count == before)
        continue
      }
      added += 1
      #expect(desk.cards.count == before + 1)
      let card = try #require(desk.library.snapshot.card(of: keys[0]))
      #expect(try desk.front(card) == BlockText.normalised(note.fields[0].text))
      #expect(try desk.back(card) == BlockText.normalised(note.fields[1].text))
    }
    #expect(added > 150, "\(added)")
    #expect(desk.library.problems.filter { $0.severity == .error }.isEmpty)
  }

  @Test func `cards in their own words are added as they are written`() throws {
    let (desk, collection) = try open(["a.md": "Q: x\nA: y\n"])
    let keys = try desk.flashcards.add(
      written: "un :: one\ndos ::: two\n\nQ: three\nA: 3\n", to: DeckName("a"), tags: ["n"])
    #expect(keys.count == 4)
    #expect(
      try collection.folder.read("decks/a.md") == """
        Q: x
        A: y

        ---

        <!-- tags: n -->
        un :: one
        <!-- tags: n -->
        dos ::: two

        <!-- tags: n -->
        Q: three
        A: 3

        """)
    #expect(throws: NoteChangeError.self) {
      try desk.flashcards.add(written: "nothing of ours", to: DeckName("a"))
    }
  }

  // MARK: Editing

  /// A note in each form, and the same with another answer.
  @Test(arguments: [
    ("Q:one\n\n\nA:  1", "Q:one\n\n\nA:  2"), ("T: one\nD: 1", "T: one\nD: 2"),
    ("one ::  1", "one ::  2"), ("- one ::: 1", "- one ::: 2"), ("one\n?\n1", "one\n?\n2"),
    ("N: Any\n- A: one\n- B: 1", "N: Any\n- A: one\n- B: 2"),
    ("<!-- ask: type -->\nQ: one\nA: 1", "<!-- ask: type -->\nQ: one\nA: 2"),
  ])
  func `a note keeps its form, its neighbours and its history`(
    _ before: String, _ after: String
  ) throws {
    let file = "Q: first\nA: 0\n\n---\n\n\(before)\n\n---\nQ: last\nA: 9\n"
    let (desk, collection) = try open(["a.md": file])
    let card = try desk.card("one")
    try desk.session.answer(card: card, .good, milliseconds: 10)
    var note = try desk.flashcards.draft(ofCard: card)
    note.fields[1].text = "2"
    guard case .saved(let key?, _) = try desk.flashcards.save(note, of: card) else {
      Issue.record("not saved")
      return
    }
    #expect(try collection.folder.read("decks/a.md") == file.replacing(before, with: after))
    #expect(desk.index.state(ofCard: try #require(desk.library.snapshot.card(of: key))).reps == 1)
    #expect(try desk.flashcards.texts.undo())
    #expect(try collection.folder.read("decks/a.md") == file)
    #expect(try desk.state("one").reps == 1)
    #expect(try desk.flashcards.texts.redo())
    #expect(desk.index.state(ofCard: try #require(desk.library.snapshot.card(of: key))).reps == 1)
  }

  @Test func `more lines than a pair can hold are refused`() throws {
    let (desk, collection) = try open(["a.md": "one :: 1\ntwo :: 2\n"])
    var note = try desk.flashcards.draft(ofCard: desk.card("one"))
    note.fields[1].text = "1\n2"
    #expect(throws: NoteChangeError.self) { try desk.flashcards.save(note, of: desk.card("one")) }
    note.fields[1].text = "1 :: 2"
    _ = try? desk.flashcards.save(note, of: desk.card("one"))
    #expect(try desk.back(desk.card("two")) == "2")
    #expect(try collection.folder.read("decks/a.md").hasSuffix("\ntwo :: 2\n"))
  }

  @Test func `lines like cards stay in the card that is edited`() throws {
    let (desk, _) = try open(["a.md": "Q: one\nA: 1\n\nQ: two\nA: 2\n"])
    var note = try desk.flashcards.draft(ofCard: desk.card("one"))
    note.fields[1].text = "1\nQ: is it?\n\n"
    _ = try desk.flashcards.save(note, of: desk.card("one"))
    #expect(desk.cards.count == 2)
    #expect(try desk.back(desk.card("one")) == "1\nQ: is it?")
  }

  @Test func `the cards of a cloze that stay keep their histories`() throws {
    let (desk, _) = try open(["a.md": "C: [alpha] and [beta]\nA: extra\n"])
    let cards = desk.cards
    try desk.session.answer(card: cards[0], .good, milliseconds: 10)
    try desk.session.answer(card: cards[1], .again, milliseconds: 10)
    var note = try desk.flashcards.draft(ofCard: cards[0])
    #expect(note.fields.map(\.text) == ["[alpha] and [beta]", "extra"])
    note.fields[0].text = "[alpha] and [beta] or [gamma]"
    note.fields[1].text = ""
    _ = try desk.flashcards.save(note, of: cards[0])
    #expect(desk.cards.count == 3)
    let reps = desk.cards.map { desk.index.state(ofCard: $0).reps }
    #expect(reps == [1, 1, 0])
  }

  @Test func `an edited note moves to another deck with its history`() throws {
    let (desk, collection) = try open(["a.md": "Q: one\nA: 1\n\nQ: two\nA: 2\n"])
    try desk.session.answer(card: desk.card("one"), .good, milliseconds: 10)
    var note = try desk.flashcards.draft(ofCard: desk.card("one"))
    note.deck = DeckName("b")
    note.fields[0].text = "uno"
    note.tags = ["x"]
    _ = try desk.flashcards.save(note, of: desk.card("one"))
    #expect(try collection.folder.read("decks/a.md") == "Q: two\nA: 2\n")
    #expect(try collection.folder.read("decks/b.md") == "<!-- tags: x -->\nQ: uno\nA: 1\n")
    #expect(try desk.state("uno").reps == 1)
    #expect(try desk.flashcards.texts.undo())
    #expect(!collection.folder.has("decks/b.md"))
    #expect(try desk.state("one").reps == 1)
  }

  @Test func `drafts survive, whatever they hold`() throws {
    let folder = try TemporaryFolder()
    let files = DraftFiles(stateFolder: folder.path)
    var note = draft("a\\n\tb\n\nc\r", "漢", .typed("My\tType"), tags: ["x", "y"])
    note.fields[1].isSticky = true
    files.keep(note, of: nil)
    #expect(files.read(nil) == note)
    #expect(files.read(CardKey(hash: 5)) == nil)
    files.keep(nil, of: nil)
    #expect(files.read(nil) == nil)
  }
}
