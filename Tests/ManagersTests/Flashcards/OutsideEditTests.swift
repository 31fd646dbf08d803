import StudyDomain
import TestSupport
import Testing

@testable import Managers

/// Someone else edits the file of the card on screen: where its history goes.
@MainActor @Suite struct OutsideEditTests {
  /// An edit of the middle one of three cards, and what becomes of its history.
  struct Edit: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var before = "Q: the capitol of Kenia?\nA: Nairobi\n\n"
    var after: String
    var wanted: FlashcardManager.HistoryFate?
    var isStudied = true
  }

  nonisolated static let edits = [
    Edit(
      testDescription: "capitals and signs", after: "Q: The capitol of Kenia\nA: Nairobi.\n\n",
      wanted: .followed),
    Edit(
      testDescription: "another back", after: "Q: the capitol of Kenia?\nA: Nairobi, of old\n\n",
      wanted: .followed),
    Edit(
      testDescription: "a slip of the pen", after: "Q: the capital of Kenia?\nA: Nairobi\n\n",
      wanted: .followed),
    Edit(
      testDescription: "another name", after: "Q: the capitol of Ghana?\nA: Accra\n\n",
      wanted: .left),
    Edit(
      testDescription: "another number", before: "Q: 7 times 81?\nA: 567\n\n",
      after: "Q: 7 times 82?\nA: 567\n\n", wanted: .left),
    Edit(
      testDescription: "its opposite", before: "Q: is it typical?\nA: yes\n\n",
      after: "Q: is it atypical?\nA: yes\n\n", wanted: .left),
    Edit(
      testDescription: "a card without answers", after: "Q: another\nA: text\n\n",
      wanted: .unstudied,
      isStudied: false),
    Edit(testDescription: "deleted", after: "", wanted: nil),
  ]

  @Test(arguments: edits) func `a history follows its text only beyond doubt`(edit: Edit) throws {
    let collection = try TestCollection(["a.md": deck(1...1) + edit.before + deck(2...2)])
    let desk = try collection.open()
    let card = try #require(desk.cards.dropFirst().first)
    if edit.isStudied { try desk.session.answer(card: card, .easy, milliseconds: 1) }
    let ticket = desk.flashcards.beginEdit(ofCard: card)
    try collection.write("a.md", deck(1...1) + edit.after + deck(2...2))
    desk.library.reloadNow()
    let outcome = try desk.flashcards.endOutsideEdit(ticket)
    guard let wanted = edit.wanted else {
      #expect(outcome == .gone)
      return
    }
    let now = try #require(desk.cards.dropFirst().first)
    #expect(outcome == .replaced(by: desk.key(now), history: wanted))
    #expect(desk.index.state(ofCard: now).reviews == (wanted == .followed ? 1 : 0))
    #expect(try collection.open().json() == desk.json())
  }

  @Test func `a card that moved to another file is the same`() throws {
    let collection = try TestCollection(["a.md": deck(1...2)])
    let desk = try collection.open()
    let ticket = desk.flashcards.beginEdit(ofCard: try desk.card("question 1"))
    try collection.write("a.md", deck(2...2))
    try collection.write("b.md", deck(1...1))
    desk.library.reloadNow()
    #expect(try desk.flashcards.endOutsideEdit(ticket) == .unchanged)
  }
}
