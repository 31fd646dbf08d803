import CSQLite
import Glibc

/// An SQLite file, foreign or being written.
///
/// Every database knows the collation `unicase`, without which collections of the latest schema
/// can hardly be read.
final class SQLiteDatabase {
  fileprivate let handle: OpaquePointer

  /// Larger values, in rows or in between, are an error.
  static let maximumValueBytes: Int32 = 32 << 20

  private init(_ path: String, flags: Int32) throws(SQLiteError) {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let opened else {
      let error = SQLiteError(code: code, message: String(cString: sqlite3_errstr(code)))
      sqlite3_close(opened)
      throw error
    }
    handle = opened
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.maximumValueBytes)
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0)
    sqlite3_create_collation_v2(handle, "unicase", SQLITE_UTF8, nil, compareIgnoringCase, nil)
  }

  deinit {
    // Statements hold the database: none is left.
    sqlite3_close(handle)
  }

  /// Opens a file of anyone's making for reading; it stays as it is, and nothing appears beside it.
  static func openForeign(_ path: String) throws(SQLiteError) -> SQLiteDatabase {
    let escaped = path.utf8.reduce(into: "file:") { uri, byte in
      let isPlain =
        byte < 0x80
        && (Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber
          || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "."))
      uri +=
        isPlain
        ? String(Unicode.Scalar(byte))
        : (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
    }
    let database = try SQLiteDatabase(
      escaped + "?immutable=1", flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
    for pragma in [
      "trusted_schema=off", "cell_size_check=on", "ignore_check_constraints=on", "mmap_size=0",
      "temp_store=memory", "cache_size=-4000",
    ] {
      try database.execute("pragma " + pragma)
    }
    CSQLiteSetDefensive(database.handle)
    return database
  }

  /// Opens a database of one's own, an existing empty file at first, written without a journal: it is whole or discarded.
  static func create(_ path: String) throws(SQLiteError) -> SQLiteDatabase {
    let database = try SQLiteDatabase(path, flags: SQLITE_OPEN_READWRITE)
    for pragma in [
      "page_size=4096", "journal_mode=off", "synchronous=off", "locking_mode=exclusive",
      "temp_store=memory", "cache_size=-16000",
    ] {
      try database.execute("pragma " + pragma)
    }
    return database
  }

  func execute(_ sql: String) throws(SQLiteError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code) }
  }

  func prepare(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
    guard code == SQLITE_OK, let statement else { throw error(code) }
    return SQLiteStatement(self, statement)
  }

  fileprivate func error(_ code: Int32) -> SQLiteError {
    SQLiteError(code: code, message: String(cString: sqlite3_errmsg(handle)))
  }
}

private func compareIgnoringCase(
  _: UnsafeMutableRawPointer?, _ leftCount: Int32, _ left: UnsafeRawPointer?, _ rightCount: Int32,
  _ right: UnsafeRawPointer?
) -> Int32 {
  let left = UnsafeRawBufferPointer(start: left, count: Int(leftCount))
  let right = UnsafeRawBufferPointer(start: right, count: Int(rightCount))
  let one = left.withMemoryRebound(to: UInt8.self) { NormalForm.folded($0) }
  let other = right.withMemoryRebound(to: UInt8.self) { NormalForm.folded($0) }
  // UTF-8 orders as code points do.
  return one == other ? 0 : one.lexicographicallyPrecedes(other) ? -1 : 1
}

/// What SQLite says when it cannot.
struct SQLiteError: Error, Hashable {
  var code: Int32
  var message: String

  var isNotDatabase: Bool {
    code & 0xFF == SQLITE_NOTADB
  }

  var isConstraint: Bool {
    code & 0xFF == SQLITE_CONSTRAINT
  }

  /// The nearest error of the system.
  var systemError: Int32 {
    code & 0xFF == SQLITE_FULL ? ENOSPC : EIO
  }
}

/// Tells SQLite to copy a value; the macro for it is a cast that Swift does not import.
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

/// A compiled statement with its current row; it keeps its database open.
final class SQLiteStatement {
  private let database: SQLiteDatabase
  private let handle: OpaquePointer

  fileprivate init(_ database: SQLiteDatabase, _ handle: OpaquePointer) {
    self.database = database
    self.handle = handle
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// Moves to the next row; false after the last.
  func step() throws(SQLiteError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw database.error(code)
    }
  }

  // MARK: Columns

  /// A whole number, converted from whatever is stored.
  func integer(_ column: Int32) -> Int64 {
    sqlite3_column_int64(handle, column)
  }

  /// Bytes that hold until the next call for the column or the next step.
  func bytes(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
    // As text, so that a number gives its digits; a blob comes as it is.
    let start =
      sqlite3_column_type(handle, column) == SQLITE_BLOB
      ? sqlite3_column_blob(handle, column)?.assumingMemoryBound(to: UInt8.self)
      : sqlite3_column_text(handle, column)
    return UnsafeBufferPointer(
      start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column)))
  }

  enum Kind {
    case integer, real, other
  }

  /// What is stored.
  func kind(_ column: Int32) -> Kind {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    default: .other
    }
  }

  func real(_ column: Int32) -> Double {
    sqlite3_column_double(handle, column)
  }

  /// A text; nil when it is no UTF-8.
  func text(_ column: Int32) -> String? {
    String(validating: bytes(column), as: UTF8.self)
  }

  // MARK: Parameters

  func bind(_ index: Int32, _ value: Int64) {
    sqlite3_bind_int64(handle, index, value)
  }

  /// The text must stay as it is until `run` returns.
  func bind(_ index: Int32, text: UnsafeBufferPointer<UInt8>) {
    text.withMemoryRebound(to: CChar.self) { characters in
      // Without a start the value would be null.
      _ =
        characters.baseAddress == nil
        ? sqlite3_bind_text(handle, index, "", 0, nil)
        : sqlite3_bind_text(handle, index, characters.baseAddress, Int32(characters.count), nil)
    }
  }

  /// A text that SQLite keeps for itself.
  func bind(_ index: Int32, copying text: some Collection<UInt8>) {
    bind(index, bytes: Array(text)) {
      _ = sqlite3_bind_text(handle, index, $0, $1, transient)
    }
  }

  func bind(_ index: Int32, copyingBlob blob: [UInt8]) {
    bind(index, bytes: blob) {
      _ = sqlite3_bind_blob(handle, index, $0, $1, transient)
    }
  }

  private func bind(
    _ index: Int32, bytes: [UInt8], _ call: (UnsafePointer<CChar>, Int32) -> Void
  ) {
    bytes.withUnsafeBytes { buffer in
      var nothing: CChar = 0
      // Without a start the value would be null.
      if let start = buffer.baseAddress {
        call(start.assumingMemoryBound(to: CChar.self), Int32(buffer.count))
      } else {
        call(&nothing, 0)
      }
    }
  }

  /// Makes it ready to be stepped through from the first row.
  func reset() {
    sqlite3_reset(handle)
  }

  /// Runs a statement that gives no rows, ready for the next values.
  func run() throws(SQLiteError) {
    let code = sqlite3_step(handle)
    sqlite3_reset(handle)
    guard code == SQLITE_DONE || code == SQLITE_ROW else { throw database.error(code) }
  }
}
