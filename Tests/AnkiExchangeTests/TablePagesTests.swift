import TestSupport
import Testing

@testable import AnkiExchange

/// Pages that this module lays itself, as SQLite reads them.
@Suite struct TablePagesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private struct Row: Equatable {
    var id: Int64
    var number: Int64
    var text: String
  }

  /// Writes rows into a table between two others and has SQLite check and read the file.
  private func roundTrip(_ rows: [Row], after count: UInt32? = nil) throws -> [Row] {
    let file = try ScratchFile(in: folder.path, suffix: ".db")
    var place = 0
    do {
      let database = try SQLiteDatabase.create(file.path)
      for table in ["first", "rows", "last"] {
        try database.execute("create table \(table) (id integer primary key, n integer, t text)")
      }
      try database.execute("insert into last values (7, 8, 'nine')")
      let root = try database.prepare("select rootpage from sqlite_master where name = 'rows'")
      #expect(try root.step())
      place = Int(root.integer(0))
    }
    var offset = Int64(file.size)
    let sink = PageSink(after: UInt32(offset / 4096)) { piece in
      try file.write(piece, at: Int(offset))
      offset += Int64(piece.count)
    }
    var pages = TablePages(sink)
    var record = RecordBytes()
    for row in rows {
      record.removeAll()
      record.putNull()
      record.put(row.number)
      record.put(text: Array(row.text.utf8))
      try pages.append(id: row.id, record)
    }
    let root = try pages.finish()
    try sink.flush()
    #expect(root.count == 4096)
    try file.write(root, at: (place - 1) * 4096)
    withUnsafeBytes(of: sink.count.bigEndian) { bytes in
      #expect(throws: Never.self) { try file.write(Array(bytes), at: 28) }
    }
    let database = try SQLiteDatabase.openForeign(file.path)
    let check = try database.prepare("pragma integrity_check")
    #expect(try check.step())
    #expect(check.text(0) == "ok")
    let select = try database.prepare("select id, n, t from rows order by id")
    var found: [Row] = []
    while try select.step() {
      found.append(
        Row(id: select.integer(0), number: select.integer(1), text: try #require(select.text(2))))
    }
    let seek = try database.prepare("select n from rows where id = ?")
    for row in [rows.first, rows.last, rows.dropFirst(rows.count / 2).first].compactMap(\.self) {
      seek.bind(1, row.id)
      #expect(try seek.step())
      #expect(seek.integer(0) == row.number)
      seek.reset()
    }
    let last = try database.prepare("select t from last where id = 7")
    #expect(try last.step())
    #expect(last.text(0) == "nine")
    return found
  }

  private func rows(_ count: Int, bytes: (Int) -> Int) -> [Row] {
    (0..<count).map {
      Row(
        id: Int64($0) * 3 + 1, number: Int64($0) - 5,
        text: String(repeating: "x", count: bytes($0)))
    }
  }

  @Test(arguments: [0, 1, 2, 90, 300, 5000, 150_000])
  func `rows come back from trees of every height`(count: Int) throws {
    let rows = rows(count) { $0 % 50 }
    #expect(try roundTrip(rows) == rows)
  }

  /// Every length around the limits at which a row leaves its page.
  @Test func `long rows have pages of their own`() throws {
    let lengths = Array(4040...4075) + Array(4530...4560) + Array(8120...8200) + [100_000, 0, 1]
    let rows = rows(lengths.count) { lengths[$0] }
    #expect(try roundTrip(rows) == rows)
  }

  @Test func `two pages of leaves and hundreds have parents with more than one child`() throws {
    for count in [2, 3, 339, 340, 341, 342, 680, 681] {
      let rows = rows(count) { _ in 3000 }
      #expect(try roundTrip(rows) == rows)
    }
  }

  @Test func `numbers of every size and sign come back`() throws {
    var numbers: [Int64] = [0, 1, -1, 2, .min, .max]
    for bits in stride(from: 7, through: 63, by: 8) {
      let edge = Int64(bitPattern: 1 << UInt64(bits))
      numbers += [edge, edge &- 1, 0 &- edge, ~edge, edge &+ 1]
    }
    let ids = Set(numbers).sorted()
    let rows = ids.map { Row(id: $0, number: $0, text: "") }
    #expect(try roundTrip(rows) == rows)
  }

  @Test func `the page of locks stays empty`() throws {
    // Too large to be made: the numbers alone are looked at.
    let sink = PageSink(after: (1 << 30) / 4096 - 1) { _ in }
    let page = [UInt8](repeating: 1, count: 4096)
    #expect(sink.next == 262_144)
    #expect(sink.afterNext == 262_146)
    #expect(try page.withUnsafeBytes { try sink.append($0) } == 262_144)
    #expect(try page.withUnsafeBytes { try sink.append($0) } == 262_146)
    #expect(sink.count == 262_146)
  }

  @Test func `numbers take as many bytes as SQLite gives them`() {
    for number: UInt64 in [0, 127, 128, 16_383, 16_384, (1 << 56) - 1, 1 << 56, .max] {
      var bytes: [UInt8] = []
      Varint.append(number, to: &bytes)
      #expect(bytes.count == Varint.size(number))
    }
    #expect(Varint.size((1 << 56) - 1) == 8)
    #expect(Varint.size(1 << 56) == 9)
  }

  /// SQLite keeps a text that is a number as that number in a column of whole numbers.
  @Test(arguments: [
    "", "a", "12", " 12 ", "-7", "+7", "1.5", "1e3", "1e400", "0x10", "12a", ".5", "5.", ".", "e",
    "9223372036854775807", "9223372036854775808", "1-2", "12\u{A0}", "0123", "1e-5", "--1", "+",
  ])
  func `sort fields are kept as SQLite keeps them`(text: String) throws {
    let database = try SQLiteDatabase.create(":memory:")
    try database.execute("create table t (v integer)")
    let insert = try database.prepare("insert into t values (?)")
    insert.bind(1, copying: Array(text.utf8))
    try insert.run()
    let select = try database.prepare("select v from t")
    #expect(try select.step())
    var own = text
    let found = try own.withUTF8 { try NumberAffinity().number($0) }
    switch select.kind(0) {
    case .integer: #expect(found == .integer(select.integer(0)))
    case .real: #expect(found == .real(select.real(0)))
    case .other: #expect(found == nil)
    }
  }

  @Test(arguments: [0, 1, 3, 40])
  func `packed pieces are one member of an archive`(count: Int) throws {
    let pieces = (0..<count).map { number in
      (0..<(100_000 + number)).map { UInt8(truncatingIfNeeded: $0 / 7 * (number + 1)) }
    }
    let deflater = PieceDeflater()
    for piece in pieces { deflater.add(piece) }
    let packed = try #require(deflater.finish(behind: Array("head".utf8)))
    let path = "\(folder.path)/pieces.zip"
    let zip = try ZipWriter(path, milliseconds: 1_764_000_000_000)
    try zip.add("0", packed: packed)
    try zip.finish()
    let reader = try ZipReader(path)
    let whole = Array("head".utf8) + pieces.flatMap(\.self)
    var read: [UInt8] = []
    // The reader compares the checksum.
    try reader.read("0") { read += $0 }
    #expect(read == whole)
  }
}
