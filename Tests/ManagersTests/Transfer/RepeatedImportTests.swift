import Foundation
import StudyDomain
import TestSupport
import Testing

@testable import Managers

/// Every file that can be imported, imported twice.
@MainActor @Suite struct RepeatedImportTests {
  private struct Result {
    var first: TransferReport
    var second: TransferReport
  }

  private func files(_ root: String) throws -> [String: Data] {
    var found: [String: Data] = [:]
    let walk = FileManager.default.enumerator(atPath: root)
    while let path = walk?.nextObject() as? String {
      found[path] = (try? Data(contentsOf: URL(filePath: "\(root)/\(path)"))) ?? Data()
    }
    return found
  }

  private func importTwice(_ path: String) async throws -> Result? {
    let collection = try TestCollection()
    let desk = try collection.open()
    let first: TransferReport
    do {
      first = try await desk.transfer.importFile(path)
    } catch is TransferError {
      // What cannot be read changes nothing either.
      return nil
    }
    let (facts, pasts, before) = (try desk.facts(), desk.pasts(), try files(collection.root))
    try collection.set("2026-12-20T10:00:00+01:00")
    let again = try collection.open()
    let second = try await again.transfer.importFile(path)
    #expect(second.new == 0)
    #expect(second.updated == 0)
    #expect(second.reviews == 0)
    #expect(second.media == 0)
    #expect(second.conflicting == [])
    let after = try files(collection.root)
    for name in Set(before.keys).union(after.keys).sorted() where before[name] != after[name] {
      Issue.record("\(name) is another one after the second import")
    }
    #expect(try again.facts() == facts)
    #expect(again.pasts() == pasts)
    return Result(first: first, second: second)
  }

  @Test(arguments: PackageFixture.all)
  func `a package that is imported twice changes nothing`(package: PackageFixture) async throws {
    _ = try await importTwice(package.path)
  }

  /// A text that asks for both notes gets them each time.
  @Test(
    arguments: (TextFixture.single + TextFixture.sequences).filter { !$0.name.contains("both") })
  func `a text that is imported twice changes nothing`(text: TextFixture) async throws {
    _ = try await importTwice(text.path)
  }

  @Test(
    .enabled(if: RealFiles.folder != nil, "the real decks are not here"),
    arguments: RealFiles.names)
  func `a real deck that is imported twice changes nothing`(name: String) async throws {
    guard let folder = RealFiles.folder else { return }
    let result = try await importTwice("\(folder)/\(name)")
    if RealFiles.unreadable.contains(name) {
      #expect(result == nil)
    } else {
      #expect((result?.first.new ?? 0) > 0 || RealFiles.empty.contains(name))
    }
  }
}

/// Decks of other people, which are no part of this project.
enum RealFiles {
  static let folder: String? = RealText.folder.map { String($0.dropLast("/csv".count)) }

  /// Larger ones would take long here and say no more.
  private static let mostBytes = 300_000

  static let names: [String] = {
    guard let folder, let walk = FileManager.default.enumerator(atPath: folder) else { return [] }
    var names: [String] = []
    while let name = walk.nextObject() as? String {
      guard name.contains("/"), let size = walk.fileAttributes?[.size] as? Int, size <= mostBytes
      else { continue }
      names.append(name)
    }
    return names.sorted()
  }()

  static let unreadable: Set<String> = [
    "markdown/carddown-neuracache.md", "markdown/inka2-math.md", "markdown/logseq-flashcards.md",
    "other/org-drill-spanish.org",
  ]
  static let empty: Set<String> = ["apkg/empty-backup-2023.colpkg"]
}
