import Foundation
import TestSupport
import Testing

@testable import AnkiExchange

/// Whatever a file holds, reading it ends with an error or a collection, within limits.
@Suite struct HostilePackageTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// True when the file was read to its end; any other error than ours is an issue.
  private func reads(_ path: String, limits: AnkiLimits = AnkiLimits()) -> Bool {
    do {
      let package = try AnkiPackage.open(path, scratchFolder: folder.path, limits: limits)
      let collection = try package.collection()
      _ = collection.withoutScheduling()
      for file in package.media { try package.readMedium(file) { _ in } }
      return true
    } catch {
      #expect(error is AnkiPackageError)
      return false
    }
  }

  /// The parts of a fixture, unpacked.
  private func parts(_ name: String) throws -> (database: [UInt8], map: [UInt8], latest: Bool) {
    let reader = try PackageReader(ZipReader(Fixture.named(name).path), limits: AnkiLimits())
    var database: [UInt8] = []
    var map: [UInt8] = []
    try reader.read(reader.databaseMember, limit: 1 << 24) { database += $0 }
    try reader.read("media", limit: 1 << 20) { map += $0 }
    return (database, map, reader.generation == .latest)
  }

  private func package(_ database: [UInt8], _ map: [UInt8], latest: Bool) throws -> String {
    let path = "\(folder.path)/odd.apkg"
    var odd = OddPackage(database: database, mediaMap: map)
    if latest {
      odd.meta = [0x08, 0x03]
      odd.databaseMember = "collection.anki21b"
      odd.database = try ZstdWriter.frame(database)
      odd.mediaMap = try ZstdWriter.frame(map)
    }
    try odd.write(to: path)
    return path
  }

  @Test(arguments: ["02_legacy2_media.apkg", "03_latest_media.apkg", "01_basic_legacy1.apkg"])
  func `a damaged archive does no harm`(_ name: String) throws {
    let whole = Array(try Data(contentsOf: URL(filePath: Fixture.named(name).path)))
    var noise = SeededNoise(seed: 7)
    var failures = 0
    for _ in 0..<150 {
      try folder.write("damaged.apkg", bytes: whole.damaged(&noise))
      if !reads("\(folder.path)/damaged.apkg") { failures += 1 }
      #expect(folder.files(in: ".") == ["./damaged.apkg"])
    }
    #expect(failures > 40)
  }

  @Test(arguments: ["09_states.apkg", "05_full_latest.colpkg"])
  func `a damaged database does no harm`(_ name: String) throws {
    let (database, map, latest) = try parts(name)
    var noise = SeededNoise(seed: 11)
    var failures = 0
    for round in 0..<150 {
      // Half of the damage goes where rows are.
      var damaged = database
      if round % 2 == 0 {
        damaged = damaged.damaged(&noise)
      } else {
        for _ in 0..<40 {
          damaged[Int.random(in: 100..<database.count, using: &noise)] = UInt8.random(
            in: 0...255, using: &noise)
        }
      }
      if !reads(try package(damaged, map, latest: latest)) { failures += 1 }
      #expect(folder.files(in: ".") == ["./odd.apkg"])
    }
    #expect(failures > 20)
  }

  @Test func `a damaged media map does no harm`() throws {
    for name in ["02_legacy2_media.apkg", "03_latest_media.apkg"] {
      let (database, map, latest) = try parts(name)
      var noise = SeededNoise(seed: 13)
      for _ in 0..<60 {
        _ = reads(try package(database, map.damaged(&noise), latest: latest))
        #expect(folder.files(in: ".") == ["./odd.apkg"])
      }
    }
  }

  @Test func `damaged messages do no harm`() throws {
    let package = try AnkiPackage.open(
      Fixture.named("05_full_latest.colpkg").path, scratchFolder: folder.path)
    let collection = try package.structure()
    var noise = SeededNoise(seed: 17)
    var failures = 0
    func tries(_ message: [UInt8], _ read: ([UInt8]) throws -> Void) {
      for _ in 0..<200 {
        do { try read(message.damaged(&noise)) } catch { failures += 1 }
      }
    }
    for type in collection.noteTypes {
      tries(type.message) { _ = try AnkiNoteType(id: 1, name: "", modified: 0, message: $0) }
      tries(type.fields[0].message) { _ = try AnkiField(name: "", message: $0) }
      tries(type.templates[0].message) { _ = try AnkiTemplate(name: "", modified: 0, message: $0) }
    }
    for preset in collection.presets {
      tries(preset.message) {
        _ = try AnkiPreset(id: 1, name: "", modified: 0, message: $0, schema: 15)
      }
    }
    for deck in collection.decks {
      tries(deck.kindMessage) {
        _ = try AnkiDeck(id: 1, storedName: "", modified: 0, common: $0, kind: $0)
      }
    }
    #expect(failures > 100)
  }

  // MARK: Bombs

  @Test func `a bomb stops at its limit`() throws {
    let zeros = [UInt8](repeating: 0, count: 8 << 20)
    var limits = AnkiLimits()
    limits.databaseBytes = 1 << 20
    try OddPackage(database: zeros).write(to: "\(folder.path)/zip.apkg")
    #expect(throws: AnkiPackageError.memberTooLarge("collection.anki21", limit: 1 << 20)) {
      try AnkiPackage.open("\(folder.path)/zip.apkg", scratchFolder: folder.path, limits: limits)
    }
    var odd = OddPackage(meta: [8, 3], databaseMember: "collection.anki21b")
    odd.database = try ZstdWriter.frame(zeros)
    odd.mediaMap = try ZstdWriter.frame([])
    try odd.write(to: "\(folder.path)/zstd.apkg")
    #expect(throws: AnkiPackageError.memberTooLarge("collection.anki21b", limit: 1 << 20)) {
      try AnkiPackage.open("\(folder.path)/zstd.apkg", scratchFolder: folder.path, limits: limits)
    }
    odd.mediaMap = try ZstdWriter.frame([UInt8](repeating: 0, count: 20 << 20))
    try odd.write(to: "\(folder.path)/map.apkg")
    #expect(throws: AnkiPackageError.memberTooLarge("media", limit: 16 << 20)) {
      try AnkiPackage.open("\(folder.path)/map.apkg", scratchFolder: folder.path)
    }
    #expect(folder.files(in: ".").count == 3)
  }

  @Test func `media stop at the size of the map and at the total`() throws {
    let (database, _, _) = try parts("09_states.apkg")
    var odd = OddPackage(database: database)
    odd.mediaMap = Array(#"{"0":"a.bin","1":"b.bin"}"#.utf8)
    odd.media = [
      ("0", [UInt8](repeating: 1, count: 5000)), ("1", [UInt8](repeating: 2, count: 5000)),
    ]
    try odd.write(to: "\(folder.path)/odd.apkg")
    var limits = AnkiLimits()
    limits.totalBytes = 8000
    let package = try AnkiPackage.open(
      "\(folder.path)/odd.apkg", scratchFolder: folder.path, limits: limits)
    #expect(throws: AnkiPackageError.memberTooLarge("0", limit: 100)) {
      try package.medium(package.media[0], limit: 100)
    }
    var lying = package.media[0]
    lying.size = 10
    #expect(throws: AnkiPackageError.memberTooLarge("0", limit: 10)) {
      try package.medium(lying, limit: 1 << 20)
    }
    #expect(throws: AnkiPackageError.packageTooLarge(limit: 8000)) {
      for file in package.media { _ = try package.medium(file, limit: 1 << 20) }
    }
  }

  @Test func `rows beyond the memory allowed are refused`() throws {
    var limits = AnkiLimits()
    limits.rowBytes = 2000
    let package = try AnkiPackage.open(
      Fixture.named("11_revlog.apkg").path, scratchFolder: folder.path, limits: limits)
    #expect(throws: AnkiPackageError.collectionTooLarge(limit: 2000)) { try package.collection() }
    let structure = try package.structure()
    var count = 0
    let repairs = try package.readNotes(of: structure.noteTypes) { _ in count += 1 }
    #expect(count > 0 && repairs.isEmpty)
  }

  // MARK: Databases

  /// The database of a fixture after some statements.
  private func changed(_ name: String, _ statements: [String]) throws -> AnkiCollection {
    let (bytes, map, latest) = try parts(name)
    // A file of the latest kind says that a log belongs to it.
    var database = bytes
    (database[18], database[19]) = (1, 1)
    try folder.write("change.db", bytes: database)
    do {
      let sqlite = try SQLiteDatabase.create("\(folder.path)/change.db")
      for statement in statements { try sqlite.execute(statement) }
    }
    let path = try package(try folder.bytes("change.db"), map, latest: latest)
    return try AnkiPackage.open(path, scratchFolder: folder.path).collection()
  }

  private func kinds(_ name: String, _ statements: String...) throws -> [AnkiRepair.Kind] {
    try changed(name, statements).repairs.map(\.kind)
  }

  @Test func `triggers, views and computed columns are refused`() throws {
    let member = "collection.anki21"
    let cases = [
      ("create trigger t after insert on notes begin select 1; end", "trigger t"),
      ("create view v as select 1", "view v"),
      ("create virtual table f using fts5(x)", "table f"),
      ("alter table notes add column x as (abs(id))", "column notes.x"),
    ]
    for (statement, object) in cases {
      #expect(throws: AnkiPackageError.databaseForeign(member: member, object: object)) {
        try changed("09_states.apkg", [statement])
      }
    }
  }

  @Test func `schemas that are not known are refused`() throws {
    for (schema, error) in [
      (10, AnkiPackageError.olderSchema(10)), (12, .newerSchema(12)), (13, .newerSchema(13)),
      (19, .newerSchema(19)),
    ] {
      #expect(throws: error) {
        try changed("09_states.apkg", ["update col set ver = \(schema)"])
      }
    }
  }

  @Test(arguments: ["09_states.apkg", "05_full_latest.colpkg"])
  func `odd rows are read with a remark`(_ name: String) throws {
    let first = "(select min(id) from notes)"
    let card = "(select min(id) from cards)"
    #expect(try kinds(name, "select 1") == [])
    #expect(
      try kinds(name, "update notes set mid = 5 where id = \(first)").contains(.noteTypeMissing))
    #expect(try kinds(name, "update notes set guid = '' where id = \(first)") == [.guidEmpty])
    #expect(
      try kinds(name, "update notes set flds = cast(x'ff1f' as text) where id = \(first)")
        .contains(.textBroken))
    #expect(
      try kinds(name, "update notes set flds = flds || char(31) || 'more' where id = \(first)")
        == [.fieldsSurplus])
    #expect(try kinds(name, "update cards set nid = 5 where id = \(card)") == [.noteMissing])
    #expect(
      try kinds(name, "update cards set ord = 60000 where id = \(card)") == [.templateMissing])
    #expect(try kinds(name, "update cards set ord = -1 where id = \(card)") == [.templateMissing])
    #expect(try kinds(name, "update cards set did = 5 where id = \(card)") == [.deckMissing])
    #expect(try kinds(name, "update cards set queue = 9 where id = \(card)") == [.stateUnknown])
    #expect(
      try kinds(name, "update cards set factor = 70000 where id = \(card)") == [.numberOutOfRange])
    #expect(
      try kinds(
        name,
        "insert into cards select 9, nid, did, ord, mod, usn, type, queue, due, ivl, factor, reps, lapses, left, odue, odid, flags, data from cards where id = \(card)"
      ) == [.cardTwice])
    #expect(try kinds(name, "update cards set data = '{\"s\":' where id = \(card)") == [])
    #expect(try kinds(name, "update cards set due = 5.5, ivl = 3.0 where id = \(card)") == [])
  }

  @Test func `a guid that was made is the same each time`() throws {
    let change = "update notes set guid = '' where id = (select min(id) from notes)"
    let guids = try (0..<2).map { _ in
      try changed("09_states.apkg", [change]).notes.first?.guid
    }
    #expect(guids[0] == guids[1])
    #expect(guids[0]?.isEmpty == false)
  }

  @Test func `a table without a key is put in order`() throws {
    let collection = try changed(
      "11_revlog.apkg",
      [
        "create table other as select * from revlog order by id desc",
        "insert into other select * from revlog limit 3", "drop table revlog",
        "alter table other rename to revlog",
      ])
    #expect(collection.reviews.map(\.id) == collection.reviews.map(\.id).sorted())
    #expect(collection.repairs.map(\.kind) == [.idTwice])
    #expect(collection.repairs.map(\.count) == [3])
  }
}
