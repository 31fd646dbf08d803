import StudyDomain
import TestSupport
import Testing

@testable import Managers

@MainActor @Suite struct SessionOutlookTests {
  @Test func `each card is looked for where it comes up next`() throws {
    let collection = try TestCollection([
      "a.md": "---\nlearning_steps: [1h, 20h]\nfuzz: false\n---\n" + deck(1...9),
      "b.md": deck(10...12),
    ])
    let desk = try collection.open()
    func grade(_ number: Int, _ grade: Grade) throws {
      let card = try desk.card("question \(number)")
      try desk.session.answer(card: card, grade, milliseconds: 1)
    }
    try grade(3, .again)  // in an hour
    try grade(4, .good)  // in twenty hours: tomorrow
    try grade(5, .easy)  // in days
    try grade(6, .again)  // in an hour, but suspended
    try grade(7, .again)  // in an hour, but buried: tomorrow
    try desk.flashcards.perform(.suspend, on: [try desk.card("question 6")])
    try desk.flashcards.perform(.bury, on: [try desk.card("question 7")])
    desk.session.start(deck: DeckName("a"))
    let outlook = desk.session.outlook()
    #expect(outlook.newCards == 4)
    #expect(outlook.learningLater == 1)
    #expect(outlook.dueTomorrow == 2)
    desk.session.start(deck: nil)
    #expect(desk.session.outlook().newCards == 7)
  }
}
