import StudyDomain
import Testing

@testable import DeckFormat

/// A file that is read in parts holds what it holds when it is read in one go.
@Suite struct DeckPartsTests {
  private static var settings: DeckReader.Settings {
    var settings = DeckReader.Settings()
    settings.noteTypes = NoteTypes([
      "T": NoteType(
        fields: ["F", "G"],
        templates: [
          .init(name: "c", front: "{{F}}", back: "{{G}}"),
          .init(name: "d", front: "{{#G}}{{F}}{{/G}}", back: "{{F}}"),
        ])
    ])
    return settings
  }

  /// Reads in parts of at least so many bytes; nil where the file hangs together.
  private func inParts(_ bytes: [UInt8], _ size: Int, _ most: Int) -> ParsedDeck? {
    bytes.withUnsafeBufferPointer { bytes in
      let head = DeckHead(bytes, path: "test.md", settings: Self.settings)
      return DeckParts(bytes, head, leastSize: size, most: most)?.read()
    }
  }

  private func whole(_ bytes: [UInt8]) -> ParsedDeck {
    bytes.withUnsafeBufferPointer { bytes in
      let head = DeckHead(bytes, path: "test.md", settings: Self.settings)
      var scan = DeckScan(bytes, head)
      return scan.run()
    }
  }

  private func expectSame(_ bytes: [UInt8], _ size: Int, _ most: Int) -> Bool {
    guard let parts = inParts(bytes, size, most) else { return false }
    let whole = whole(bytes)
    let isSame =
      parts.notes == whole.notes && parts.cards == whole.cards && parts.tagSets == whole.tagSets
      && parts.contexts == whole.contexts && parts.deckNames == whole.deckNames
      && parts.problems == whole.problems && parts.isObsidian == whole.isObsidian
      && parts.hasConflictMarkers == whole.hasConflictMarkers
      && parts.looksLike == whole.looksLike && parts.path == whole.path
    #expect(isSame, "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
    return true
  }

  private static let blocks = [
    "Q: a\nA: b", "Q: a\nA:", "Q: no answer", "T: x\nD: y", "C: a [b] c", "C: nothing", "text",
    "N: T\n- F: x\n- G: y", "N: T\n- F (html): <br>\n- G: y", "N: T\n- F:\n  a\n\n  b\n- G: c",
    "N: T\n- F:\n  ```text\n  a\n\n  Q: b\n  ```", "N: U\n- X: y", "N:", "N: T", "a :: b",
    "<!-- tags: one -->\nQ: tagged\nA: b", "<!-- tags: two one -->\nN: T\n- F: tagged",
    "<!-- id: i7 -->\nQ: pinned\nA: b", "<!-- a comment -->", "<!-- ask: type -->", "---",
    "q\n?\na", "A: stray", "Q: x\nA: y\n\nmore :: of it", "```\nQ: code\n```",
  ]
  private static let rare = [
    "# heading #t", "```", "~~~", "<!-- open", "-->", "<<<<<<< a", "=======", ">>>>>>> b", "\r",
    "#flashcards/a",
  ]

  @Test(arguments: 0..<8) func `random decks are read in parts`(seed: UInt64) {
    var random = SeededNumbers(state: seed)
    var count = 0
    for round in 0..<150 {
      var text = round % 5 == 0 ? "---\ntags: [all]\n---\n" : ""
      for _ in 0..<Int.random(in: 4...40, using: &random) {
        let isRare = round % 2 == 0 && Int.random(in: 0..<25, using: &random) == 0
        text += (isRare ? Self.rare : Self.blocks).randomElement(using: &random) ?? ""
        text += Int.random(in: 0..<6, using: &random) == 0 ? "\n" : "\n\n"
      }
      let most = Int.random(in: 2...5, using: &random)
      if expectSame(Array(text.utf8), 20, most) { count += 1 }
    }
    #expect(count > 40, "few files were read in parts: \(count)")
  }

  @Test(arguments: 20..<24) func `soup of marks is read in parts`(seed: UInt64) {
    var random = SeededNumbers(state: seed)
    for _ in 0..<300 {
      var text = ""
      for _ in 0..<60 { text += SoupTests.pieces.randomElement(using: &random) ?? "" }
      text += "\n\nQ: a\nA: b\n\n"
      for _ in 0..<60 { text += SoupTests.pieces.randomElement(using: &random) ?? "" }
      _ = expectSame(Array(text.utf8.filter { $0 != 13 }), 16, 4)
    }
  }

  @Test(.enabled(if: RealDecks.arePresent)) func `real decks are read in parts`() throws {
    for name in try RealDecks.names() { _ = expectSame(try RealDecks.bytes(name), 256, 4) }
  }

  @Test func `a large file is read on all processors, and holds the same`() {
    let one = "<!-- tags: a -->\nN: T\n- F: front\n- G: back\n\n"
    let bytes = Array(String(repeating: one, count: 40_000).utf8)
    #expect(bytes.count > DeckParts.leastSize * 4)
    #expect(expectSame(bytes, DeckParts.leastSize, 4))
    let deck = DeckReader(settings: Self.settings).read(bytes, path: "test.md")
    #expect(deck.notes == whole(bytes).notes && deck.notes.count == 40_000)
  }
}
