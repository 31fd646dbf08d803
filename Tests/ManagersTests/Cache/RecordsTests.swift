import FileStorage
import StudyDomain
import Testing
import TestSupport

@testable import Managers

@Suite struct RecordsTests {
  private let folder: TemporaryFolder
  private let cache: CollectionCache

  init() throws {
    folder = try TemporaryFolder()
    cache = CollectionCache(folder: folder.path)
  }

  @Test(arguments: [false, true])
  func `records of a cache are used in place, and a change is seen by the one who made it`(
    isChangeable: Bool
  ) throws {
    let written: Records<Int32> = [3, 1, 4, 1, 5]
    // A text of one byte puts the records where they are not aligned.
    cache.write("numbers") {
      $0.write("x")
      $0.write(records: written)
    }
    func read() throws -> Records<Int32> {
      try #require(
        cache.read("numbers", isChangeable: isChangeable) { reader in
          reader.readText().flatMap { _ in reader.readRecords(Int32.self) }
        })
    }
    var changed = try read()
    #expect(changed.elementsEqual(written))
    let before = changed
    changed[1] = 9
    changed[1] += 1
    #expect(Array(changed) == [3, 10, 4, 1, 5])
    #expect(Array(before) == [3, 1, 4, 1, 5])
    #expect(Array(try read()) == [3, 1, 4, 1, 5])
  }

  @Test func `lists of one file are changed apart from each other`() throws {
    cache.write("numbers") {
      $0.write(records: [Int64(1), 2])
      $0.write(records: [Int64(3), 4])
    }
    var lists = try #require(
      cache.read("numbers", isChangeable: true) { reader -> [Records<Int64>]? in
        guard let one = reader.readRecords(Int64.self), let other = reader.readRecords(Int64.self)
        else { return nil }
        return [one, other]
      })
    lists[0][1] = 7
    lists[1][0] = 8
    #expect(lists.map(Array.init) == [[1, 7], [8, 4]])
  }

  @Test func `records outlive the file they lie in`() throws {
    cache.write("numbers") { $0.write(records: Array(0..<Int64(5_000))) }
    let read = try #require(cache.read("numbers") { $0.readRecords(Int64.self) })
    cache.write("numbers") { $0.write(records: [Int64(7)]) }
    #expect(read.reduce(0, +) == 4_999 * 2_500)
  }
}
