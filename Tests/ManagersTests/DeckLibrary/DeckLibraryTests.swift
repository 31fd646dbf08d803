import Foundation
import DeckFormat
import FileStorage
import StudyDomain
import TestSupport
import Testing

@testable import Managers

@MainActor @Suite struct RewrittenDeckTests {
  @Test func `a deck rewritten at the same size and time is read again`() async throws {
    let collection = try TestCollection(["a.md": deck(1...3)])
    let desk = try collection.open()
    for (one, other) in [("question 2", "question 7"), ("question 7", "question 8")] {
      let text = try collection.folder.read("decks/a.md")
      try collection.folder.rewriteUnnoticed(
        "decks/a.md", text.replacingOccurrences(of: one, with: other))
      #expect(await desk.library.reload())
      #expect(try desk.front(desk.card(other)) == other)
    }
    #expect(await !desk.library.reload())
  }

  @Test func `within one tick even an equal signature is not believed`() throws {
    let collection = try TestCollection(["a.md": deck(1...3)])
    let path = "\(collection.root)/a.md"
    var result = LibraryLoader(folder: collection.root).load()
    try collection.folder.rewriteUnnoticed("decks/a.md", deck(4...6))
    // What the system would say if both had happened in one tick of its clock.
    let found = try FileSystem.live.status(ofPath: path)
    let status = try #require(found)
    result.snapshot.files[0].signature = FileSignature(status)
    let again = LibraryLoader(folder: collection.root).load(previous: result)
    #expect(again.hasChanges)
    #expect(again.snapshot.livingKeys != result.snapshot.livingKeys)
    #expect(!LibraryLoader(folder: collection.root).load(previous: again).hasChanges)
  }
}

@MainActor @Suite struct DeckLibraryTests {
  @Test func `changes on disk are taken in file by file`() async throws {
    let collection = try TestCollection(["a.md": deck(1...2), "b.md": deck(3...4)])
    let library = try collection.open().library
    #expect(await library.reload() == false)
    #expect(library.revision == 0)

    try collection.write("sub/c.md", deck(5...7))
    #expect(await library.reload())
    #expect(library.snapshot.cardCount == 7)
    #expect(library.snapshot.decks.map(\.name.text) == ["a", "b", "sub", "sub::c"])

    try collection.write("a.md", deck(1...1))
    #expect(await library.reload())
    #expect(library.snapshot.cardCount == 6)

    try collection.folder.rename("decks/b.md", to: "decks/new name.md")
    #expect(await library.reload())
    #expect(library.snapshot.decks.map(\.name.text) == ["a", "new name", "sub", "sub::c"])
    #expect(library.snapshot.cardCount == 6)

    try collection.folder.remove("decks/sub/c.md")
    #expect(await library.reload())
    #expect(library.snapshot.cardCount == 3)
    #expect(library.revision == 4)
  }

  @Test func `after any changes a reload is what a fresh start reads`() throws {
    let collection = try TestCollection([:])
    let library = try collection.open().library
    var random = SeededRandom(seed: 7)
    let names = ["a.md", "b.md", "sub/a.md", "sub/deep/c.md", "z.md"]
    for step in 0..<60 {
      for _ in 0...Int.random(in: 0...2, using: &random) {
        let name = names.randomElement(using: &random) ?? names[0]
        if collection.folder.has("decks/\(name)"), Int.random(in: 0..<4, using: &random) == 0 {
          try collection.folder.remove("decks/\(name)")
        } else {
          try collection.write(name, randomDeck(step, &random))
        }
      }
      library.reloadNow()
      let fresh = LibraryLoader(folder: collection.root).load().snapshot
      #expect(library.snapshot.picture == fresh.picture, "after step \(step)")
    }
  }

  private func randomDeck(_ step: Int, _ random: inout SeededRandom) -> String {
    var text = Bool.random(using: &random) ? "---\nnew_per_day: \(step)\n---\n" : ""
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      let number = Int.random(in: 0...9, using: &random)
      text += "# Part \(number % 3) #tag\(number % 2)\n\n"
      text += number % 2 == 0 ? "Q: q\(number)\nA: a\n\n" : "C: [one \(number)] and [two]\n\n"
    }
    // No two versions have one size: a clock's grain may hide the second of two writes.
    return text + String(repeating: "x", count: step) + "\n"
  }

  @Test func `the same text in two files is one card, in the first file by path`() throws {
    let collection = try TestCollection([
      "a.md": "Q: one\nA: 1\n", "b.md": "Q: two\nA: 2\n\nQ: one\nA: 1\n",
    ])
    let desk = try collection.open()
    #expect(desk.library.snapshot.cardCount == 2)
    #expect(
      desk.library.snapshot.decks[desk.library.snapshot.deck(ofCard: try desk.card("one"))]
        .name.text == "a")
    let problem = try #require(desk.library.problems.first)
    #expect(problem.place == "b.md:4")
    #expect(problem.message.contains("a.md:1"))

    try collection.folder.remove("decks/a.md")
    desk.library.reloadNow()
    #expect(desk.library.problems.isEmpty)
    #expect(
      desk.library.snapshot.decks[desk.library.snapshot.deck(ofCard: try desk.card("one"))]
        .name.text == "b")
  }

  @Test func `between merge marks the first version counts, with its own texts`() throws {
    let collection = try TestCollection([
      "a.md": """
      Q: before
      A: 0

      <<<<<<< HEAD
      Q: capital
      A: ours
      =======
      Q: capital
      A: theirs, and longer
      >>>>>>> branch

      Q: after
      A: 9

      """
    ])
    let desk = try collection.open()
    #expect(try desk.cards.map { try desk.front($0) } == ["before", "capital", "after"])
    #expect(try desk.cards.map { try desk.back($0) } == ["0", "ours", "9"])
    #expect(desk.library.problems.contains { $0.line == 4 && $0.message.contains("conflict") })
  }

  @Test func `ignore files hide decks and take them back`() throws {
    let collection = try TestCollection([
      "a.md": deck(1...1), "drafts/b.md": deck(2...2), "old/c.md": deck(3...3),
      ".deckleignore": "drafts/\n", "old/.gitignore": "c.md\n",
    ])
    let library = try collection.open().library
    #expect(library.snapshot.files.map(\.path) == ["a.md"])
    try collection.write(".deckleignore", "\n")
    library.reloadNow()
    #expect(library.snapshot.files.map(\.path) == ["a.md", "drafts/b.md"])
  }

  @Test func `a copy that a synchroniser left is a problem as long as it lies there`() throws {
    let collection = try TestCollection(["a.md": deck(1...1)])
    let library = try collection.open().library
    #expect(library.problems.isEmpty)
    let copy = "a.sync-conflict-20261201-101010-ABCDEFG.md"
    try collection.write(copy, deck(1...2))
    #expect(library.reloadNow())
    #expect(library.problems.map(\.path) == [copy])
    #expect(library.snapshot.cardCount == 1)
    try collection.folder.remove("decks/\(copy)")
    #expect(library.reloadNow())
    #expect(library.problems.isEmpty)
  }

  @Test func `a mended problem goes and the others stay`() throws {
    let collection = try TestCollection([
      "a.md": "Q: no answer\n", "b.md": "A: no question\n\n" + deck(1...1),
    ])
    let library = try collection.open().library
    #expect(Set(library.problems.map(\.path)) == ["a.md", "b.md"])
    try collection.write("a.md", deck(2...2))
    library.reloadNow()
    #expect(Set(library.problems.map(\.path)) == ["b.md"])
    #expect(library.snapshot.cardCount == 2)
  }

  @Test(.enabled(if: getuid() != 0, "root reads every file"))
  func `a file that cannot be read keeps its last version and is told`() throws {
    let collection = try TestCollection(["a.md": deck(1...2), "b.md": deck(3...3)])
    let library = try collection.open().library
    try collection.write("a.md", deck(11...15))
    try collection.folder.chmod("decks/a.md", 0)
    library.reloadNow()
    #expect(library.snapshot.cardCount == 3)
    #expect(library.problems.map(\.path) == ["a.md"])
    let fresh = try collection.open().library
    #expect(fresh.snapshot.cardCount == 1)
    #expect(fresh.problems.map(\.path) == ["a.md"])
    try collection.folder.chmod("decks/a.md", 0o644)
    library.reloadNow()
    #expect(library.snapshot.cardCount == 6)
    #expect(library.problems.isEmpty)
  }

  @Test func `a text that changed since the last look is not shown under the old key`() throws {
    let collection = try TestCollection(["a.md": "Q: one\nA: 1\n\nQ: two\nA: 2\n"])
    let desk = try collection.open()
    let card = desk.cards[1]
    try collection.write("a.md", "Q: one\nA: 1\n\nQ: six\nA: 2\n")
    #expect(throws: LibraryError.textChanged(path: "a.md", line: 4)) {
      try desk.library.content(ofCard: card)
    }
    desk.library.reloadNow()
    #expect(try desk.front(desk.cards[1]) == "six")
  }

  @Test func `note types beside a deck and of the collection are used, and followed`() throws {
    let type = """
      Word:
        fields: [Front, Back]
        cards:
          - name: One
            front: "{{Front}}"
            back: "{{Back}}"

      """
    let both = type + "    - name: Two\n      front: \"{{Back}}\"\n      back: \"{{Front}}\"\n"
    let collection = try TestCollection([
      ".deckle/notetypes.yaml": type, "a.md": "N: Word\n- Front: chat\n- Back: cat\n",
      "sub/notetypes.yaml": both, "sub/b.md": "N: Word\n- Front: chien\n- Back: dog\n",
    ])
    let desk = try collection.open()
    #expect(try desk.cards.map { try desk.front($0) } == ["chat", "chien", "dog"])
    try collection.write(".deckle/notetypes.yaml", both)
    desk.library.reloadNow()
    #expect(try desk.cards.map { try desk.front($0) } == ["chat", "cat", "chien", "dog"])
  }
}

extension LibrarySnapshot {
  /// All that a snapshot says, without the numbers that may differ.
  fileprivate var picture: [String] {
    var lines = decks.map { deck in
      let parent = deck.parent.map { decks[$0].name.text } ?? "-"
      let file = deck.file.map { files[$0].path } ?? "-"
      return "deck \(deck.name.text) \(parent) \(deck.depth) \(file)"
    }
    for file in files {
      lines.append("file \(file.path) \(decks[file.deck].name.text) \(file.options) \(file.notes)")
    }
    for (number, note) in notes.enumerated() {
      let place = "\(files[Int(note.file)].path):\(note.parsed.line)"
      lines.append(
        "note \(place) \(decks[Int(note.deck)].name.text) \(tagSets[Int(note.tagSet)]) "
          + "\(contexts[Int(note.context)]) \(cards(ofNote: number))")
    }
    for card in cards {
      lines.append("card \(card.key.text) \(card.note) \(card.face) \(card.isDuplicate)")
    }
    lines += problems.map { "problem \($0.place) \($0.message)" }
    lines += livingKeys.map { "living \($0.text) \(self.card(of: $0) ?? -1)" }
    return lines
  }
}

/// Numbers that are the same in every run.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
