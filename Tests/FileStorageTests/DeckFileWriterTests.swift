import FileStorage
import Foundation
import Glibc
import Testing

@Suite struct DeckFileWriterTests {
  let bench: Bench
  let cards: String

  init() throws {
    bench = try Bench()
    cards = bench.root + "/cards"
  }

  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: cards).filter { $0 != ".deckle" }.sorted()
  }

  @Test func `the new bytes stand there with the old permissions`() throws {
    let path = cards + "/a.md"
    let writer = DeckFileWriter(collection: cards)
    try writer.replace(path, with: [1], original: .absent)
    #expect(chmod(path, 0o640) == 0)
    let signature = try writer.replace(path, with: [2, 3], original: .contents([1]))
    let status = try #require(try FileSystem.live.status(ofPath: path))
    #expect(try bench.bytes(path) == [2, 3] && status.mode & 0o777 == 0o640)
    #expect(signature.inode == status.inode && signature.size == 2)
    #expect(try names() == ["a.md"])
  }

  @Test func `a save by somebody else stays`() throws {
    let path = cards + "/a.md"
    let writer = DeckFileWriter(collection: cards)
    try bench.write([9], path)
    #expect(throws: FileStorageError.changedMeanwhile(path: path)) {
      try writer.replace(path, with: [2], original: .contents([1]))
    }
    #expect(throws: FileStorageError.changedMeanwhile(path: path)) {
      try writer.replace(path, with: [2], original: .absent)
    }
    #expect(throws: FileStorageError.changedMeanwhile(path: cards + "/b.md")) {
      try writer.replace(cards + "/b.md", with: [2], original: .contents([1]))
    }
    #expect(try bench.bytes(path) == [9] && names() == ["a.md"])
  }

  @Test func `links are followed inside the collection and refused outside`() throws {
    let writer = DeckFileWriter(collection: cards)
    try bench.write([1], cards + "/a.md")
    #expect(symlink("a.md", cards + "/link.md") == 0)
    try writer.replace(cards + "/link.md", with: [2], original: .contents([1]))
    #expect(try bench.bytes(cards + "/a.md") == [2])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: cards + "/link.md") == "a.md")
    let outside = bench.root + "/out.md"
    try bench.write([1], outside)
    #expect(symlink(outside, cards + "/out.md") == 0)
    #expect(
      throws: FileStorageError.outsideCollection(path: cards + "/out.md", target: outside)
    ) {
      try writer.replace(cards + "/out.md", with: [2], original: .contents([1]))
    }
    #expect(try bench.bytes(outside) == [1])
  }

  @Test func `without an exchange the contents are compared before the rename`() throws {
    var files = FileSystem.live
    files.exchange = { _, _ in -Int(EINVAL) }
    files.renameNew = { _, _ in -Int(EINVAL) }
    let writer = DeckFileWriter(collection: cards, files: files)
    let path = cards + "/a.md"
    try writer.replace(path, with: [1], original: .absent)
    try writer.replace(path, with: [2], original: .contents([1]))
    #expect(throws: FileStorageError.changedMeanwhile(path: path)) {
      try writer.replace(path, with: [3], original: .contents([1]))
    }
    #expect(try bench.bytes(path) == [2] && names() == ["a.md"])
  }

  @Test func `stopped at any call, the old or the new file is whole`() throws {
    let path = cards + "/a.md"
    var call = 1
    while true {
      try bench.write([1, 1], path)
      let files = FaultyFiles(.stopAfter(call))
      let writer = DeckFileWriter(collection: cards, files: files.files)
      _ = try? writer.replace(path, with: [2, 2], original: .contents([1, 1]))
      files.die()
      #expect(try [[1, 1], [2, 2]].contains(bench.bytes(path)))
      if files.calls < call { break }
      call += 1
    }
    #expect(call > 10)
  }

  @Test func `a full disk leaves the old file alone`() throws {
    let path = cards + "/a.md"
    try bench.write([1], path)
    let files = FaultyFiles(.writesFail(pathSuffix: ".tmp", code: ENOSPC, afterBytes: 2))
    let writer = DeckFileWriter(collection: cards, files: files.files)
    #expect(throws: FileStorageError.self) {
      try writer.replace(path, with: [2, 2, 2, 2], original: .contents([1]))
    }
    #expect(try bench.bytes(path) == [1] && names() == ["a.md"])
  }
}
