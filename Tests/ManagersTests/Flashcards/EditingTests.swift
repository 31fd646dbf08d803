import History
import StudyDomain
import TestSupport
import Testing

@testable import Managers

/// A person edits the file of a card: which history goes where.
@MainActor @Suite struct EditingTests {
  /// Studies the cards that hold some texts, then edits the note of one of them.
  private func edit(
    _ before: String, studied: [String], note: String, _ after: String,
    others: [String: String] = [:]
  ) throws -> (desk: Desk, outcome: FlashcardManager.EditOutcome, collection: TestCollection) {
    let collection = try TestCollection(["a.md": before])
    for (path, text) in others { try collection.write(path, text) }
    let desk = try collection.open()
    for text in studied {
      try desk.session.answer(card: try desk.card(text), .easy, milliseconds: 1)
    }
    let ticket = desk.flashcards.beginEdit(ofCard: try desk.card(note))
    try collection.write("a.md", after)
    let outcome = try desk.flashcards.endEdit(ticket)
    // What another start reads from disk is the same.
    #expect(try collection.open().json() == desk.json())
    return (desk, outcome, collection)
  }

  private func reviews(_ desk: Desk) throws -> [String: Int] {
    var result: [String: Int] = [:]
    for card in desk.cards {
      result[try desk.front(card), default: 0] += Int(desk.index.state(ofCard: card).reviews)
    }
    return result
  }

  @Test func `a reworded card keeps its history`() throws {
    let (desk, outcome, _) = try edit(
      deck(1...2) + "Q: old words\nA: 1\n\n" + deck(3...4), studied: ["old words"],
      note: "old words", deck(1...2) + "Q: new words\nA: 1\n\n" + deck(3...4))
    guard case .followed(cards: 1, key: let key) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(key == desk.key(try desk.card("new words")))
    #expect(try desk.state("new words").reviews == 1)
    #expect(desk.history.history.orphans().isEmpty)
  }

  @Test func `an edit of text that is no key keeps the card as it is`() throws {
    let (desk, outcome, _) = try edit(
      "prose\n\n" + deck(1...2), studied: ["question 1"], note: "question 1",
      "prose, longer\n\nmore\n\n" + deck(1...2))
    #expect(outcome == .followed(cards: 0, key: desk.key(try desk.card("question 1"))))
    #expect(try desk.state("question 1").reviews == 1)
  }

  @Test func `an edit that was not saved changes nothing`() throws {
    let collection = try TestCollection(["a.md": deck(1...2)])
    let desk = try collection.open()
    let ticket = desk.flashcards.beginEdit(ofCard: try desk.card("question 1"))
    #expect(ticket.path == "\(collection.root)/a.md" && ticket.line == 1)
    #expect(try desk.flashcards.endEdit(ticket) == .unchanged)
  }

  @Test func `ten lines above and a card more leave every history at its card`() throws {
    let lines = (0..<10).map { "line \($0)\n" }.joined()
    let (desk, _, _) = try edit(
      deck(1...3), studied: ["question 1", "question 3"], note: "question 3",
      lines + "\nQ: inserted\nA: x\n\n" + deck(1...3))
    #expect(
      try reviews(desk) == ["question 1": 1, "question 2": 0, "question 3": 1, "inserted": 0])
  }

  @Test func `a reworded card between new neighbours is found by its place`() throws {
    let (desk, _, _) = try edit(
      deck(1...1) + "Q: old\nA: 1\n\n" + deck(2...2), studied: ["old"], note: "old",
      deck(1...1) + "Q: new\nA: 1\n\nQ: another\nA: 2\n\n" + deck(2...2))
    #expect(try desk.state("new").reviews == 1)
    #expect(try desk.state("another").reviews == 0)
  }

  @Test func `brackets taken off leave the other holes theirs, and the orphan returns with them`()
    throws
  {
    let before = "C: [alpha] [beta] [gamma]\n"
    let (desk, _, collection) = try edit(
      before, studied: ["[...] beta gamma", "alpha [...] gamma", "alpha beta [...]"],
      note: "[...] beta gamma", "C: alpha [beta] [gamma]\n")
    #expect(try desk.state("alpha [...] gamma").reviews == 1)
    #expect(try desk.state("alpha beta [...]").reviews == 1)
    #expect(desk.cards.count == 2)
    #expect(desk.history.history.orphans().count == 1)

    let ticket = desk.flashcards.beginEdit(ofCard: try desk.card("alpha [...] gamma"))
    try collection.write("a.md", before)
    _ = try desk.flashcards.endEdit(ticket)
    #expect(try reviews(desk).values.allSatisfy { $0 == 1 })
    #expect(desk.history.history.orphans().isEmpty)
  }

  @Test func `a hole more is new and the others keep theirs`() throws {
    let (desk, _, _) = try edit(
      "C: [alpha] delta [gamma]\n", studied: ["[...] delta gamma", "alpha delta [...]"],
      note: "[...] delta", "C: [alpha] [delta] [gamma]\n")
    #expect(
      try reviews(desk)
        == ["[...] delta gamma": 1, "alpha [...] gamma": 0, "alpha delta [...]": 1])
    #expect(desk.history.history.orphans().isEmpty)
  }

  @Test func `a numbered cloze that loses a number has one card and one orphan`() throws {
    let (desk, _, _) = try edit(
      "C: {{c1::A}} then {{c2::B}}\n", studied: ["[...] then B", "A then [...]"],
      note: "[...] then B",
      "C: {{c1::A}} then B\n")
    #expect(try reviews(desk) == ["[...] then B": 1])
    #expect(desk.history.history.orphans().count == 1)
  }

  @Test func `a note moved to another file keeps its history`() throws {
    let collection = try TestCollection(["a.md": deck(1...3)])
    let desk = try collection.open()
    try desk.session.answer(card: try desk.card("question 2"), .easy, milliseconds: 1)
    try collection.write("a.md", deck(1...1) + deck(3...3))
    try collection.write("sub/b.md", deck(2...2))
    try collection.folder.rename("decks/a.md", to: "decks/renamed.md")
    desk.library.reloadNow()
    #expect(try desk.state("question 2").reviews == 1)
    #expect(desk.history.history.orphans().isEmpty)
    #expect(
      desk.library.snapshot.decks[desk.library.snapshot.deck(ofCard: try desk.card("question 2"))]
        .name.text == "sub::b")
  }

  @Test func `of two cards alike only the edited one changes its name`() throws {
    let (desk, outcome, _) = try edit(
      deck(1...1) + "Q: alike\nA: 1\n", studied: ["alike"], note: "alike",
      deck(1...1) + "Q: different\nA: 1\n", others: ["b.md": "Q: alike\nA: 1\n"])
    // The text lives on elsewhere, so its history stays there.
    #expect(outcome == .followed(cards: 1, key: desk.key(try desk.card("alike"))))
    #expect(try desk.state("alike").reviews == 1)
    #expect(try desk.state("different").reviews == 0)
  }

  @Test func `a card rewritten into the text of another leaves that one its own history`() throws {
    let (desk, _, _) = try edit(
      "Q: one\nA: 1\n\nQ: two\nA: 2\n", studied: ["one", "two"], note: "one",
      "Q: two\nA: 2\n\nQ: two\nA: 2\n")
    #expect(desk.cards.count == 1)
    #expect(try desk.state("two").reviews == 1)
    #expect(desk.history.history.orphans().count == 1)
  }

  @Test func `two cards that change places keep their own histories`() throws {
    let (desk, _, _) = try edit(
      "Q: one\nA: 1\n\nQ: two\nA: 2\n", studied: ["one"], note: "one",
      "Q: two\nA: 2\n\nQ: one\nA: 1\n")
    #expect(try reviews(desk) == ["one": 1, "two": 0])
  }

  @Test func `a deleted card is said to be gone, and its neighbour inherits nothing`() throws {
    let (desk, outcome, collection) = try edit(
      deck(1...3), studied: ["question 2"], note: "question 2", deck(1...1) + deck(3...3))
    #expect(outcome == .gone)
    #expect(try reviews(desk) == ["question 1": 0, "question 3": 0])
    try collection.write("a.md", deck(1...3))
    desk.library.reloadNow()
    #expect(try desk.state("question 2").reviews == 1)
  }

  @Test func `one card that becomes two keeps its history at the first`() throws {
    let (desk, _, _) = try edit(
      "T: chat\nD: cat\n", studied: ["chat"], note: "chat", "Q: chat?\nA: cat\n\nQ: cat?\nA: chat\n"
    )
    #expect(desk.cards.count == 2)
    #expect(try reviews(desk).values.reduce(0, +) <= 1)
  }

  @Test func `an edited card keeps following through edit after edit, and back`() throws {
    let collection = try TestCollection(["a.md": "Q: v0\nA: 1\n"])
    let desk = try collection.open()
    try desk.session.answer(card: try desk.card("v0"), .easy, milliseconds: 1)
    for version in ["v1", "v22", "v333", "v0", "v4444"] {
      let ticket = desk.flashcards.beginEdit(ofCard: desk.cards[0])
      try collection.write("a.md", "Q: \(version)\nA: 1\n")
      _ = try desk.flashcards.endEdit(ticket)
      #expect(try desk.state(version).reviews == 1, "\(version)")
    }
    #expect(try collection.open().state("v4444").reviews == 1)
  }
}
