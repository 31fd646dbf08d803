/// The database of a collection, opened and checked.
final class CollectionDatabase {
  let sqlite: SQLiteDatabase
  /// A second connection, so that two threads read at a time.
  private let second: SQLiteDatabase
  /// What errors call it.
  let member: String
  let schema: Int
  private let check: WorkBeside<Void>

  /// Opens a file that nobody else writes.
  ///
  /// Checks tables and schema before anything is read; the pages are looked at on another thread,
  /// and what is read counts only after `confirm`.
  init(path: String, member: String) throws {
    self.member = member
    var started: WorkBeside<Void>?
    do {
      sqlite = try SQLiteDatabase.openForeign(path)
      try Self.expectTablesOnly(sqlite, member)
      second = try SQLiteDatabase.openForeign(path)
      // Only the other thread uses it.
      nonisolated(unsafe) let pages = try SQLiteDatabase.openForeign(path)
      let check = WorkBeside { try PageCheck.run(pages, member) }
      started = check
      self.check = check
      let row = try sqlite.prepare("select ver from col")
      guard try row.step() else {
        throw AnkiPackageError.databaseBroken(member: member, reason: "table col is empty")
      }
      schema = Int(clamping: row.integer(0))
    } catch {
      // A broken page says more than what it led to.
      try started?.value()
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
    try check.value()
  }

  enum Connection {
    case first, second
  }

  /// Runs a query and hands each row over; a connection serves one thread at a time.
  func rows(
    _ sql: String, on connection: Connection = .first, _ body: (SQLiteStatement) throws -> Void
  ) throws {
    do {
      let statement = try (connection == .first ? sqlite : second).prepare(sql)
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

/// Looks at all pages of a database, on a connection of its own.
private enum PageCheck {
  static func run(_ sqlite: SQLiteDatabase, _ member: String) throws {
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
