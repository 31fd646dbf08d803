import FileStorage
import Scheduling
import StudyDomain
import TestSupport
import Testing

@testable import Managers

/// Whatever happened since the cache was written: a start with it gives what a start without gives.
@MainActor @Suite struct HistoryCacheTests {
  let collection: TestCollection

  init() throws {
    collection = try TestCollection(["a.md": deck(1...6), "b.md": deck(7...12)])
    let desk = try collection.open(cached: true)
    desk.session.start(deck: nil)
    try desk.answer(.good, .again, .easy, .hard, .good)
    try desk.flashcards.perform(.suspend, on: [desk.card("question 12")])
    collection.time.pass(days: 1)
    desk.session.start(deck: nil)
    try desk.answer(.good, .good)
    try desk.setPinned("b", true)
    desk.index.saveCaches(historyBytes: 1)
    try #require(collection.folder.has("cache/history"))
  }

  /// A start with the cache gives the state of a start without.
  private func expectEqual(_ comment: Comment? = nil, usesCache: Bool = true) throws {
    let found = HistoryCache(cache: collection.cache).find(folder: collection.paths.history)
    #expect((found != nil) == usesCache, comment)
    let cached = try collection.open(cached: true)
    let fresh = try collection.open()
    #expect(cached.json() == fresh.json(), comment)
    #expect(cached.decks.summaries() == fresh.decks.summaries(), comment)
    #expect(cached.candidates == fresh.candidates, comment)
    cached.session.start(deck: nil)
    fresh.session.start(deck: nil)
    #expect(try cached.asked == fresh.asked, comment)
    // What is written on top of a cached history is right, too.
    try cached.session.answer(.good, milliseconds: 1000)
    #expect(try cached.json() == collection.open().json(), comment)
  }

  @Test func `nothing happened`() throws {
    try expectEqual()
  }

  @Test func `lines were appended by this machine and by another`() throws {
    let desk = try collection.open()
    desk.session.start(deck: nil)
    try desk.answer(.again, .good)
    let other = try collection.open(state: "\(collection.folder.path)/other-machine")
    other.session.start(deck: DeckName("b"))
    try other.answer(.easy, .again)
    try expectEqual()
  }

  @Test func `decks changed: texts went, came and were renamed`() throws {
    try collection.write("a.md", deck(3...8))
    try collection.folder.rename("decks/b.md", to: "sub.md")
    try expectEqual()
    // Texts that return find their history again.
    try collection.write("a.md", deck(1...6))
    try expectEqual("texts are back")
  }

  @Test func `options changed that the states depend on`() throws {
    try collection.write("a.md", "---\nlearning_steps: 5m\n---\n" + deck(1...6))
    try expectEqual("front matter")
    try collection.write(".deckle/settings.yaml", "maximum_interval: 10\n")
    try expectEqual("defaults")
  }

  @Test func `the cache is damaged at any place`() throws {
    let whole = try collection.folder.bytes("cache/history")
    for place in stride(from: 0, to: whole.count, by: whole.count / 23) {
      var bytes = whole
      bytes[place] ^= 0x41
      try collection.folder.write("cache/history", bytes: bytes)
      let cached = try collection.open(cached: true)
      #expect(try cached.json() == collection.open().json(), "byte \(place)")
    }
    try collection.folder.write("cache/history", bytes: Array(whole.prefix(100)))
    #expect(try collection.open(cached: true).json() == collection.open().json())
  }

  @Test func `a history file lost lines, was cut or went`() throws {
    let file = try #require(
      collection.folder.files(in: "decks/.deckle/history", suffix: ".tsv").first)
    let lines = try collection.folder.read(file).split(
      separator: "\n", omittingEmptySubsequences: false)
    let reader = "\(collection.folder.path)/other-machine"
    for changed in [lines.dropLast(3) + [""], [lines[0], ""], []] {
      if changed.isEmpty {
        try collection.folder.remove(file)
      } else {
        try collection.folder.write(file, changed.joined(separator: "\n"))
      }
      let cached = try collection.open(cached: true, state: reader)
      #expect(try cached.json() == collection.open(state: reader).json())
    }
  }

  @Test func `a line in the middle was changed, the size stayed`() throws {
    let file = try #require(
      collection.folder.files(in: "decks/.deckle/history", suffix: ".tsv").first)
    var bytes = try collection.folder.bytes(file)
    let place = try #require(bytes.firstRange(of: Array("\tagain\t".utf8))?.lowerBound)
    bytes.replaceSubrange(place..<place + 7, with: Array("\tagaim\t".utf8))
    try collection.folder.write(file, bytes: bytes)
    #expect(HistoryCache(cache: collection.cache).find(folder: collection.paths.history) == nil)
  }

  @Test func `a few lines more do not write a large cache again`() throws {
    let before = try collection.folder.bytes("cache/history")
    let desk = try collection.open(cached: true)
    desk.session.start(deck: nil)
    try desk.answer(.good)
    desk.index.saveCaches(historyBytes: 1 << 18)
    #expect(try collection.folder.bytes("cache/history") == before)
    desk.index.saveCaches(historyBytes: 1)
    #expect(try collection.folder.bytes("cache/history") != before)
    try expectEqual()
  }
}
