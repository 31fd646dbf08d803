import FileStorage
import Foundation
import StudyDomain
import Testing
import TestSupport

@testable import Managers

@Suite struct CacheSealsTests {
  private let folder: TemporaryFolder
  private let cache: CollectionCache
  private let expected: Int64 = 1_249_975_000
  private var path: String { "\(folder.path)/numbers" }

  init() throws {
    folder = try TemporaryFolder()
    cache = CollectionCache(folder: folder.path)
    cache.write("numbers") { $0.write(records: Array(0..<Int64(50_000))) }
  }

  private func sum() -> Int64? {
    cache.read("numbers") { $0.readRecords(Int64.self) }?.reduce(0, +)
  }

  private var signature: FileSignature {
    get throws { FileSignature(try #require(try FileSystem.live.status(ofPath: path))) }
  }

  @Test func `a file is sealed when it is written`() throws {
    #expect(CacheSeals(folder: folder.path).holds("numbers", try signature))
    #expect(sum() == expected)
  }

  @Test func `a file that was touched since is verified, and found damaged`() throws {
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    try file.seek(toOffset: 200_000)
    try file.write(contentsOf: [1, 2, 3])
    try file.close()
    #expect(sum() == nil)
    #expect(!CacheSeals(folder: folder.path).holds("numbers", try signature))
  }

  @Test func `a sound file without a seal gets one as it is read`() throws {
    try FileManager.default.removeItem(atPath: "\(folder.path)/seals")
    #expect(!CacheSeals(folder: folder.path).holds("numbers", try signature))
    #expect(sum() == expected)
    #expect(CacheSeals(folder: folder.path).holds("numbers", try signature))
  }

  @Test func `damaged seals hold nothing`() throws {
    try Data("nonsense that is long enough".utf8).write(
      to: URL(fileURLWithPath: "\(folder.path)/seals"))
    #expect(!CacheSeals(folder: folder.path).holds("numbers", try signature))
    #expect(sum() == expected)
  }

  @Test func `small files are verified every time`() throws {
    cache.write("few") { $0.write(records: [Int64(1)]) }
    let status = try #require(try FileSystem.live.status(ofPath: "\(folder.path)/few"))
    #expect(!CacheSeals(folder: folder.path).holds("few", FileSignature(status)))
    #expect(cache.read("few") { $0.readRecords(Int64.self) }?.first == 1)
  }
}
