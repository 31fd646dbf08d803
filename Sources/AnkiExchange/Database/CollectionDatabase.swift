import Dispatch
import Synchronization

/// The database of a collection, opened and checked.
final class CollectionDatabase {
  let sqlite: SQLiteDatabase
  /// What errors call it.
  let member: String
  let schema: Int
  private let check: PageCheck

  /// Opens a file that nobody else writes.
  ///
  /// Checks tables and schema before anything is read; the pages are looked at on another thread,
  /// and what is read counts only after `confirm`.
  init(path: String, member: String) throws {
    self.member = member
    var started: PageCheck?
    do {
      sqlite = try SQLiteDatabase.openForeign(path)
      try Self.expectTablesOnly(sqlite, member)
      let check = PageCheck(try SQLiteDatabase.openForeign(path), member)
      started = check
      self.check = check
      let row = try sqlite.prepare("select ver from col")
      guard try row.step() else {
        throw AnkiPackageError.databaseBroken(member: member, reason: "table col is empty")
      }
      schema = Int(clamping: row.integer(0))
    } catch {
      // A broken page says more than what it led to.
      try started?.outcome()
      throw (error as? SQLiteError).map { AnkiPackageError($0, member) } ?? error
    }
    switch schema {
    case 11, 14...18: break
    case ...10: throw AnkiPackageError.olderSchema(schema)
    default: throw AnkiPackageError.newerSchema(schema)
    }
  }

  /// Triggers, views, virtual tables and computed columns would run what the file says.
  private static func expectTablesOnly(_ sqlite: SQLiteDatabase, _ member: String) throws {
    let objects = try sqlite.prepare("select type, name, sql from sqlite_master")
    while try objects.step() {
      let type = objects.text(0) ?? ""
      let sql = (objects.text(2) ?? "").lowercased()
      guard type == "table" || type == "index", !sql.hasPrefix("create virtual") else {
        throw AnkiPackageError.databaseForeign(
          member: member, object: "\(type) \(objects.text(1) ?? "")")
      }
    }
    for table in tables {
      let columns = try sqlite.prepare(
        "select name from pragma_table_xinfo('\(table)') where hidden")
      if try columns.step() {
        throw AnkiPackageError.databaseForeign(
          member: member, object: "column \(table).\(columns.text(0) ?? "")")
      }
    }
  }

  private static let tables = [
    "col", "notes", "cards", "revlog", "graves", "notetypes", "fields", "templates", "decks",
    "deck_config", "config", "tags",
  ]

  /// Waits for the look at the pages; throws when one is broken.
  func confirm() throws {
    try check.outcome()
  }

  /// Runs a query and hands each row over.
  func rows(_ sql: String, _ body: (SQLiteStatement) throws -> Void) throws {
    do {
      let statement = try sqlite.prepare(sql)
      while try statement.step() { try body(statement) }
    } catch let error as SQLiteError {
      throw AnkiPackageError(error, member)
    }
  }

  func count(of table: String) throws -> Int {
    var count = 0
    try rows("select count(*) from \(table)") { count = Int($0.integer(0)) }
    return count
  }
}

/// A look at all pages of a database, on a thread and a connection of its own.
private final class PageCheck: Sendable {
  private let found = Mutex<Result<Void, any Error>>(.success(()))
  private let work = DispatchGroup()

  init(_ sqlite: sending SQLiteDatabase, _ member: String) {
    // Only the other thread uses it.
    nonisolated(unsafe) let sqlite = sqlite
    DispatchQueue.global(qos: .userInitiated).async(group: work) { [self] in
      let result = Result { try Self.run(sqlite, member) }
      found.withLock { $0 = result }
    }
  }

  func outcome() throws {
    work.wait()
    try found.withLock { try $0.get() }
  }

  private static func run(_ sqlite: SQLiteDatabase, _ member: String) throws {
    do {
      let check = try sqlite.prepare("pragma quick_check(1)")
      guard try check.step() else { return }
      let answer = check.text(0) ?? "?"
      guard answer == "ok" else {
        throw AnkiPackageError.databaseBroken(member: member, reason: answer)
      }
    } catch let error as SQLiteError {
      throw AnkiPackageError(error, member)
    }
  }
}

extension AnkiPackageError {
  init(_ error: SQLiteError, _ member: String) {
    self =
      error.isNotDatabase
      ? .notDatabase(member: member) : .databaseBroken(member: member, reason: error.message)
  }
}
