import FileStorage
import History
import StudyDomain
import TestSupport
import Testing

@testable import Managers

@MainActor struct TextJournalTests {
  private let collection: TestCollection

  private static let deck = """
    Q: one
    A: 1

    Q: two
    A: 2

    Q: three
    A: 3

    """

  init() throws {
    collection = try TestCollection(["a.md": Self.deck, "sub/b.md": "Q: four\nA: 4\n"])
  }

  private func path(_ name: String) -> String { "\(collection.root)/\(name)" }
  private func text(_ name: String) throws -> String { try collection.folder.read("decks/\(name)") }
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private func change(_ name: String, _ old: String, _ new: String) throws -> FileChange {
    let before = try text(name)
    return .write(
      path: path(name), before: bytes(before),
      after: bytes(before.replacing(old, with: new)))
  }

  @Test func `several files change as one action and come back to the byte`() throws {
    let desk = try collection.open()
    let texts = TextJournal(index: desk.index)
    try texts.perform(
      "changed three files",
      [
        try change("a.md", "A: 2", "A: two"),
        .remove(path: path("sub/b.md"), before: bytes("Q: four\nA: 4\n")),
        .write(path: path("new/deep/c.md"), before: nil, after: bytes("Q: five\nA: 5\n")),
      ])
    #expect(try text("a.md") == Self.deck.replacing("A: 2", with: "A: two"))
    #expect(!collection.folder.has("decks/sub"))
    #expect(try desk.back(desk.card("five")) == "5")
    #expect(try texts.undo())
    #expect(try text("a.md") == Self.deck)
    #expect(try text("sub/b.md") == "Q: four\nA: 4\n")
    #expect(!collection.folder.has("decks/new"))
    #expect(desk.cards.count == 4)
    #expect(try texts.redo())
    #expect(try desk.back(desk.card("five")) == "5")
    #expect(!collection.folder.has("decks/sub/b.md"))
    #expect(try texts.undo())
    #expect(try text("a.md") == Self.deck)
  }

  @Test func `what is deleted is copied to the trash of the day`() throws {
    let desk = try collection.open()
    let texts = TextJournal(index: desk.index)
    try texts.perform(
      "deleted",
      [
        try change("a.md", "Q: two\nA: 2\n\n", ""),
        .remove(path: path("sub/b.md"), before: bytes("Q: four\nA: 4\n")),
      ])
    let trash = "decks/.deckle/trash/2026-12-01/100000"
    #expect(try collection.folder.read("\(trash)/a.md") == "Q: two\nA: 2\n\n")
    #expect(try collection.folder.read("\(trash)/sub/b.md") == "Q: four\nA: 4\n")
  }

  @Test func `a file that changed since it was read is refused, and all others stay`() throws {
    let desk = try collection.open()
    let texts = TextJournal(index: desk.index)
    let stale = try change("a.md", "A: 2", "A: two")
    try collection.write("a.md", Self.deck + "\nQ: mine\nA: yes\n")
    #expect(throws: FileStorageError.self) {
      try texts.perform(
        "nothing",
        [.write(path: path("c.md"), before: nil, after: bytes("Q: five\nA: 5\n")), stale])
    }
    #expect(!collection.folder.has("decks/c.md"))
    #expect(try text("a.md").hasSuffix("A: yes\n"))
    #expect(desk.history.newestAction == nil)
  }

  /// What somebody else does to the file after "two" became "zwei".
  @Test(arguments: [
    ("Q: one\nA: 1", "Q: one\nA: uno"), ("Q: one", "# A heading\n\nQ: one"),
    ("Q: three\nA: 3\n", ""), ("Q: three", "Q: more\nA: m\n\nQ: three"),
  ])
  func `undo puts only its own block back`(_ old: String, _ new: String) throws {
    let desk = try collection.open()
    let texts = TextJournal(index: desk.index)
    try texts.perform("edited", [try change("a.md", "Q: two\nA: 2", "Q: zwei\nA: 2")])
    try collection.write("a.md", try text("a.md").replacing(old, with: new))
    #expect(try texts.undo())
    #expect(try text("a.md") == Self.deck.replacing(old, with: new))
  }

  @Test func `a deleted block returns between its neighbours though they were edited`() throws {
    let desk = try collection.open()
    let texts = TextJournal(index: desk.index)
    try texts.perform("deleted", [try change("a.md", "Q: two\nA: 2\n\n", "")])
    try collection.write("a.md", try text("a.md").replacing("A: 1", with: "A: eins"))
    #expect(try texts.undo())
    #expect(try text("a.md") == Self.deck.replacing("A: 1", with: "A: eins"))
  }

  @Test func `a block that was edited since is left alone, with the reason`() throws {
    let desk = try collection.open()
    let texts = TextJournal(index: desk.index)
    try texts.perform(
      "edited",
      [
        try change("a.md", "A: 2", "A: two"), try change("sub/b.md", "A: 4", "A: vier"),
      ])
    try collection.write("a.md", try text("a.md").replacing("A: two", with: "A: deux"))
    #expect(throws: TextJournalError.edited(path: "a.md", line: 4)) { try texts.undo() }
    #expect(try text("a.md").contains("deux"))
    #expect(try text("sub/b.md").contains("vier"))
    #expect(desk.history.newestAction != nil)
  }

  @Test func `events that went with a change are undone and redone with it`() throws {
    let desk = try collection.open()
    let texts = TextJournal(index: desk.index)
    let old = desk.key(try desk.card("two"))
    try desk.session.answer(card: desk.card("two"), .good, milliseconds: 10)
    try texts.perform("edited", [try change("a.md", "Q: two", "Q: zwei")]) {
      let new = desk.key(try desk.card("zwei"))
      return [EventDraft(.relink(old: old, new: new))]
    }
    #expect(try desk.state("zwei").reps == 1)
    #expect(try texts.undo())
    #expect(try desk.state("two").reps == 1)
    #expect(try texts.redo())
    #expect(try desk.state("zwei").reps == 1)
    #expect(try texts.undo())
    _ = try desk.history.undo()
    #expect(try desk.state("two").reps == 0)
  }

  @Test func `changes of texts, answers and imports go back in their order`() throws {
    let desk = try collection.open()
    let texts = TextJournal(index: desk.index)
    try desk.session.answer(card: desk.card("one"), .good, milliseconds: 10)
    try texts.perform("edited", [try change("a.md", "A: 2", "A: two")])
    try desk.session.answer(card: desk.card("three"), .good, milliseconds: 10)
    #expect(try texts.undo() == false)
    #expect(try desk.history.undo() != nil)
    #expect(try desk.history.undo() == nil)
    #expect(try texts.undo())
    #expect(try desk.history.undo() != nil)
    #expect(try desk.state("one").reps == 0)
    #expect(try texts.redo() == false)
    #expect(try desk.history.redo() != nil)
    #expect(try texts.redo())
    #expect(try desk.back(desk.card("two")) == "two")
  }

  @Test func `a folder is renamed, what stands there is never replaced`() throws {
    let desk = try collection.open()
    let texts = TextJournal(index: desk.index)
    #expect(throws: TextJournalError.exists(path: "a.md")) {
      try texts.perform("no", [.rename(from: path("sub/b.md"), to: path("a.md"))])
    }
    try texts.perform("renamed", [.rename(from: path("sub"), to: path("other/place"))])
    #expect(try text("other/place/b.md") == "Q: four\nA: 4\n")
    #expect(try texts.undo())
    #expect(try text("sub/b.md") == "Q: four\nA: 4\n")
    #expect(!collection.folder.has("decks/other"))
    #expect(throws: TextJournalError.self) {
      try texts.perform("no", [.rename(from: path("sub"), to: path("../outside"))])
    }
  }

  @Test func `of a new file that somebody went on with only what was added goes`() throws {
    let desk = try collection.open()
    let texts = TextJournal(index: desk.index)
    try texts.perform(
      "added", [.write(path: path("c.md"), before: nil, after: bytes("Q: five\nA: 5\n"))])
    try collection.write("c.md", "Q: five\nA: 5\n\nQ: six\nA: 6\n")
    #expect(try texts.undo())
    #expect(try text("c.md") == "\nQ: six\nA: 6\n")
  }

  @Test func `edits anywhere in random files come back`() throws {
    var random = SeededNumbers(seed: 7)
    for _ in 0..<400 {
      let before = random.lines()
      let after = random.edited(before)
      let patch = TextPatch(from: before, to: after)
      #expect(try patch.reversed(in: after) == before)
    }
  }
}

private struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }

  mutating func lines() -> [UInt8] {
    let texts = ["", "x", "Q: a", "A: b", "---"]
    let ends = ["\n", "\n", "\r\n", "\r"]
    return Array(
      (0..<Int.random(in: 0...12, using: &self)).map { _ in
        texts[Int.random(in: 0..<5, using: &self)] + ends[Int.random(in: 0..<4, using: &self)]
      }.joined().utf8)
  }

  mutating func edited(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &self) {
      let place = Int.random(in: 0...bytes.count, using: &self)
      let end = Int.random(in: place...min(bytes.count, place + 9), using: &self)
      bytes.replaceSubrange(place..<end, with: lines().prefix(7))
    }
    return bytes
  }
}
