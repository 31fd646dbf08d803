import DeckFormat
import History
import StudyDomain
import TestSupport
import Testing

@testable import Managers

/// Deleting, moving and tagging whole notes.
@MainActor struct NoteChangeTests {
  private static let mixed = """
    ---
    tags: [file]
    ---

    # Words #heading

    <!-- tags: own; ask: type -->
    Q: one
    A: 1

    T: two
    D: 2

    ---

    three :: 3
    four :: 4

    What is
    five?
    ?
    5

    """

  private func open(_ files: [String: String]) throws -> (Desk, TestCollection) {
    let collection = try TestCollection(files)
    return (try collection.open(), collection)
  }

  @Test(arguments: ["one", "two", "three", "four", "five"])
  func `a note goes with what stands above it, all others stay`(_ front: String) throws {
    let (desk, collection) = try open(["a.md": Self.mixed])
    let others = try desk.cards.map(desk.front).filter { !$0.contains(front) && $0 != "2" }
    let card = try #require(try desk.cards.first { try desk.front($0).contains(front) })
    #expect(try desk.flashcards.delete(notesOf: [card]) == 1)
    let left = try desk.cards.map(desk.front)
    #expect(left.filter { $0 != "2" } == others)
    if front == "one" {
      #expect(try !collection.folder.read("decks/a.md").contains("own"))
    }
    _ = try desk.flashcards.texts.undo()
    #expect(try collection.folder.read("decks/a.md") == Self.mixed)
  }

  @Test func `deleting many is one action, and histories come back with it`() throws {
    let (desk, collection) = try open(["a.md": Self.mixed, "b.md": "Q: six\nA: 6\n"])
    try desk.session.answer(card: desk.card("six"), .good, milliseconds: 10)
    #expect(try desk.flashcards.delete(notesOf: desk.cards) == 6)
    #expect(desk.cards.isEmpty)
    #expect(desk.index.orphans().count == 1)
    #expect(try collection.folder.read("decks/b.md").isEmpty)
    _ = try desk.flashcards.texts.undo()
    #expect(desk.cards.count == 7)
    #expect(try desk.state("six").reps == 1)
    #expect(try collection.folder.read("decks/a.md") == Self.mixed)
  }

  @Test func `moved notes keep their form, tags of headings, and history`() throws {
    let (desk, collection) = try open([
      "a.md": Self.mixed, "b.md": "# Section\n\nQ: six\nA: 6\n",
    ])
    try desk.session.answer(card: desk.card("three"), .good, milliseconds: 10)
    let cards = try ["one", "three", "five"].map { text in
      try #require(try desk.cards.first { try desk.front($0).contains(text) })
    }
    #expect(try desk.flashcards.move(notesOf: cards, to: DeckName("b")) == 3)
    #expect(
      try collection.folder.read("decks/b.md") == """
        # Section

        Q: six
        A: 6

        <!-- tags: own heading; ask: type -->
        Q: one
        A: 1

        ---

        <!-- tags: heading -->
        three :: 3

        <!-- tags: heading -->
        What is
        five?
        ?
        5

        """)
    #expect(try desk.state("three").reps == 1)
    #expect(desk.cards.count == 7)
    _ = try desk.flashcards.texts.undo()
    #expect(try collection.folder.read("decks/a.md") == Self.mixed)
  }

  @Test func `a deck that is not there is made, with the name that was given`() throws {
    let (desk, collection) = try open(["a.md": Self.mixed])
    #expect(
      try desk.flashcards.move(notesOf: [desk.card("one")], to: DeckName("New::Deeper/x")) == 1)
    #expect(
      try collection.folder.read("decks/New/Deeper-x.md").hasPrefix("---\nname: New::Deeper/x\n"))
    #expect(
      try desk.library.snapshot.decks[desk.library.snapshot.deck(ofCard: desk.card("one"))]
        .name == DeckName("New::Deeper/x"))
    #expect(throws: NoteChangeError.badDeckName("::x")) {
      try desk.flashcards.move(notesOf: [desk.card("two")], to: DeckName("::x"))
    }
  }

  @Test func `what another file needs to be read the same is written above it`() throws {
    let (desk, collection) = try open([
      "a.md": "---\nhtml: true\nask: type\n---\n\nQ: <b>one</b>\nA: 1\n", "b.md": "x :: y\n",
    ])
    #expect(try desk.flashcards.move(notesOf: [desk.card("one")], to: DeckName("b")) == 1)
    let text = try collection.folder.read("decks/b.md")
    #expect(text.hasPrefix("x :: y\n\n<!-- html: true; ask: type -->\nQ: <b>one</b>"))
    let card = try desk.card("one")
    #expect(try desk.library.content(ofCard: card).isHTMLFront)
  }

  @Test func `notes of a type that only their file has are not moved`() throws {
    let (desk, collection) = try open([
      "sub/notetypes.yaml":
        "Pair:\n  fields: [A, B]\n  cards:\n    - {name: x, front: '{{B}}', back: '{{A}}'}\n",
      "sub/a.md": "N: Pair\n- A: one\n- B: two\n", "b.md": "x :: y\n",
    ])
    #expect(throws: NoteChangeError.cannotMove(path: "sub/a.md", line: 1, deck: "b")) {
      try desk.flashcards.move(notesOf: [desk.card("two")], to: DeckName("b"))
    }
    #expect(try collection.folder.read("decks/b.md") == "x :: y\n")
  }

  @Test func `tags come and go in the comments above the cards`() throws {
    let (desk, collection) = try open(["a.md": Self.mixed])
    let cards = try ["one", "three", "four"].map { text in
      try #require(try desk.cards.first { try desk.front($0).contains(text) })
    }
    #expect(
      try desk.flashcards.changeTags(
        ofNotesOf: cards, adding: ["new", "file"], removing: ["own"]) == 3)
    let text = try collection.folder.read("decks/a.md")
    #expect(text.contains("<!-- ask: type; tags: new -->\nQ: one"))
    #expect(
      text.contains(
        "---\n\n<!-- tags: new -->\nthree :: 3\n<!-- tags: new -->\nfour :: 4\n\nWhat"))
    #expect(try desk.find("tag:new").count == 3)
    #expect(try desk.find("tag:own").isEmpty)
    _ = try desk.flashcards.texts.undo()
    #expect(try collection.folder.read("decks/a.md") == Self.mixed)
  }

  @Test func `a tag that comes from elsewhere is said to`() throws {
    let (desk, _) = try open(["a.md": Self.mixed])
    #expect(throws: NoteChangeError.inheritedTag("heading", path: "a.md")) {
      try desk.flashcards.changeTags(
        ofNotesOf: [desk.card("one")], adding: [], removing: ["heading"])
    }
    #expect(throws: NoteChangeError.self) {
      try desk.flashcards.changeTags(
        ofNotesOf: [desk.card("one")], adding: ["two words"], removing: [])
    }
    #expect(
      try desk.flashcards.changeTags(
        ofNotesOf: [desk.card("one")], adding: ["own"], removing: []) == 0)
  }

  @Test func `Windows line ends stay`() throws {
    let deck = "Q: one\r\nA: 1\r\n\r\nQ: two\r\nA: 2\r\n"
    let (desk, collection) = try open(["a.md": deck])
    try desk.flashcards.changeTags(ofNotesOf: [desk.card("two")], adding: ["x"], removing: [])
    #expect(
      try collection.folder.read("decks/a.md")
        == "Q: one\r\nA: 1\r\n\r\n<!-- tags: x -->\r\nQ: two\r\nA: 2\r\n")
    try desk.flashcards.delete(notesOf: [desk.card("one")])
    #expect(
      try collection.folder.read("decks/a.md") == "<!-- tags: x -->\r\nQ: two\r\nA: 2\r\n")
  }

  @Test func `a file that changed on disk since is refused`() throws {
    let (desk, collection) = try open(["a.md": Self.mixed])
    let card = try desk.card("one")
    try collection.write("a.md", "Q: one\nA: other\n")
    #expect(throws: LibraryError.self) { try desk.flashcards.delete(notesOf: [card]) }
    #expect(try collection.folder.read("decks/a.md") == "Q: one\nA: other\n")
  }
}
