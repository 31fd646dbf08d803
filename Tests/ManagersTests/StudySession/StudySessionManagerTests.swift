import Scheduling
import StudyDomain
import TestSupport
import Testing

@testable import Managers

@MainActor @Suite struct StudySessionManagerTests {
  @Test func `an answer is on disk before the next card comes`() throws {
    let collection = try TestCollection(["a.md": deck(1...2)])
    let desk = try collection.open()
    desk.session.start(deck: nil)
    #expect(try desk.asked == "question 1")
    let answer = try #require(try desk.session.answer(.good, milliseconds: 2500))
    #expect(answer.grade == .good && answer.wasNew && !answer.becameLeech)
    let review = try #require(collection.historyLines().first { $0.contains("\treview\t") })
    #expect(review.contains(answer.card.text) && review.contains("\t2500\t"))
    #expect(try desk.asked == "question 2")
    #expect(desk.session.presentation == 2)
  }

  @Test func `twenty back and twenty forth give the counts of a recount each time`() throws {
    let collection = try TestCollection([
      "a.md": deck(1...12), "b.md": "C: [one] [two] [three]\n\n" + deck(13...20),
    ])
    let desk = try collection.open()
    desk.session.start(deck: nil)
    var seen: [[Int]] = [try recount(desk, collection)]
    for step in 0..<20 {
      collection.time.pass(seconds: 20)
      try desk.answer(step % 3 == 0 ? .again : step % 3 == 1 ? .good : .easy)
      seen.append(try recount(desk, collection))
    }
    for step in (0..<20).reversed() {
      #expect(try desk.session.undo())
      #expect(desk.session.answers.count == step)
      let counts = try recount(desk, collection)
      if step == 0 { #expect(counts == seen[0]) }
    }
    #expect(try desk.session.undo() == false)
    for step in 1...20 {
      #expect(try desk.session.redo())
      #expect(desk.session.answers.count == step)
      let counts = try recount(desk, collection)
      if step == 20 { #expect(counts == seen[20]) }
    }
    #expect(try desk.session.redo() == false)
  }

  /// The session's numbers, which a session begun anew from disk must have, too.
  private func recount(_ desk: Desk, _ collection: TestCollection) throws -> [Int] {
    let counts = desk.session.counts
    let numbers = [counts.new, counts.learning, counts.due]
    #expect(numbers.allSatisfy { $0 >= 0 })
    let fresh = try collection.open()
    fresh.session.start(deck: desk.session.deck)
    let other = fresh.session.counts
    #expect(numbers == [other.new, other.learning, other.due])
    return numbers
  }

  @Test func `undo shows the card again with the text that its file has now`() throws {
    let collection = try TestCollection(["a.md": deck(1...3)])
    let desk = try collection.open()
    desk.session.start(deck: nil)
    let before = desk.session.counts
    try desk.answer(.good)
    try collection.write("a.md", deck(1...3).replacing("answer 1", with: "a corrected answer 1"))
    desk.library.reloadNow()
    desk.session.refresh()
    #expect(try desk.session.undo())
    #expect(try desk.asked == "question 1")
    #expect(try desk.back(try #require(desk.session.currentCard)) == "a corrected answer 1")
    #expect(desk.session.counts == before)
  }

  @Test func `undo of the last card of a session brings it back`() throws {
    let collection = try TestCollection(["a.md": deck(1...1)])
    let desk = try collection.open()
    desk.session.start(deck: nil)
    try desk.answer(.easy)
    #expect(desk.session.status == .finished)
    #expect(try desk.session.undo())
    #expect(try desk.asked == "question 1")
  }

  @Test func `undo reaches through buries, suspends and more for today`() throws {
    let collection = try TestCollection(["a.md": "---\nnew_per_day: 2\n---\n" + deck(1...5)])
    let desk = try collection.open()
    desk.session.start(deck: DeckName("a"))
    let before = desk.session.counts
    try desk.answer(.easy)
    try desk.flashcards.perform(.suspend, on: [try #require(desk.session.currentCard)])
    desk.session.actionWritten()
    try desk.decks.addMoreToday(DeckName("a"), new: 3)
    desk.session.actionWritten()
    for _ in 0..<3 { #expect(try desk.session.undo()) }
    #expect(try desk.session.undo() == false)
    #expect(desk.session.counts == before)
    #expect(try desk.asked == "question 1")
    for _ in 0..<3 { #expect(try desk.session.redo()) }
    #expect(try desk.find("is:suspended") == ["question 2"])
    #expect(desk.session.counts.new == 3)
  }

  @Test func `stopped in the middle, the same cards remain and none comes twice`() throws {
    let collection = try TestCollection(["a.md": "---\nnew_per_day: 50\n---\n" + deck(1...50)])
    let desk = try collection.open()
    desk.session.start(deck: nil)
    var asked: Set<String> = []
    for _ in 0..<20 {
      asked.insert(try #require(try desk.asked))
      try desk.answer(.easy)
    }
    let again = try collection.open()
    again.session.start(deck: nil)
    #expect(again.session.counts == desk.session.counts)
    while let front = try again.asked {
      #expect(asked.insert(front).inserted, "\(front) again")
      try again.answer(.easy)
    }
    #expect(asked.count == 50)
  }

  @Test func `the siblings of an answered card wait until tomorrow and can be shown`() throws {
    let collection = try TestCollection(["a.md": "C: [one] [two] [three]\n\n" + deck(1...1)])
    let desk = try collection.open()
    desk.session.start(deck: nil)
    try desk.answer(.easy, .easy)
    #expect(desk.session.status == .finished)
    #expect(desk.session.heldBackCount == 2)
    #expect(desk.session.showHeldBack() == 2)
    #expect(try desk.asked == "one [...] three")
    try desk.answer(.easy, .easy)
    #expect(desk.session.status == .finished)
    #expect(desk.session.showHeldBack() == 0)
  }

  @Test func `siblings held back today are asked tomorrow`() throws {
    let collection = try TestCollection(["a.md": "C: [one] [two] [three]\n"])
    let desk = try collection.open()
    var asked: [String] = []
    for _ in 0..<3 {
      desk.session.start(deck: nil)
      asked.append(try #require(try desk.asked))
      try desk.answer(.easy)
      collection.time.pass(days: 1)
    }
    #expect(Set(asked).count == 3)
  }

  @Test func `a limit of ten shows exactly ten when ten are there`() throws {
    let notes = (0..<8).map { "C: [a\($0)] [b\($0)] [c\($0)]\n\n" }.joined()
    let collection = try TestCollection(["a.md": notes + deck(1...2)])
    let desk = try collection.open()
    desk.session.start(deck: nil, limit: 10)
    var count = 0
    while desk.session.currentCard != nil {
      try desk.answer(.easy)
      count += 1
      try #require(count <= 10)
    }
    #expect(count == 10)
  }

  @Test func `a limit counts different cards, learning steps notwithstanding`() throws {
    let collection = try TestCollection(["a.md": deck(1...9)])
    let desk = try collection.open()
    desk.session.start(deck: nil, limit: 3)
    #expect(desk.session.counts.total == 3)
    try desk.answer(.again, .easy, .easy)
    collection.time.pass(minutes: 2)
    desk.session.refresh()
    #expect(try desk.asked == "question 1")
    try desk.answer(.easy)
    #expect(desk.session.status == .finished)
    #expect(Set(desk.session.answers.map(\.card)).count == 3)
  }

  @Test func `learning steps come at their time, and before it when asked to`() throws {
    let collection = try TestCollection([
      "a.md": "---\nlearning_steps: [1h]\n---\n" + deck(1...1)
    ])
    let desk = try collection.open()
    desk.session.start(deck: nil)
    try desk.answer(.again)
    guard case .waiting(let until) = desk.session.status else {
      Issue.record("\(desk.session.status)")
      return
    }
    let wait = until.seconds - collection.clock.now().seconds
    #expect((3600...3900).contains(wait))
    #expect(desk.session.learningLater() == 1)
    collection.time.pass(minutes: 66)
    desk.session.refresh()
    #expect(try desk.asked == "question 1")
    try desk.answer(.again)
    #expect(desk.session.currentCard == nil)
    #expect(desk.session.learnAhead() == 1)
    #expect(try desk.asked == "question 1")
  }

  @Test func `a leech is marked, and suspended where the deck wants it so`() throws {
    let collection = try TestCollection([
      "a.md": "---\nleech_threshold: 2\nleech_action: suspend\nrelearning_steps: []\n---\n"
        + deck(1...1)
    ])
    let desk = try collection.open()
    desk.session.start(deck: nil)
    try desk.answer(.easy)
    var became: [Bool] = []
    for _ in 0..<2 {
      collection.time.pass(days: 40)
      desk.session.start(deck: nil)
      became.append(try #require(try desk.session.answer(.again, milliseconds: 1)).becameLeech)
    }
    #expect(became == [false, true])
    #expect(try desk.state("question 1").isLeech)
    #expect(try desk.state("question 1").isSuspended)
    #expect(desk.session.status == .finished)
    // One action: a single undo takes back the answer and what followed from it.
    #expect(try desk.session.undo())
    #expect(try desk.state("question 1").isLeech == false)
    #expect(try desk.state("question 1").isSuspended == false)
    #expect(try desk.state("question 1").lapses == 1)
  }

  @Test func `failed cards asked once more leave schedule and limits alone`() throws {
    let collection = try TestCollection(["a.md": deck(1...6)])
    let desk = try collection.open()
    desk.session.start(deck: nil)
    try desk.answer(.again, .again, .again, .easy, .easy, .easy)
    collection.time.pass(seconds: 5)
    #expect(desk.session.failedCards().count == 3)
    let states = desk.cards.map { desk.index.state(ofCard: $0) }
    let counts = try desk.counts("a")
    #expect(desk.session.cramFailedCards() == 3)
    // A card failed again comes again; the others leave.
    try desk.answer(.again, .good, .good, .good)
    let after = desk.cards.map { card in
      var state = desk.index.state(ofCard: card)
      state.crams = 0
      return state
    }
    #expect(after == states)
    #expect(try desk.counts("a") == counts)
    let crams = try collection.historyLines().filter {
      $0.contains("\treview\t") && $0.contains("\tcram")
    }
    #expect(crams.count == 4)
    // Then the session goes on with what is really due.
    #expect(desk.session.counts.learning == 3)
  }

  @Test func `undo of a practice answer asks the card for practice again`() throws {
    let collection = try TestCollection(["a.md": deck(1...2)])
    let desk = try collection.open()
    desk.session.start(deck: nil)
    try desk.answer(.again, .again)
    #expect(desk.session.cramFailedCards() == 2)
    let first = try desk.asked
    try desk.answer(.good)
    let states = desk.cards.map { desk.index.state(ofCard: $0) }
    #expect(try desk.session.undo())
    #expect(try desk.asked == first)
    try desk.answer(.good)
    #expect(desk.cards.map { desk.index.state(ofCard: $0) } == states)
  }

  @Test func `a card deleted outside gives way to the next`() throws {
    let collection = try TestCollection(["a.md": deck(1...3)])
    let desk = try collection.open()
    desk.session.start(deck: nil)
    let presentation = desk.session.presentation
    try collection.write("a.md", deck(2...3))
    desk.library.reloadNow()
    desk.session.refresh()
    #expect(try desk.asked == "question 2")
    #expect(desk.session.presentation > presentation)
    try collection.write("a.md", "nothing\n")
    desk.library.reloadNow()
    desk.session.refresh()
    #expect(desk.session.status == .finished)
    #expect(try desk.session.answer(.good, milliseconds: 1) == nil)
  }

  @Test func `a change elsewhere leaves the card on screen, as the same presentation`() throws {
    let collection = try TestCollection(["b.md": deck(1...3)])
    let desk = try collection.open()
    desk.session.start(deck: nil)
    try desk.answer(.easy)
    let (front, presentation) = (try desk.asked, desk.session.presentation)
    let counts = desk.session.counts
    try collection.write("a.md", deck(10...11))
    desk.library.reloadNow()
    desk.session.refresh()
    #expect(try desk.asked == front)
    #expect(desk.session.presentation == presentation)
    #expect(desk.session.counts.new == counts.new + 2)
  }

  @Test func `what another program answered is not asked again`() throws {
    let collection = try TestCollection(["a.md": deck(1...3)])
    let (desk, other) = (try collection.open(), try collection.open())
    desk.session.start(deck: nil)
    other.session.start(deck: nil)
    try other.answer(.easy)
    #expect(try desk.asked == "question 1")
    desk.history.readChangedFiles()
    desk.session.refresh()
    #expect(try desk.asked == "question 2")
  }

  @Test func `a grade never goes to the card that took the place of the one graded`() throws {
    let collection = try TestCollection(["a.md": deck(1...3)])
    let (desk, other) = (try collection.open(), try collection.open())
    desk.session.start(deck: nil)
    other.session.start(deck: nil)
    try other.answer(.easy)
    // The grade itself takes in what the other program did.
    #expect(try desk.session.answer(.again, milliseconds: 1) == nil)
    #expect(try desk.asked == "question 2")
    #expect(try desk.state("question 2").reviews == 0)
    // The same where the text went.
    try collection.write("a.md", deck(3...3))
    desk.library.reloadNow()
    #expect(try desk.session.answer(.again, milliseconds: 1) == nil)
    #expect(try desk.asked == "question 3")
    #expect(try desk.state("question 3").reviews == 0)
    #expect(try collection.historyLines().filter { $0.contains("\treview\t") }.count == 1)
  }

  @Test func `a deck studies itself and the decks below, and nothing beside`() throws {
    let collection = try TestCollection([
      "a.md": deck(1...1), "a/b.md": deck(2...2), "ab.md": deck(3...3),
    ])
    let desk = try collection.open()
    desk.session.start(deck: DeckName("a"))
    #expect(desk.session.counts.new == 2)
    try desk.answer(.easy, .easy)
    #expect(desk.session.status == .finished)
    #expect(desk.session.newCardsBeyondLimit() == 0)
    #expect(desk.session.dueTomorrow() == 0)
  }

  @Test func `a card that comes again at once is a new presentation, from its question`() throws {
    let collection = try TestCollection(["a.md": deck(1...1)])
    let desk = try collection.open()
    desk.session.start(deck: nil)
    let first = desk.session.presentation
    try desk.answer(.again)
    #expect(try desk.asked == "question 1")
    #expect(desk.session.presentation == first + 1)
    #expect(try desk.session.undo())
    #expect(desk.session.presentation == first + 2)
  }
}
