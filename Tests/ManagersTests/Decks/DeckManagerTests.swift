import Scheduling
import StudyDomain
import TestSupport
import Testing

@testable import Managers

@MainActor @Suite struct DeckManagerTests {
  @Test func `a pin is an event where the deck's file says nothing of it`() throws {
    let collection = try TestCollection(["a.md": deck(1...1), "b.md": deck(2...2)])
    let desk = try collection.open()
    let before = try collection.folder.read("decks/b.md")
    try desk.setPinned("b", true)
    #expect(desk.decks.summaries().map(\.name.text) == ["b", "a"])
    #expect(try collection.historyLines().filter { $0.contains("\tpin\tb") }.count == 1)
    #expect(try collection.folder.read("decks/b.md") == before)
    try desk.setPinned("b", false)
    #expect(try collection.open().decks.summaries().map(\.name.text) == ["a", "b"])
  }

  @Test func `a pin in front matter is changed on its line, and only there`() throws {
    let text = "---\n# mine\nx-own: 1\npinned: true  # top\ntags: [z]\n---\nprose\n\n" + deck(2...2)
    let collection = try TestCollection(["a.md": deck(1...1), "b.md": text])
    let desk = try collection.open()
    #expect(desk.decks.summaries().map(\.name.text) == ["b", "a"])
    try desk.setPinned("b", false)
    #expect(desk.decks.summaries().map(\.name.text) == ["a", "b"])
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let now = try collection.folder.read("decks/b.md")
      .split(separator: "\n", omittingEmptySubsequences: false)
    try #require(now.count == lines.count)
    #expect(now.indices.filter { now[$0] != lines[$0] } == [3])
    #expect(now[3].hasPrefix("pinned: false"))
    #expect(
      try !collection.folder.has("decks/.deckle/history") || collection.historyLines().isEmpty)
  }

  @Test func `siblings come by pin, priority and name, each with its subtree`() throws {
    let collection = try TestCollection([
      "a.md": deck(1...1), "b/x.md": deck(2...2), "b/y.md": "---\npriority: 2\n---\n" + deck(3...3),
      "c.md": "---\npriority: 9\n---\n" + deck(4...4), "d.md": deck(5...5),
      "d/low.md": "---\npriority: -1\n---\n" + deck(6...6), "d/z.md": deck(7...7),
    ])
    let desk = try collection.open()
    try desk.setPinned("d", true)
    #expect(
      desk.decks.summaries().map(\.name.text)
        == ["d", "d::z", "d::low", "c", "a", "b", "b::y", "b::x"])
    #expect(desk.decks.summaries().map(\.depth) == [0, 1, 1, 0, 0, 0, 1, 1])
    #expect(desk.decks.summaries().map(\.cardCount) == [3, 1, 1, 1, 1, 2, 1, 1])
  }

  @Test func `more today raises the limits up to the top, for today, and adds up`() throws {
    let collection = try TestCollection([
      ".deckle/settings.yaml": "new_per_day: 2\n", "a/b.md": deck(1...9), "a/c.md": deck(10...19),
    ])
    let desk = try collection.open()
    #expect(try desk.counts("a::b") == [2, 0, 0])
    try desk.decks.addMoreToday(DeckName("a::b"), new: 3)
    #expect(try desk.counts("a::b") == [5, 0, 0])
    #expect(try desk.counts("a") == [5, 0, 0])
    #expect(try desk.counts("a::c") == [2, 0, 0])
    try desk.decks.addMoreToday(DeckName("a::b"), new: 1)
    #expect(try desk.counts("a::b") == [6, 0, 0])
    #expect(try collection.open().counts("a") == [6, 0, 0])
    #expect(try desk.history.undo() != nil)
    #expect(try desk.counts("a::b") == [5, 0, 0])
    collection.time.pass(days: 1)
    #expect(try desk.counts("a::b") == [2, 0, 0])
  }

  @Test func `folds are kept on this machine, not in the folder`() throws {
    let collection = try TestCollection(["a/b.md": deck(1...1)])
    try collection.open().decks.setFolded(DeckName("a"), true)
    #expect(try collection.open().decks.summaries().map(\.isFolded) == [true, false])
    #expect(!collection.folder.has("decks/.deckle"))
    let other = try collection.open(state: "\(collection.folder.path)/other-machine")
    #expect(other.decks.folded.isEmpty)
  }

  @Test func `answers of today are counted once, a card left open for a minute at most`() throws {
    let collection = try TestCollection(["a.md": deck(1...5)])
    let desk = try collection.open()
    desk.session.start(deck: nil)
    try desk.session.answer(.again, milliseconds: 8000)
    try desk.session.answer(.good, milliseconds: 13 * 60_000)
    #expect(desk.decks.answersToday() == .init(new: 2, cards: 2, answers: 2, seconds: 68))
    _ = try desk.session.undo()
    #expect(desk.decks.answersToday() == .init(new: 1, cards: 1, answers: 1, seconds: 8))
    collection.time.pass(days: 1)
    #expect(desk.decks.answersToday() == .init())
  }

  @Test func `an empty collection has no decks and no counts`() throws {
    let desk = try TestCollection([:]).open()
    #expect(desk.decks.summaries().isEmpty)
    #expect(desk.decks.totalCounts().total == 0)
    desk.session.start(deck: nil)
    #expect(desk.session.status == .finished)
  }
}
