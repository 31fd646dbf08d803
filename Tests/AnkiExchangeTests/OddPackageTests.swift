import Foundation
import TestSupport
import Testing

@testable import AnkiExchange

/// Malformed packages end as `Fixtures/bad/OUTCOMES.tsv` has it.
@Suite struct OddPackageTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func open(_ name: String) throws -> AnkiPackage {
    try AnkiPackage.open("\(Fixture.folder)/bad/\(name)", scratchFolder: folder.path)
  }

  private func error(of name: String) -> AnkiPackageError? {
    do {
      _ = try open(name).collection()
      return nil
    } catch {
      #expect(folder.files(in: ".") == [])
      return error as? AnkiPackageError
    }
  }

  @Test func `every outcome is in this suite`() throws {
    let table = try String(
      contentsOf: URL(filePath: "\(Fixture.folder)/bad/OUTCOMES.tsv"), encoding: .utf8)
    let listed = table.split(separator: "\n").dropFirst().map { String($0.prefix { $0 != "\t" }) }
    let found = try FileManager.default.contentsOfDirectory(atPath: "\(Fixture.folder)/bad")
    #expect(listed == found.filter { $0.hasSuffix(".apkg") }.sorted())
    #expect(listed.count == 8)
  }

  @Test func `what is no archive is told`() {
    let path = "\(Fixture.folder)/bad/d1_not_a_zip.apkg"
    #expect(error(of: "d1_not_a_zip.apkg") == .notZip(path: path))
    #expect(throws: AnkiPackageError.unreadable(path: "\(folder.path)/gone", errno: ENOENT)) {
      try AnkiPackage.open("\(folder.path)/gone", scratchFolder: folder.path)
    }
    #expect(throws: AnkiPackageError.notZip(path: folder.path)) {
      try AnkiPackage.open(folder.path, scratchFolder: folder.path)
    }
  }

  @Test func `a newer package is told`() {
    #expect(error(of: "d2_meta_future_version.apkg") == .newerPackage(version: 9))
  }

  @Test func `a broken media map is told`() {
    #expect(
      error(of: "d3_media_map_not_json.apkg")
        == .mediaMapBroken(reason: "JSON ends early, at byte 14"))
  }

  @Test func `a medium with a path for a name is left out`() throws {
    let package = try open("d4_media_name_with_slash.apkg")
    let repairs = try package.collection().repairs
    #expect(repairs.map(\.kind) == [.mediaNameUnsafe])
    #expect(!package.media.contains { $0.name.contains("/") })
    #expect(folder.files(in: ".") == [])
  }

  @Test func `a member that is no database is told`() {
    #expect(error(of: "d5_db_is_random_bytes.apkg") == .notDatabase(member: "collection.anki21"))
  }

  @Test func `a note with too few fields is filled up`() throws {
    let collection = try open("d6_field_count_mismatch.apkg").collection()
    #expect(collection.repairs.map(\.kind) == [.fieldsMissing])
    #expect(collection.repairs.map(\.count) == [1])
    let types = Dictionary(uniqueKeysWithValues: collection.noteTypes.map { ($0.id, $0) })
    for note in collection.notes {
      #expect(note.fields.count == types[note.noteTypeID]?.fields.count)
    }
  }

  @Test func `a database that was cut is told`() {
    guard case .databaseBroken = error(of: "d7_db_truncated.apkg") else {
      Issue.record("\(String(describing: error(of: "d7_db_truncated.apkg")))")
      return
    }
  }

  @Test func `a member that was cut is told`() {
    #expect(
      error(of: "d8_zstd_frame_cut.apkg")
        == .memberBroken("collection.anki21b", reason: "its zstd data end early"))
  }
}
