import StudyDomain
import TestSupport
import Testing

@testable import Managers

@MainActor @Suite struct CardSortingTests {
  let collection: TestCollection
  let desk: Desk

  init() throws {
    collection = try TestCollection([
      "b/two.md": """
      <!-- tags: zebra -->
      Q: delta
      A: 4

      Q: Alpha
      A: 1

      """,
      "a.md": """
      Q: **charlie**
      A: 3

      <!-- tags: ape -->
      C: [bravo] is 2

      """,
    ])
    desk = try collection.open()
  }

  private func sorted(_ column: CardColumn?, _ isDescending: Bool = false) throws -> String {
    try desk.flashcards.cards(matching: Query(), in: CardOrder(column, isDescending: isDescending))
      .map { card in
        let text = try desk.front(card) + " " + desk.back(card)
        let name = ["Alpha", "bravo", "charlie", "delta"].first { text.contains($0) }
        return String(name?.lowercased().first ?? "?")
      }.joined()
  }

  @Test func `cards are sorted by what is written, both ways`() throws {
    #expect(try sorted(nil) == "cbda")
    #expect(try sorted(nil, true) == "adbc")
    #expect(try sorted(.question) == "abcd")
    #expect(try sorted(.question, true) == "dcba")
    #expect(try sorted(.deck) == "cbda")
    #expect(try sorted(.deck, true) == "dacb")
    // What has no tag comes last both ways, in the order of the decks.
    #expect(try sorted(.tags) == "bdca")
    #expect(try sorted(.tags, true) == "dbca")
  }

  @Test func `cards are sorted by what the history says, those it knows nothing of last`() throws {
    let (alpha, delta) = (try desk.card("Alpha"), try desk.card("delta"))
    try desk.session.answer(card: alpha, .easy, milliseconds: 1000)
    collection.time.pass(minutes: 1)
    try desk.session.answer(card: delta, .again, milliseconds: 1000)
    try desk.flashcards.perform(.suspend, on: [try desk.card("charlie")])
    try desk.flashcards.perform(.flag(3), on: [delta])
    try desk.flashcards.perform(.mark(true), on: [alpha])
    #expect(try sorted(.due) == "dacb")
    #expect(try sorted(.due, true) == "adcb")
    #expect(try sorted(.interval, true) == "adcb")
    #expect(try sorted(.stability) == "dacb")
    #expect(try sorted(.difficulty) == "adcb")
    #expect(try sorted(.answered) == "adcb")
    #expect(try sorted(.retrievability).hasSuffix("cb"))
    #expect(try sorted(.flag) == "dacb")
    #expect(try sorted(.reps).hasSuffix("cb"))
    #expect(try sorted(.state) == "bdac")
    #expect(try sorted(.lapses).hasSuffix("cb"))
  }
}
