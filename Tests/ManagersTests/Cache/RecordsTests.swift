import FileStorage
import Testing
import TestSupport

@testable import Managers

@Suite struct RecordsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `records of a cache are used in place until they are changed`() throws {
    let cache = CollectionCache(folder: folder.path)
    let written: Records<Int32> = [3, 1, 4, 1, 5]
    // A text of one byte puts the records where they are not aligned.
    cache.write("numbers") {
      $0.write("x")
      $0.write(records: written)
    }
    let read = try #require(
      cache.read("numbers") { reader in
        reader.readText().flatMap { _ in reader.readRecords(Int32.self) }
      })
    #expect(read.elementsEqual(written))
    var changed = read
    changed[1] = 9
    #expect(Array(changed) == [3, 9, 4, 1, 5])
    #expect(Array(read) == [3, 1, 4, 1, 5])
  }

  @Test func `records outlive the file they lie in`() throws {
    let cache = CollectionCache(folder: folder.path)
    cache.write("numbers") { $0.write(records: Array(0..<Int64(5_000))) }
    let read = try #require(cache.read("numbers") { $0.readRecords(Int64.self) })
    cache.write("numbers") { $0.write(records: [Int64(7)]) }
    #expect(read.reduce(0, +) == 4_999 * 2_500)
  }
}
