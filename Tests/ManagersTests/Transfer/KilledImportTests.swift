import AnkiExchange
import Foundation
import History
import StudyDomain
import TestSupport
import Testing

@testable import Managers

/// Imports whose program was killed on their way.
@MainActor @Suite struct KilledImportTests {
  private static let files = [
    "Own.md": "Q: own\r\nA: text\r\n", "Geography/Europe.md": "Q: in the way\nA: yes\n",
    "media/own.png": "own",
    ".deckle/notetypes.yaml":
      "Mine:\n  fields: [A]\n  cards:\n    - {name: 1, front: \"{{A}}\", back: x}\n",
  ]

  /// The collection's files but for the history, which only grows.
  private func files(_ root: String) throws -> [String: Data] {
    var found: [String: Data] = [:]
    let walk = FileManager.default.enumerator(atPath: root)
    while let path = walk?.nextObject() as? String {
      guard !path.hasPrefix(".deckle/history"), path != ".deckle/id", path != ".gitattributes",
        path != ".deckle"
      else { continue }
      found[path] =
        (try? Data(contentsOf: URL(filePath: "\(root)/\(path)"))) ?? Data("a folder".utf8)
    }
    return found
  }

  /// The collection as a kill at this moment would leave it.
  private func copy(_ collection: TestCollection) throws -> TestCollection {
    let other = try TestCollection()
    other.time.milliseconds = collection.time.milliseconds
    try FileManager.default.removeItem(atPath: other.root)
    try FileManager.default.copyItem(atPath: collection.root, toPath: other.root)
    return other
  }

  @Test(arguments: [
    ("02_legacy2_media.apkg", nil as String?), ("21_legacy1_scheduled.apkg", nil),
    ("17_update_v2.apkg", "17_update_v1.apkg"),
  ])
  func `an import that is killed at any moment is taken back by undo`(
    name: String, first: String?
  ) async throws {
    let collection = try TestCollection(Self.files)
    if let first {
      try await collection.open().transfer.importFile(PackageFixture(name: first).path)
      try collection.set("2026-12-02T10:00:00+01:00")
    }
    let before = try files(collection.root)
    let desk = try collection.open()
    let (states, facts) = (desk.pasts(), try desk.facts())
    let known = desk.transfer.imports().count
    var time = ContinuousClock.now
    desk.transfer.instant = {
      time += .seconds(1)
      return time
    }
    var copies: [TestCollection] = []
    var failure: (any Error)?
    let report = try await desk.transfer.importFile(PackageFixture(name: name).path) { _ in
      do {
        copies.append(try self.copy(collection))
      } catch {
        failure = error
      }
    }
    #expect(failure == nil)
    #expect(report.new + report.updated > 0)
    var cutOff = 0
    for copy in copies {
      let killed = try copy.open()
      let pending = killed.transfer.imports().filter(\.isCutOff)
      #expect(pending.count <= 1)
      if let pending = pending.first {
        cutOff += 1
        #expect(killed.transfer.imports().count == known + 1)
        _ = try killed.transfer.undo(pending.name)
      }
      guard killed.transfer.imports().count == known else { continue }
      #expect(try files(copy.root) == before)
      #expect(try killed.facts() == facts)
      #expect(killed.pasts() == states)
    }
    #expect(cutOff >= 3)
  }

  @Test func `a second run completes one that was killed, and undo takes both back`() async throws {
    let collection = try TestCollection(Self.files)
    let before = try files(collection.root)
    let desk = try collection.open()
    var time = ContinuousClock.now
    desk.transfer.instant = {
      time += .seconds(1)
      return time
    }
    var killed: TestCollection?
    let path = PackageFixture(name: "21_legacy1_scheduled.apkg").path
    let whole = try await desk.transfer.importFile(path) { progress in
      if progress.stage == .history { killed = try? self.copy(collection) }
    }
    let copy = try #require(killed)
    copy.time.milliseconds += 1000
    let again = try copy.open()
    let report = try await again.transfer.importFile(path)
    #expect(report.reviews == whole.reviews)
    #expect(try again.facts() == desk.facts())
    for summary in again.transfer.imports() { _ = try again.transfer.undo(summary.name) }
    #expect(try files(copy.root) == before)
  }

  @Test func `a running import is none that was cut off`() async throws {
    let collection = try TestCollection(Self.files)
    let desk = try collection.open()
    var seen = 0
    _ = try await desk.transfer.importFile(PackageFixture(name: "02_legacy2_media.apkg").path) {
      _ in
      seen = max(seen, desk.transfer.imports().count)
    }
    #expect(seen == 0)
    #expect(desk.transfer.imports().count == 1)
  }

  @Test func `what a killed writer left is swept by the next import`() async throws {
    let collection = try TestCollection(Self.files)
    let stale = ["Geography/.Europe.md.ab12cd34.tmp", "media/.own.png.ab12cd34.tmp"]
    let kept = [
      "Geography/.notes.tmp", ".Own.md.Ab12cd34.tmp", "Geography/.Europe.md.zz12cd34.tmp",
    ]
    for name in stale + kept { try collection.write(name, "x") }
    for name in stale + kept.prefix(2) {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -600)],
        ofItemAtPath: "\(collection.root)/\(name)")
    }
    // However long the test takes, this one is of now.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: 3600)],
      ofItemAtPath: "\(collection.root)/\(kept[2])")
    let desk = try collection.open()
    _ = try await desk.transfer.importFile(PackageFixture(name: "02_legacy2_media.apkg").path)
    let left = try files(collection.root).keys.filter { $0.hasSuffix(".tmp") }
    #expect(Set(left) == Set(kept))
  }
}
