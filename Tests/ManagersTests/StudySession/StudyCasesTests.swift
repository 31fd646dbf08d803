import Scheduling
import StudyDomain
import TestSupport
import Testing

@testable import Managers

/// Faults of real life in a session, each with the smallest input that would bring it about.
@MainActor @Suite struct StudyCasesTests {
  @Test func `F7 a session left in the middle goes on with the same cards, none twice`() throws {
    let collection = try TestCollection(["a.md": deck(1...100, "---\nnew_per_day: 100\n---\n")])
    let desk = try collection.open()
    desk.session.start(deck: nil)
    var asked: Set<String> = []
    for _ in 0..<50 {
      asked.insert(try #require(try desk.asked))
      try desk.answer(.easy)
    }
    let again = try collection.open()
    again.session.start(deck: nil)
    #expect(again.session.counts.new == 50)
    while let front = try again.asked {
      #expect(asked.insert(front).inserted, "\(front) came twice")
      try again.answer(.easy)
    }
    #expect(asked.count == 100)
  }

  @Test func `F5 undo after an edit outside shows the text as it is now, from its question`() throws
  {
    let collection = try TestCollection(["a.md": deck(1...3)])
    let desk = try collection.open()
    desk.session.start(deck: nil)
    let counts = desk.session.counts
    try desk.answer(.good)
    let presentation = desk.session.presentation
    try collection.write(
      "a.md", deck(1...3).replacing("answer 1", with: "answer one"))
    desk.library.reloadNow()
    desk.session.refresh()
    #expect(try desk.session.undo())
    #expect(desk.session.presentation > presentation)
    #expect(try desk.asked == "question 1")
    #expect(try desk.back(try #require(desk.session.currentCard)) == "answer one")
    #expect(desk.session.counts == counts)
  }

  @Test func `B22 cards buried today are back on the next day, open or started anew`() throws {
    let collection = try TestCollection(["a.md": deck(1...3)])
    let desk = try collection.open()
    desk.session.start(deck: nil)
    try desk.flashcards.perform(.bury, on: [0])
    desk.session.actionWritten()
    #expect(desk.session.counts.new == 2)
    try collection.set("2026-12-02T04:01:00+01:00")
    desk.session.refresh()
    #expect(desk.session.counts.new == 3)
    let again = try collection.open()
    again.session.start(deck: nil)
    #expect(again.session.counts.new == 3)
  }
}
