import FileStorage
import Foundation
import Glibc
import Testing

@Suite struct FolderTests {
  let bench: Bench
  let cards: String

  init() throws {
    bench = try Bench()
    cards = bench.root + "/cards"
  }

  func make(_ path: String, _ text: String = "x") throws {
    let full = "\(cards)/\(path)"
    try FileManager.default.createDirectory(
      atPath: (full as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try bench.write(Array(text.utf8), full)
  }

  @Test func `a scan lists regular files, not hidden ones, and survives loops`() throws {
    for path in ["b.md", "a/x.md", "a/b/y.md", ".hidden/z.md", ".h.md", "ä.md"] { try make(path) }
    #expect(symlink("..", cards + "/a/loop") == 0)
    #expect(symlink("nowhere", cards + "/dangling.md") == 0)
    #expect(symlink("b.md", cards + "/c.md") == 0)
    #expect(symlink("a", cards + "/0link") == 0)
    #expect(mkfifo(cards + "/pipe", 0o600) == 0)
    let scan = FolderScan(cards)
    #expect(scan.files.map(\.path) == ["a/b/y.md", "a/x.md", "b.md", "c.md", "ä.md"])
    #expect(scan.folders == ["", "a", "a/b"] && scan.problems.isEmpty)
    let status = try #require(try FileSystem.live.status(ofPath: cards + "/b.md"))
    #expect(scan.files[2].signature == FileSignature(status))
    #expect(FolderScan(cards + "/none").problems.count == 1)
  }

  @Test func `five hundred files are found, in order`() throws {
    for index in 0..<500 { try make("d\(index % 20)/deck\(index).md") }
    let paths = FolderScan(cards).files.map(\.path)
    #expect(paths.count == 500 && paths == paths.sorted())
  }

  @Test(.timeLimit(.minutes(1))) func `changes are told, in new folders too`() async throws {
    try make("a/x.md")
    let watch = FolderWatch(cards, hiddenFolders: [".deckle/history"])
    #expect(watch.isActive)
    var signals = watch.signals.makeAsyncIterator()
    func next(_ wanted: FolderWatch.Signal) async {
      while let signal = await signals.next(), signal != wanted {}
    }
    try make("a/x.md", "new")
    await next(.changed(folder: "a", name: "x.md"))
    try FileManager.default.createDirectory(
      atPath: cards + "/n/m", withIntermediateDirectories: true)
    await next(.rescan)
    // The folder may be watched only now.
    for _ in 0..<50 where FolderScan(cards).folders.count < 4 { usleep(1000) }
    usleep(50_000)
    try make("n/m/y.md")
    await next(.changed(folder: "n/m", name: "y.md"))
    try make(".deckle/history/abc-2026.tsv")
    await next(.changed(folder: ".deckle/history", name: "abc-2026.tsv"))
    #expect(rename(cards + "/n", cards + "/o") == 0)
    await next(.rescan)
    try make("o/m/z.md")
    usleep(50_000)
    try make("o/m/z.md", "again")
    await next(.changed(folder: "o/m", name: "z.md"))
    watch.stop()
    #expect(!FolderWatch(cards + "/none").isActive)
  }

  @Test func `a signature is believed two seconds later`() {
    let old = FileSignature(
      size: 1, modifiedNanoseconds: 10, changedNanoseconds: 1_000_000_000, inode: 7)
    #expect(old.isCurrent(cached: old, cacheWrittenNanoseconds: 3_000_000_000))
    #expect(!old.isCurrent(cached: old, cacheWrittenNanoseconds: 2_999_999_999))
    var other = old
    other.inode = 8
    #expect(!other.isCurrent(cached: old, cacheWrittenNanoseconds: 9_000_000_000))
  }

  @Test func `caches are replaced and mapped`() throws {
    let path = bench.root + "/cache/deep/cards"
    try CacheFile.write([1, 2, 3], to: path)
    let mapped = try MappedFile(path: path)
    try CacheFile.write([], to: path)
    #expect(mapped.withBytes { Array($0) } == [1, 2, 3])
    #expect(try MappedFile(path: path).count == 0)
    #expect(throws: FileStorageError.self) { try MappedFile(path: path + "no") }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: bench.root + "/cache/deep") == ["cards"])
  }

  @Test(arguments: [
    "", "*.md text", "*.md text\n", "x\r\n.deckle/history/*.tsv -text merge=union\r\n",
  ])
  func `a collection is initialised once, and its git attributes grow by a line`(
    before: String
  ) throws {
    let path = cards + "/.gitattributes"
    if !before.isEmpty { try bench.write(Array(before.utf8), path) }
    let paths = CollectionPaths(collection: cards + "/", environment: ["HOME": "/home/x"])
    #expect(try paths.readID() == nil)
    let id = try paths.initialise()
    let once = try bench.bytes(path)
    #expect(try paths.initialise() == id && paths.readID() == id)
    #expect(try bench.bytes(path) == once)
    let text = String(decoding: once, as: UTF8.self)
    #expect(text.hasPrefix(before))
    #expect(text.components(separatedBy: ".deckle/history/*.tsv -text merge=union").count == 2)
    #expect(paths.stateFolder(id: id).hasPrefix("/home/x/.local/state/deckle/\(id)-"))
    let moved = CollectionPaths(
      collection: "/other", environment: ["XDG_STATE_HOME": "/s", "XDG_CACHE_HOME": "relative"])
    #expect(moved.stateFolder(id: id).hasPrefix("/s/deckle/\(id)-"))
    #expect(moved.stateFolder(id: id).suffix(16) != paths.stateFolder(id: id).suffix(16))
    #expect(moved.cacheFolder(id: id).hasPrefix("/.cache/deckle/"))
  }
}
