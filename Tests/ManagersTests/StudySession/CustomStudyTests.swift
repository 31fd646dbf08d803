import Scheduling
import StudyDomain
import TestSupport
import Testing

@testable import Managers

@MainActor @Suite struct CustomStudyTests {
  /// F23.
  @Test func `cramming ten cards, failing five, leaves schedule and limits as they were`() throws {
    let collection = try TestCollection(["a.md": deck(1...20, "---\nnew_per_day: 3\n---\n")])
    let desk = try collection.open()
    desk.session.start(deck: nil)
    try desk.answer(.easy)
    let (states, counts) = (desk.json(), try desk.counts("a"))
    try begin(desk, "", .cram, limit: 10)
    #expect(desk.session.counts == StudyCounts(new: 0, learning: 0, due: 10))
    var asked: [String] = []
    for number in 0..<10 {
      asked.append(try #require(try desk.asked))
      try desk.answer(number < 5 ? .again : .good)
    }
    #expect(asked == (1...10).map { "question \($0)" })
    #expect(desk.session.progress.done == 5)
    #expect(desk.session.progress.total == 10)
    var again: [String] = []
    while let front = try desk.asked {
      again.append(front)
      try desk.answer(.good)
    }
    #expect(again == (1...5).map { "question \($0)" })
    #expect(desk.session.status == .finished)
    #expect(try desk.counts("a") == counts)
    for card in desk.cards {
      #expect(desk.index.state(ofCard: card).crams == (card < 5 ? 2 : card < 10 ? 1 : 0))
    }
    let crams = try collection.historyLines().filter { $0.contains("\tcram\t") }
    #expect(crams.count == 15)
    while try desk.session.undo() {}
    #expect(desk.session.counts.due == 10)
    #expect(try desk.asked == "question 1")
    #expect(states != "" && desk.json() != "")
  }

  @Test func `a failed card comes again after nine others, not behind all of them`() throws {
    let desk = try TestCollection(["a.md": deck(1...30)]).open()
    try begin(desk, "", .cram)
    try desk.answer(.again)
    for _ in 0..<9 { try desk.answer(.good) }
    #expect(try desk.asked == "question 1")
    #expect(desk.session.currentPart == .learning)
    try desk.answer(.good)
    #expect(try desk.asked == "question 11")
  }

  @Test func `reviewing ahead counts as ahead and moves the schedule`() throws {
    let collection = try TestCollection(["a.md": deck(1...4)])
    let desk = try collection.open()
    desk.session.start(deck: nil)
    try desk.answer(.easy, .easy, .easy)
    try collection.set("2026-12-02T10:00:00+01:00")
    desk.session.start(deck: nil)
    #expect(desk.session.counts.due == 0)
    let before = try desk.state("question 1")
    try begin(desk, "is:review", .ahead)
    #expect(desk.session.counts.due == 3)
    try desk.answer(.good)
    let after = try desk.state("question 1")
    #expect(after.reps == before.reps + 1)
    #expect(after.due != before.due)
    #expect(try collection.historyLines().contains { $0.contains("\tahead\t") })
    // A failed one comes back at its step.
    try desk.answer(.again)
    #expect(desk.session.progress.done == 1)
    #expect(desk.session.progress.total == 3)
    try desk.answer(.good)
    #expect(try desk.asked == "question 2")
    #expect(try desk.session.undo())
    #expect(try desk.asked == "question 3")
    #expect(desk.session.progress.total == 3)
  }

  @Test func `a usual session over a query asks what is due of it, within the limits`() throws {
    let desk = try TestCollection([
      "a.md": deck(1...6, "---\nnew_per_day: 2\n---\n"), "b.md": deck(11...16),
    ]).open()
    try begin(desk, "\"question 12\" or deck:a", .normal)
    #expect(desk.session.counts.new == 3)
    try desk.answer(.easy, .easy, .easy)
    #expect(desk.session.status == .finished)
    #expect(desk.session.continuation == nil)
  }

  @Test func `chosen cards come in their order, those put aside are left out`() throws {
    let desk = try TestCollection(["a.md": deck(1...5)]).open()
    try desk.flashcards.perform(.suspend, on: [1])
    desk.session.start(
      CustomStudy(.keys([4, 1, 0].map(desk.key)), mode: .cram), cards: [4, 1, 0])
    #expect(try desk.asked == "question 5")
    #expect(desk.session.progress.total == 2)
    // Put aside on the way.
    try desk.flashcards.perform(.suspend, on: [0])
    desk.session.actionWritten()
    #expect(desk.session.progress.total == 1)
    try desk.answer(.good)
    #expect(desk.session.status == .finished)
  }

  @Test func `when the time is up the session ends with the card on screen, and can go on`() throws
  {
    let collection = try TestCollection(["a.md": deck(1...9)])
    let desk = try collection.open()
    try begin(desk, "", .cram, minutes: 5)
    #expect(desk.session.minutesLeft == 5)
    collection.time.pass(seconds: 241)
    try desk.answer(.good)
    #expect(desk.session.minutesLeft == 1)
    collection.time.pass(seconds: 100)
    #expect(try desk.asked == "question 2")
    try desk.answer(.good)
    #expect(desk.session.status == .finished)
    #expect(desk.session.continuation == .minutes(5))
    #expect(try desk.session.undo())
    #expect(try desk.asked == "question 2")
    try desk.answer(.good)
    #expect(desk.session.goOn())
    #expect(try desk.asked == "question 3")
    #expect(desk.session.minutesLeft == 5)
  }

  @Test(arguments: CustomStudy.Mode.allCases)
  func `after a limit as many cards again can follow`(mode: CustomStudy.Mode) throws {
    let desk = try TestCollection(["a.md": deck(1...7)]).open()
    try begin(desk, "", mode, limit: 3)
    for round in 0..<3 {
      let count = round < 2 ? 3 : 1
      for number in 0..<count {
        #expect(try desk.asked == "question \(round * 3 + number + 1)")
        try desk.answer(.easy)
      }
      #expect(desk.session.status == .finished)
      #expect(desk.session.continuation == (round < 2 ? .cards(3) : nil))
      #expect(desk.session.goOn() == (round < 2))
    }
    while try desk.session.undo() {}
    #expect(try desk.asked == "question 1")
    #expect(desk.session.progress.done == 0)
  }

  @Test func `a card edited while it is crammed is followed`() throws {
    let collection = try TestCollection(["a.md": deck(1...3)])
    let desk = try collection.open()
    try begin(desk, "", .cram)
    try desk.answer(.again)
    let ticket = desk.flashcards.beginEdit(ofCard: try #require(desk.session.currentCard))
    try collection.write(
      "a.md", deck(1...3).replacing("question 2", with: "question two"))
    guard case .followed(_, let key) = try desk.flashcards.endEdit(ticket) else {
      Issue.record("the edit was not followed")
      return
    }
    desk.session.edited(from: ticket.card, to: key)
    #expect(try desk.asked == "question two")
    try desk.answer(.good, .good)
    #expect(try desk.asked == "question 1")
    #expect(desk.session.progress.total == 3)
  }

  @Test func `an order is that of reviews, random ones differ from the deck's`() throws {
    let collection = try TestCollection(["a.md": deck(1...30)])
    let desk = try collection.open()
    try begin(desk, "", .cram, order: .random)
    var asked: [String] = []
    for _ in 0..<30 {
      asked.append(try #require(try desk.asked))
      try desk.answer(.good)
    }
    #expect(Set(asked).count == 30)
    #expect(asked != (1...30).map { "question \($0)" })
    try begin(desk, "", .cram, order: .reverseAdded)
    #expect(try desk.asked == "question 30")
  }

  private func begin(
    _ desk: Desk, _ query: String, _ mode: CustomStudy.Mode, limit: Int? = nil,
    minutes: Int? = nil, order: DeckOptions.ReviewOrder? = nil
  ) throws {
    let parsed = try Query(parsing: query)
    desk.session.start(
      CustomStudy(
        .query(parsed, text: query), mode: mode, limit: limit, minutes: minutes, order: order),
      cards: desk.flashcards.cards(matching: parsed))
  }
}
