import FileStorage
import TestSupport
import Testing

@testable import Managers

@Suite struct CheckedFilesTests {
  private let folder: TemporaryFolder
  private let cache = FileSignature(
    size: 7, modifiedNanoseconds: 1, changedNanoseconds: 2, inode: 3)
  private let file = FileSignature(
    size: 90, modifiedNanoseconds: 5_000_000_000, changedNanoseconds: 6_000_000_000, inode: 4)

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `files that were compared are known for that cache only`() throws {
    let checked = CheckedFiles(cache: CollectionCache(folder: folder.path))
    checked.write(.init(cache: cache, nanoseconds: 9_000_000_000, files: ["a.tsv": file]))
    let record = try #require(checked.read(for: cache))
    #expect(record.holds("a.tsv", file))
    #expect(!record.holds("b.tsv", file))
    #expect(checked.read(for: file) == nil)
  }

  @Test func `a file that changed since, or was young when it was compared, is not known`() {
    var record = CheckedFiles.Record(
      cache: cache, nanoseconds: 9_000_000_000, files: ["a.tsv": file])
    var grown = file
    grown.size += 1
    #expect(!record.holds("a.tsv", grown))
    record.nanoseconds = 7_000_000_000
    #expect(!record.holds("a.tsv", file))
  }
}
