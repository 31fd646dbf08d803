import History
import StudyDomain
import TestSupport
import Testing

@testable import Managers

/// Decks made, renamed, moved and deleted, and all of it taken back.
@MainActor @Suite struct DeckFilesTests {
  private func perform(_ change: DeckManager.FilesChange, _ desk: Desk) throws {
    try TextJournal(index: desk.index).perform("test", change.files, events: change.events)
  }

  private func rename(_ old: String, _ new: String, _ desk: Desk) throws {
    try perform(desk.decks.renaming(DeckName(old), to: DeckName(new)), desk)
  }

  private func names(_ desk: Desk) -> [String] {
    desk.library.snapshot.decks.map(\.name.text)
  }

  /// All files of the collection but the history, with their texts.
  private func tree(_ desk: Desk) throws -> [String: String] {
    var tree: [String: String] = [:]
    for file in desk.library.snapshot.files {
      tree[file.path] = try desk.collection.folder.read("decks/\(file.path)")
    }
    return tree
  }

  struct Renaming: CustomTestStringConvertible {
    var testDescription: String
    var files: [String: String]
    var old: String
    var new: String
    var decks: [String]
    /// Files that are there afterwards.
    var paths: [String]
  }

  nonisolated private static let card = "Q: q\nA: a\n"

  nonisolated static let renamings: [Renaming] = [
    Renaming(
      testDescription: "a file", files: ["a.md": card], old: "a", new: "b", decks: ["b"],
      paths: ["b.md"]),
    Renaming(
      testDescription: "a file and the folder of its decks",
      files: ["a.md": card, "a/x.md": "", "a/y/z.md": "", "a/notes.txt": "beside"], old: "a",
      new: "b", decks: ["b", "b::x", "b::y", "b::y::z"],
      paths: ["b.md", "b/x.md", "b/y/z.md", "b/notes.txt"]),
    Renaming(
      testDescription: "below another deck", files: ["a.md": card, "b.md": ""], old: "a",
      new: "b::a", decks: ["b", "b::a"], paths: ["b/a.md", "b.md"]),
    Renaming(
      testDescription: "to the top", files: ["b/a.md": card, "b.md": ""], old: "b::a", new: "a",
      decks: ["a", "b"], paths: ["a.md", "b.md"]),
    Renaming(
      testDescription: "a name that no file can have", files: ["b/a.md": card], old: "b::a",
      new: "b::what?", decks: ["b", "b::what?"], paths: ["b/a.md"]),
    Renaming(
      testDescription: "a name of the front matter",
      files: ["x.md": "---\nname: a # mine\n---\n" + card], old: "a", new: "b", decks: ["b"],
      paths: ["x.md"]),
    Renaming(
      testDescription: "a whole name of the front matter, with a deck below",
      files: ["x.md": "---\nname: p::a\n---\n" + card, "p/a/y.md": ""], old: "p::a",
      new: "q::b", decks: ["q", "q::b", "q::b::y"], paths: ["x.md", "q/b/y.md"]),
    Renaming(
      testDescription: "pictures beside the file stay reachable",
      files: ["b/a.md": "Q: ![](p.png)\nA: a\n", "b/p.png": "png", "c.md": ""], old: "b::a",
      new: "c::a", decks: ["c", "c::a"], paths: ["b/a.md", "b/p.png"]),
    Renaming(
      testDescription: "capitals alone", files: ["a.md": card], old: "a", new: "A", decks: ["A"],
      paths: ["A.md"]),
  ]

  @Test(arguments: renamings) func `a deck gets another name`(_ test: Renaming) throws {
    let desk = try TestCollection(test.files).open()
    let before = try tree(desk)
    try rename(test.old, test.new, desk)
    #expect(names(desk) == test.decks)
    for path in test.paths { #expect(desk.collection.folder.has("decks/\(path)"), "\(path)") }
    // A new start sees the same, and undo brings every byte back.
    #expect(names(try desk.collection.open()) == test.decks)
    #expect(try TextJournal(index: desk.index).undo())
    #expect(try tree(desk) == before)
    #expect(try TextJournal(index: desk.index).redo())
    #expect(names(desk) == test.decks)
  }

  @Test func `what is in the way is said, and nothing changes`() throws {
    let desk = try TestCollection([
      "a.md": Self.card, "a/x.md": "", "b.md": "", "c.txt": "", "C/free.txt": "",
      "o.md": "---\nobsidian: true\n---\n#flashcards/tagged\nq::a\n",
    ]).open()
    let before = try tree(desk)
    #expect(throws: DeckFileError.deckExists(DeckName("b"))) { try rename("a", "b", desk) }
    #expect(throws: DeckFileError.belowItself(DeckName("a"))) { try rename("a", "a::z", desk) }
    #expect(throws: DeckFileError.noDeck(DeckName("n"))) { try rename("n", "m", desk) }
    #expect(throws: DeckFileError.notAFolder("x?")) { try rename("a", "x?", desk) }
    #expect(throws: DeckFileError.fileExists(path: "C")) { try rename("a", "C", desk) }
    #expect(throws: DeckFileError.namedByTag(DeckName("tagged"), path: "o.md")) {
      try rename("tagged", "other", desk)
    }
    #expect(throws: DeckFileError.deckExists(DeckName("b"))) {
      try desk.decks.creation(of: DeckName("b"))
    }
    #expect(try tree(desk) == before)
  }

  @Test(arguments: ["", "a::", "::", "a//b", ":a", "x:::y", "a\u{7}"])
  func `names that are none are refused`(name: String) {
    #expect(throws: DeckFileError.self) { try DeckManager.name(typed: name) }
  }

  @Test func `a new deck makes its parents, and a safe file`() throws {
    let desk = try TestCollection(["z.md": Self.card]).open()
    try perform(desk.decks.creation(of: try DeckManager.name(typed: " Bio / Cells ")), desk)
    #expect(names(desk) == ["Bio", "Bio::Cells", "z"])
    #expect(try desk.collection.folder.read("decks/Bio/Cells.md").isEmpty)
    try perform(desk.decks.creation(of: DeckName("Bio::Why?")), desk)
    #expect(names(desk).contains("Bio::Why?"))
    #expect(throws: DeckFileError.deckExists(DeckName("Bio::Why?"))) {
      try desk.decks.creation(of: DeckName("Bio::Why?"))
    }
    #expect(try TextJournal(index: desk.index).undo())
    #expect(try TextJournal(index: desk.index).undo())
    #expect(names(desk) == ["z"])
    #expect(!desk.collection.folder.has("decks/Bio"))
  }

  @Test func `settings follow a deck to its new name, and come back with undo`() throws {
    let desk = try TestCollection(["a.md": deck(1...30), "a/x.md": deck(31...40)]).open()
    try desk.setPinned("a", true)
    try desk.decks.addMoreToday(DeckName("a"), new: 5)
    let option = try desk.decks.optionChange("new_per_day", to: "3", of: DeckName("a::x"))
    try TextJournal(index: desk.index).perform("o", option.files, events: option.events)
    desk.decks.setFolded(DeckName("a"), true)
    let before = desk.decks.summaries()
    try rename("a", "b", desk)
    desk.decks.carryFolds(from: DeckName("a"), to: DeckName("b"))
    let after = desk.decks.summaries()
    #expect(after.map(\.name.text) == ["b", "b::x"])
    #expect(after.map(\.isPinned) == [true, false] && after.map(\.isFolded) == [true, false])
    #expect(after.map(\.counts) == before.map(\.counts))
    #expect(try desk.collection.open().counts("b") == desk.counts("b"))
    // A new deck of the old name begins with nothing.
    try perform(desk.decks.creation(of: DeckName("a")), desk)
    #expect(desk.decks.summaries().first { $0.name.text == "a" }?.isPinned == false)
    #expect(try TextJournal(index: desk.index).undo())
    #expect(try TextJournal(index: desk.index).undo())
    #expect(desk.decks.summaries() == before)
  }

  @Test func `a deleted deck lies in the trash, and returns with its history`() throws {
    let desk = try TestCollection(["a.md": deck(1...3), "a/x.md": deck(4...5), "b.md": deck(6...6)])
      .open()
    let card = desk.library.snapshot.cards[0].key
    try desk.history.write([EventDraft(.suspend(card))])
    let held = try desk.decks.contents(of: DeckName("a"))
    #expect(held == DeckManager.Contents(decks: 2, cards: 5, reviews: 0))
    let before = try tree(desk)
    try perform(desk.decks.removal(of: DeckName("a")), desk)
    #expect(names(desk) == ["b"])
    #expect(!desk.collection.folder.has("decks/a"))
    let copies = desk.collection.folder.files(in: "decks/.deckle/trash", suffix: ".md")
    #expect(copies.count == 2)
    #expect(try TextJournal(index: desk.index).undo())
    #expect(try tree(desk) == before)
    let back = try #require(desk.library.snapshot.card(of: card))
    #expect(desk.index.state(ofCard: back).isSuspended)
  }
}
