import DeckFormat
import FileStorage
import Foundation
import StudyDomain
import TestSupport
import Testing

@testable import Managers

/// Searches with the cache against a plain look at each note, folded by the reference.
@MainActor @Suite struct TextSearchTests {
  let collection: TestCollection
  private var random = SeededRandom(seed: 7)

  init() throws {
    collection = try TestCollection()
    for name in ["a", "sub/b", "sub/c"] { try collection.write("\(name).md", deckText()) }
  }

  // MARK: Random texts

  /// Pieces whose folding differs: capitals, marks composed and not, wide letters, joiners, blanks.
  private static let pieces =
    [
      "a", "B", "é", "E\u{301}", "e", "ß", "SS", "Å", "\u{212B}", "A\u{30A}", "ﬁ", "İ", "ı", "Σ",
      "ς", "日本", "語", "か\u{3099}", "が", "각", "\u{1100}\u{1161}\u{11A8}", "👩\u{200D}👧", "👧",
      "\u{301}", "क्षि", "ŉ", "ΐ", "\u{37E}", "½", "\u{A0}", "\u{3000}", "\u{2003}", "x\u{338}",
      "≠", "<\u{338}", "…", "x-y", "3", "(z)",
    ]

  private mutating func words(_ count: ClosedRange<Int>) -> String {
    var text = ""
    for _ in 0..<Int.random(in: count, using: &random) {
      text += Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &random)]
      if Int.random(in: 0..<3, using: &random) == 0 {
        text += [" ", "  ", "\t"][Int.random(in: 0..<3, using: &random)]
      }
    }
    return text
  }

  private mutating func deckText() -> String {
    (0..<Int.random(in: 3...15, using: &random)).map { number in
      "Q: front \(number) \(words(0...8))\nA: \(words(1...8)) back\n\n"
    }.joined()
  }

  /// Words, and pieces of what is there, cut at field borders and across them.
  private mutating func queries(_ library: DeckLibrary) throws -> [String] {
    var queries = ["", " ", "front", "BACK", "q: front", "a:", "nothing like it", "\u{301}", "é"]
    for _ in 0..<30 { queries.append(words(1...2)) }
    let texts = try Self.texts(library)
    for _ in 0..<30 {
      let text = texts[Int.random(in: 0..<texts.count, using: &random)]
      let start = Int.random(in: 0..<text.count, using: &random)
      let end = min(text.count, start + Int.random(in: 1...12, using: &random))
      queries.append(String(decoding: text[start..<end], as: UTF8.self))
      // The end of one note and the beginning of the next are no text together.
      if let next = texts.randomElement(using: &random) {
        queries.append(
          String(decoding: text.suffix(4) + [32] + next.prefix(8), as: UTF8.self))
      }
    }
    return queries
  }

  // MARK: The plain search

  /// The block of each note as its file holds it now.
  private static func texts(_ library: DeckLibrary) throws -> [[UInt8]] {
    try library.snapshot.notes.map { note in
      let path = library.path(ofFile: Int(note.file))
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      return Array(bytes[note.parsed.byteRange])
    }
  }

  private static func plainly(_ query: String, in folded: [[UInt8]]) -> [Bool] {
    let needle = SearchFolding.fold(Array(query.utf8)[...])
    return folded.map { text in
      guard !needle.isEmpty, needle.count <= text.count else { return false }
      return (0...text.count - needle.count).contains {
        text[$0..<$0 + needle.count].elementsEqual(needle)
      }
    }
  }

  /// Opens the collection anew and compares every query; returns how many decks were folded.
  @discardableResult
  private mutating func check(_ what: String, _ other: SearchCache? = nil) throws -> Int {
    let cache = other ?? SearchCache(cache: collection.cache)
    let library = try collection.open(cached: false).library
    let search = TextSearch(library: library, cache: cache, now: laterThanFiles)
    let folded = try Self.texts(library).map { SearchFolding.fold($0[...]) }
    var hits = 0
    for query in try queries(library) {
      let expected = Self.plainly(query, in: folded)
      hits += expected.filter(\.self).count
      #expect(search.notes(with: query) == expected, "\(what): '\(query)'")
    }
    #expect(hits > 0)
    search.save(to: cache, atLeast: 1)
    return search.foldedDecks
  }

  private var laterThanFiles: Timestamp { SystemTime.now.adding(seconds: 10) }

  private var path: String { "cache/search" }

  // MARK: Tests

  @Test mutating func `the cache finds what a plain look at each note finds`() throws {
    for round in 0..<10 {
      for name in ["a", "sub/b", "sub/c"] { try collection.write("\(name).md", deckText()) }
      #expect(try check("folded, round \(round)") == 3)
      #expect(try check("cached, round \(round)") == 0)
    }
  }

  @Test mutating func `a match never goes from one note into the next`() throws {
    try collection.write("a.md", "Q: one\nA: two\n\nQ: three\nA: four\n")
    for _ in 0..<2 {
      let library = try collection.open().library
      let cache = SearchCache(cache: collection.cache)
      let search = TextSearch(library: library, cache: cache, now: laterThanFiles)
      #expect(search.notes(with: "two q: three") == search.notes(with: ""))
      #expect(search.notes(with: "one a: two").prefix(2) == [true, false])
      search.save(to: cache, atLeast: 1)
    }
  }

  @Test mutating func `only a changed, a new or a renamed deck is folded again`() throws {
    #expect(try check("first") == 3)
    try collection.write("sub/b.md", deckText())
    #expect(try check("edited") == 1)
    try collection.write("new.md", deckText())
    #expect(try check("added") == 1)
    try collection.folder.remove("decks/a.md")
    #expect(try check("removed") == 0)
    try FileManager.default.moveItem(
      atPath: "\(collection.root)/sub/c.md", toPath: "\(collection.root)/0.md")
    #expect(try check("renamed") == 1)
    try FileManager.default.moveItem(
      atPath: "\(collection.root)/0.md", toPath: "\(collection.root)/sub/b.md.bak")
    #expect(try check("gone") == 0)
    #expect(try check("at rest") == 0)
  }

  @Test mutating func `two decks that change places are told apart`() throws {
    #expect(try check("first") == 3)
    let (a, b) = (
      try collection.folder.read("decks/a.md"), try collection.folder.read("decks/sub/b.md")
    )
    try collection.write("a.md", b)
    try collection.write("sub/b.md", a)
    #expect(try check("exchanged") == 2)
  }

  @Test mutating func `other settings for reading, and conflict marks, void what was folded`()
    throws
  {
    try collection.write("a.md", "Q: one\n<<<<<<< here\nA: two\n=======\nA: three\n>>>>>>> there\n")
    let library = try collection.open().library
    let cache = SearchCache(cache: collection.cache)
    for _ in 0..<2 {
      let search = TextSearch(library: library, cache: cache, now: laterThanFiles)
      #expect(search.notes(with: "two").first == true)
      #expect(search.notes(with: "three").first == false)
      search.save(to: cache, atLeast: 1)
    }
    var notes = library.snapshot.notes
    let before = TextSearch.origins(of: library.snapshot)
    notes[0].parsed.length -= 1
    var changed = library.snapshot
    changed.notes = notes
    let after = TextSearch.origins(of: changed)
    #expect(before[0].placesHash != after[0].placesHash)
    #expect(before[1] == after[1])
  }

  @Test mutating func `a cache that was deleted, cut or damaged only costs time`() throws {
    #expect(try check("first") == 3)
    let whole = try collection.folder.bytes(path)
    try collection.folder.remove(path)
    #expect(try check("deleted") == 3)
    for count in [0, 1, 8, 23, 24, 60, whole.count / 2, whole.count - 1] {
      try collection.folder.write(path, bytes: Array(whole[..<count]))
      #expect(try check("cut at \(count)") > 0)
    }
    for _ in 0..<16 {
      var bytes = whole
      let place = Int.random(in: 0..<bytes.count, using: &random)
      bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      try collection.folder.write(path, bytes: bytes)
      #expect(try check("a bit of byte \(place)") > 0)
    }
    try collection.folder.write(path, bytes: whole)
    #expect(try check("whole again") == 0)
  }

  @Test mutating func `pages that were never written are folded again`() throws {
    #expect(try check("first") == 3)
    var bytes = try collection.folder.bytes(path)
    for place in bytes.indices.suffix(bytes.count / 3) { bytes[place] = 0 }
    try collection.folder.write(path, bytes: bytes)
    #expect(try check("empty pages") > 0)
  }

  @Test mutating func `another version of folding makes the cache void`() throws {
    #expect(try check("first") == 3)
    let other = SearchCache(cache: collection.cache, foldingVersion: "other")
    #expect(try check("other version", other) == 3)
    #expect(try check("the same other version", other) == 0)
    #expect(try check("back again") == 3)
  }

  @Test mutating func `a deck written within two seconds of the cache is folded again`() throws {
    let library = try collection.open().library
    let cache = SearchCache(cache: collection.cache)
    // A second after the youngest deck, however slowly the test runs.
    let youngest = library.snapshot.files.map(\.signature.changedNanoseconds).max() ?? 0
    let soon = Timestamp(milliseconds: youngest / 1_000_000 + 1000)
    let search = TextSearch(library: library, cache: cache, now: soon)
    _ = search.notes(with: "front")
    search.save(to: cache, atLeast: 1)
    #expect(try check("too young") == 3)
    #expect(try check("old enough") == 0)
  }

  @Test mutating func `a deck that cannot be read has no text, cached or not`() throws {
    #expect(try check("first") == 3)
    let library = try collection.open().library
    try collection.folder.remove("decks/a.md")
    for cache in [SearchCache(cache: collection.cache), nil] {
      let search = TextSearch(library: library, cache: cache, now: laterThanFiles)
      let found = search.notes(with: "front")
      let notes = library.snapshot.files[0].notes
      #expect(found[notes].allSatisfy { !$0 })
      #expect(found[notes.upperBound...].allSatisfy { $0 })
      #expect(search.foldedDecks == (cache == nil ? 3 : 0))
    }
  }

  @Test mutating func `what was folded serves the next revision of the library`() throws {
    let library = try collection.open().library
    let first = TextSearch(library: library, now: laterThanFiles)
    #expect(first.notes(with: "front").allSatisfy { $0 })
    #expect(first.foldedDecks == 3)
    try collection.write("sub/b.md", deckText())
    #expect(library.reloadNow())
    let next = TextSearch(library: library, previous: first, now: laterThanFiles)
    #expect(next.notes(with: "front").count == library.snapshot.notes.count)
    #expect(next.notes(with: "front").allSatisfy { $0 })
    #expect(next.foldedDecks == 1)
  }

  @Test mutating func `the cache is written by a search alone, and only when it is worth it`()
    throws
  {
    var desk = try collection.open(cached: true)
    desk.index.saveCaches(historyBytes: 1)
    desk.flashcards.saveCache()
    #expect(collection.folder.files(in: "cache", suffix: "search").isEmpty)
    #expect(try desk.find("front").count == desk.cards.count)
    desk.flashcards.saveCache()
    #expect(collection.folder.files(in: "cache", suffix: "search").isEmpty)
    try collection.write("large.md", deck(1...8000))
    desk = try collection.open(cached: true)
    #expect(try desk.find("question").count == 8000)
    desk.flashcards.saveCache()
    #expect(collection.folder.files(in: "cache", suffix: "search").count == 1)
    #expect(try collection.open(cached: true).find("question").count == 8000)
  }
}
