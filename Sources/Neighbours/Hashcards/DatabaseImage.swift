import CSQLite

/// An SQLite database in memory, of anyone's making; nothing is written anywhere.
final class DatabaseImage {
  private let handle: OpaquePointer
  private let image: UnsafeMutablePointer<UInt8>

  /// Larger values are an error.
  private static let maximumValueBytes: Int32 = 1 << 20

  init(_ bytes: [UInt8]) throws(HashcardsError) {
    guard bytes.count >= 100, bytes.starts(with: Array("SQLite format 3".utf8) + [0]) else {
      throw HashcardsError(message: "it is no SQLite database")
    }
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(
      ":memory:", &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let opened else {
      sqlite3_close(opened)
      throw HashcardsError(message: String(cString: sqlite3_errstr(code)))
    }
    handle = opened
    image = .allocate(capacity: bytes.count)
    image.initialize(from: bytes, count: bytes.count)
    // A database in memory has no write-ahead log: the image is read as one without.
    image[18] = 1
    image[19] = 1
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.maximumValueBytes)
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0)
    let size = sqlite3_int64(bytes.count)
    try check(
      sqlite3_deserialize(
        handle, "main", image, size, size, UInt32(SQLITE_DESERIALIZE_READONLY)))
    for pragma in ["trusted_schema=off", "cell_size_check=on", "temp_store=memory"] {
      try check(sqlite3_exec(handle, "pragma " + pragma, nil, nil, nil))
    }
  }

  deinit {
    sqlite3_close(handle)
    image.deallocate()
  }

  private func check(_ code: Int32) throws(HashcardsError) {
    guard code != SQLITE_OK, code != SQLITE_DONE, code != SQLITE_ROW else { return }
    throw HashcardsError(message: String(cString: sqlite3_errmsg(handle)))
  }

  /// The names of a table's columns; empty where there is no such table.
  func columns(of table: String) throws(HashcardsError) -> Set<String> {
    var names: Set<String> = []
    try rows("select name from pragma_table_info('\(table)')") { row in
      if let name = row.text(0) { names.insert(name) }
    }
    return names
  }

  /// Hands over the rows of a query.
  func rows(_ sql: String, _ body: (Row) -> Void) throws(HashcardsError) {
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(handle, sql, -1, &statement, nil))
    defer { sqlite3_finalize(statement) }
    guard let statement else { return }
    while true {
      let code = sqlite3_step(statement)
      try check(code)
      guard code == SQLITE_ROW else { return }
      body(Row(statement: statement))
    }
  }

  /// The row that a query has come to.
  struct Row {
    fileprivate let statement: OpaquePointer

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    /// 0 for null and for what is no number.
    func number(_ column: Int32) -> Double {
      let value = sqlite3_column_double(statement, column)
      return value.isFinite ? value : 0
    }

    func text(_ column: Int32) -> String? {
      guard let start = sqlite3_column_text(statement, column) else { return nil }
      let count = Int(sqlite3_column_bytes(statement, column))
      return String(
        validating: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }
  }
}
