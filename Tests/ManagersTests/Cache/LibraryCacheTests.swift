import DeckFormat
import FileStorage
import StudyDomain
import TestSupport
import Testing

@testable import Managers

@MainActor @Suite struct LibraryCacheTests {
  let collection: TestCollection

  init() throws {
    collection = try TestCollection([
      "a.md": "---\nnew_per_day: 3\ntags: [x, y]\n---\n# Part #z\n\n" + deck(1...3)
        + "C: [one] and [two]\n\nQ: without an answer\n",
      "sub/deep/b.md": "T: chat\nD: cat\n\n" + deck(3...4),
      "b.sync-conflict-20261201-101010-ABCDEFG.md": deck(9...9),
    ])
  }

  private var settings: CollectionSettings { CollectionSettings() }

  @Test func `what is read from the cache is what was written`() throws {
    let snapshot = LibraryLoader(folder: collection.root).load().snapshot
    LibraryCache(cache: collection.cache).write(snapshot, settings: settings)
    let read = try #require(LibraryCache(cache: collection.cache).read(settings: settings))
    #expect(read.files == snapshot.files)
    #expect(read.decks == snapshot.decks)
    #expect(read.tagSets == snapshot.tagSets)
    #expect(read.contexts == snapshot.contexts)
    #expect(read.problems == snapshot.problems && !read.problems.isEmpty)
    #expect(read.livingKeys == snapshot.livingKeys && !read.livingKeys.isEmpty)
    #expect(Self.records(read) == Self.records(snapshot))
  }

  private static func records(_ snapshot: LibrarySnapshot) -> [[UInt8]] {
    [
      Array(snapshot.notes).withUnsafeBytes { Array($0) },
      Array(snapshot.cards).withUnsafeBytes { Array($0) },
    ]
  }

  @Test func `a cache damaged at any byte, or cut, is refused`() throws {
    let snapshot = LibraryLoader(folder: collection.root).load().snapshot
    let cache = LibraryCache(cache: collection.cache)
    cache.write(snapshot, settings: settings)
    let whole = try collection.folder.bytes("cache/library")
    for place in stride(from: 0, to: whole.count, by: 41) {
      var bytes = whole
      bytes[place] ^= 0x10
      try collection.folder.write("cache/library", bytes: bytes)
      #expect(cache.read(settings: settings) == nil, "byte \(place)")
    }
    for count in stride(from: 0, to: whole.count, by: 67) {
      try collection.folder.write("cache/library", bytes: Array(whole[..<count]))
      #expect(cache.read(settings: settings) == nil, "cut at \(count)")
    }
    try collection.folder.write("cache/library", bytes: whole)
    #expect(cache.read(settings: settings) != nil)
  }

  @Test func `files older than the cache by two seconds are not read again`() throws {
    _ = try load(writing: laterThanFiles)
    let again = try load(writing: nil)
    #expect(again.isWorthCaching == false)
    #expect(again.snapshot.cardCount == 8)
  }

  @Test func `a file rewritten in the tick in which it was read is told by its contents`() throws {
    try collection.write("a.md", deck(1...2))
    let path = "\(collection.root)/a.md"
    _ = try load(writing: SystemTime.now)
    try collection.folder.rewriteInPlace("decks/a.md", deck(3...4))
    let cache = LibraryCache(cache: collection.cache)
    var snapshot = try #require(cache.read(settings: settings))
    // As if the rewrite had fallen into the same tick of the clock.
    let place = try #require(snapshot.files.firstIndex { $0.path == "a.md" })
    snapshot.files[place].signature = try signature(path)
    snapshot.files[place].readNanoseconds = snapshot.files[place].signature.changedNanoseconds
    cache.write(snapshot, settings: settings)
    let again = try load(writing: nil)
    #expect(
      again.snapshot.livingKeys == LibraryLoader(folder: collection.root).load().snapshot.livingKeys
    )
    #expect(again.snapshot.livingKeys != snapshot.livingKeys)
  }

  @Test func `a young file with the same contents is kept, and believed once it is old`() throws {
    try collection.write("a.md", deck(1...2))
    _ = try load(writing: SystemTime.now)
    let young = try load(writing: nil)
    #expect(young.hasConfirmed && !young.isWorthCaching)
    let old = try load(writing: laterThanFiles)
    #expect(old.hasConfirmed && old.isWorthCaching)
    let last = try load(writing: nil)
    #expect(!last.hasConfirmed && !last.isWorthCaching)
  }

  private func signature(_ path: String) throws -> FileSignature {
    let found = try FileSystem.live.status(ofPath: path)
    return FileSignature(try #require(found))
  }

  @Test func `a changed file is read and the others come from the cache`() throws {
    _ = try load(writing: laterThanFiles)
    try collection.write("a.md", deck(1...1))
    try collection.write("new.md", deck(20...22))
    try collection.folder.remove("decks/b.sync-conflict-20261201-101010-ABCDEFG.md")
    let result = try load(writing: nil)
    #expect(result.isWorthCaching)
    #expect(result.snapshot.cardCount == 8)
    #expect(result.snapshot.problems.isEmpty)
  }

  @Test func `a copy that a synchroniser left is not remembered by the cache`() throws {
    _ = try load(writing: laterThanFiles)
    try collection.folder.remove("decks/b.sync-conflict-20261201-101010-ABCDEFG.md")
    let result = try load(writing: nil)
    #expect(!result.snapshot.problems.contains { $0.path.hasPrefix("b.sync") })
  }

  @Test(arguments: ["obsidian: true", "html: true", "ask: type"])
  func `a default that changes how decks are read makes the cache void`(line: String) throws {
    _ = try load(writing: laterThanFiles)
    try collection.write(".deckle/settings.yaml", line + "\n")
    #expect(try load(writing: nil).isWorthCaching)
  }

  @Test func `an option of scheduling leaves the cache alone`() throws {
    _ = try load(writing: laterThanFiles)
    try collection.write(".deckle/settings.yaml", "new_per_day: 5\n")
    #expect(try load(writing: nil).isWorthCaching == false)
  }

  /// Loads as of a moment, then writes the cache; with nil loads now and writes nothing.
  private func load(writing now: Timestamp?) throws -> LibraryLoader.Result {
    let moment = (now ?? SystemTime.now).milliseconds * 1_000_000
    let result = LibraryLoader(
      folder: collection.root, cache: collection.cache, now: { moment }
    ).load()
    if now != nil {
      LibraryCache(cache: collection.cache).write(result.snapshot, settings: result.settings)
    }
    return result
  }

  private var laterThanFiles: Timestamp { SystemTime.now.adding(seconds: 10) }
}
