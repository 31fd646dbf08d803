import History
import Scheduling
import StudyDomain
import TestSupport
import Testing

@testable import Managers

@MainActor @Suite struct StudyIndexTests {
  @Test func `after any action the index is what a fresh one would be`() throws {
    let collection = try TestCollection([
      "a.md": "---\nnew_per_day: 6\n---\n" + deck(1...10), "a/sub.md": deck(11...20),
      "b.md": "C: [one], [two] and [three]\n\nC: [four] or [five]\n\n" + deck(21...25),
    ])
    let desk = try collection.open()
    var random = SeededRandom(seed: 3)
    desk.session.start(deck: nil)
    for step in 0..<90 {
      try act(desk, collection, &random)
      let fresh = try collection.open()
      let now = collection.clock.now()
      desk.index.refresh()
      #expect(desk.candidates == fresh.candidates, "after step \(step)")
      #expect(desk.index.counts(at: now) == fresh.index.counts(at: now), "after step \(step)")
      #expect(
        desk.cards.map { desk.index.state(ofCard: $0) }
          == fresh.cards.map { fresh.index.state(ofCard: $0) }, "after step \(step)")
      #expect(
        desk.index.orphans().map(\.key) == fresh.index.orphans().map(\.key), "after step \(step)")
    }
  }

  private func act(
    _ desk: Desk, _ collection: TestCollection, _ random: inout SeededRandom
  ) throws {
    let card = desk.cards.randomElement(using: &random) ?? 0
    switch Int.random(in: 0..<12, using: &random) {
    case 0..<5:
      let grade = Grade.allCases.randomElement(using: &random) ?? .good
      if try desk.session.answer(grade, milliseconds: 10) == nil { desk.session.start(deck: nil) }
    case 5: _ = try desk.session.undo()
    case 6: _ = try desk.session.redo()
    case 7:
      let actions: [FlashcardManager.Action] = [
        .suspend, .unsuspend, .bury, .unbury, .forget, .flag(1), .mark(true),
      ]
      if try desk.flashcards.perform(actions.randomElement(using: &random) ?? .bury, on: [card]) > 0
      {
        desk.session.actionWritten()
      }
    case 8: collection.time.pass(minutes: 7)
    case 9: collection.time.pass(days: Int64.random(in: 0...3, using: &random), hours: 3)
    case 10: try desk.decks.addMoreToday(DeckName("a::sub"), new: 2, reviews: 1)
    default:
      let extra = Int.random(in: 30...60, using: &random)
      try collection.write("c.md", deck(30...extra))
      desk.library.reloadNow()
    }
  }

  @Test func `limits count what was answered today and not what was answered before`() throws {
    let collection = try TestCollection(["a.md": "---\nnew_per_day: 3\n---\n" + deck(1...10)])
    let desk = try collection.open()
    desk.session.start(deck: nil)
    try desk.answer(.easy, .easy)
    #expect(try desk.counts("a") == [1, 0, 0])
    collection.time.pass(days: 1)
    #expect(try desk.counts("a")[0] == 3)
  }

  @Test func `what is too odd for an option is told with the file`() throws {
    let collection = try TestCollection([
      "a.md": "---\nnew_per_day: lots\n---\n" + deck(1...2)
    ])
    let desk = try collection.open()
    #expect((desk.library.problems + desk.index.problems).map(\.path) == ["a.md"])
  }

  @Test func `a moved card is answered by the rules of its new deck, and keeps its due day`() throws
  {
    let collection = try TestCollection([
      "a.md": "---\ndesired_retention: 0.80\nfuzz: false\n---\nQ: moved\nA: 1\n\n",
      "b.md": "---\ndesired_retention: 0.95\nfuzz: false\n---\n" + deck(1...1),
    ])
    let desk = try collection.open()
    desk.session.start(deck: DeckName("a"))
    try desk.answer(.easy)
    let before = try desk.state("moved")
    let card = try desk.card("moved")
    let wide = desk.index.outcomes(ofCard: card, at: collection.clock.now())[.good].interval
    try collection.write("a.md", "---\ndesired_retention: 0.80\nfuzz: false\n---\n")
    try collection.write(
      "b.md", "---\ndesired_retention: 0.95\nfuzz: false\n---\n" + deck(1...1) + "Q: moved\nA: 1\n")
    desk.library.reloadNow()
    #expect(try desk.state("moved").due == before.due)
    let moved = try desk.card("moved")
    let narrow = desk.index.outcomes(ofCard: moved, at: collection.clock.now())[.good].interval
    #expect(try #require(narrow.days) < (try #require(wide.days)))
  }

  /// Reloads in a row, each of which must leave what a start from nothing finds.
  @Test func `after every reload today is counted as at a new start`() throws {
    let collection = try TestCollection(["b.md": deck(1...4), "c.md": deck(5...8)])
    let desk = try collection.open()
    for text in ["question 1", "question 2", "question 5"] {
      try desk.session.answer(card: try desk.card(text), .easy, milliseconds: 9)
    }
    let changes: [[String: String]] = [
      ["a.md": deck(20...22)],
      ["b.md": "Q: inserted\nA: x\n\n" + deck(1...4)],
      ["b.md": deck(2...4)],
      ["a.md": deck(20...22) + deck(1...1)],
      ["c.md": "nothing\n"],
      ["b.md": deck(2...4) + deck(5...6)],
      ["b.md": "---\nlearning_steps: [5m]\n---\n" + deck(2...4)],
      ["c.md": deck(5...8) + deck(1...1)],
    ]
    for (step, files) in changes.enumerated() {
      for (path, text) in files { try collection.write(path, text) }
      desk.library.reloadNow()
      desk.index.refresh()
      let fresh = try collection.open()
      #expect(desk.index.todayCounts == fresh.index.todayCounts, "step \(step)")
      #expect(desk.index.decks.map(\.queue) == fresh.index.decks.map(\.queue), "step \(step)")
      #expect(desk.candidates == fresh.candidates, "step \(step)")
    }
  }
}
