import StudyDomain
import TestSupport
import Testing

@testable import Managers

@MainActor @Suite struct SetDueTests {
  let collection: TestCollection
  let desk: Desk

  init() throws {
    collection = try TestCollection(["a.md": deck(1...40)])
    desk = try collection.open()
  }

  private func set(_ text: String, _ cards: [Int]) throws {
    let change = try #require(DueChange(parsing: text))
    #expect(try desk.flashcards.setDue(change, on: cards) == cards.count)
    desk.index.refresh()
  }

  @Test func `a new card becomes a review with the days as its interval`() throws {
    let today = desk.index.clock.today
    try set("5", [try desk.card("question 11")])
    let state = try desk.state("question 11")
    #expect(state.phase == .review && state.due == .day(today + 5))
    #expect(state.interval == .days(5))
    try set("0", [try desk.card("question 12")])
    #expect(try desk.state("question 12").due == .day(today))
    #expect(try desk.state("question 12").interval == .days(1))
  }

  @Test func `a review keeps its interval unless it is to change`() throws {
    let card = try desk.card("question 11")
    try desk.session.answer(card: card, .easy, milliseconds: 1000)
    let before = try desk.state("question 11")
    try set("2", [card])
    #expect(try desk.state("question 11").interval == before.interval)
    #expect(try desk.state("question 11").memory == before.memory)
    try set("2!", [card])
    #expect(try desk.state("question 11").interval == .days(2))
    try desk.history.undo()
    try desk.history.undo()
    desk.index.refresh()
    #expect(try desk.state("question 11") == before)
  }

  @Test func `several days spread the cards, as one action`() throws {
    let today = desk.index.clock.today
    try set("3-7", desk.cards)
    let days = desk.cards.compactMap { card -> Int? in
      guard case .day(let day)? = desk.index.state(ofCard: card).due else { return nil }
      return day.number - today.number
    }
    #expect(days.count == 40 && Set(days) == [3, 4, 5, 6, 7])
    #expect(
      desk.cards.allSatisfy { card in
        let state = desk.index.state(ofCard: card)
        guard case .day(let day)? = state.due else { return false }
        return state.interval == .days(day.number - today.number)
      })
    try desk.history.undo()
    desk.index.refresh()
    #expect(desk.cards.allSatisfy { desk.index.state(ofCard: $0).phase == .new })
  }
}
