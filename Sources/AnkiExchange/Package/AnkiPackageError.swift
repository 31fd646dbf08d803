/// Why a package cannot be read or written; nothing has changed then.
public enum AnkiPackageError: Error, Hashable, Sendable {
  /// The file cannot be opened or read; a system error.
  case unreadable(path: String, errno: Int32)
  case notZip(path: String)
  /// The version that member `meta` says; 0 when it cannot be read.
  case newerPackage(version: UInt64)
  /// Schema of the database.
  case newerSchema(Int)
  case olderSchema(Int)
  /// A member that the package must have.
  case memberMissing(String)
  /// A member that cannot be unpacked.
  case memberBroken(String, reason: String)
  /// A member larger than it says, or than `limit` bytes.
  case memberTooLarge(String, limit: Int64)
  /// All members together are larger than `limit` bytes.
  case packageTooLarge(limit: Int64)
  case mediaMapBroken(reason: String)
  case notDatabase(member: String)
  case databaseBroken(member: String, reason: String)
  /// Triggers or views, which no collection has.
  case databaseForeign(member: String, object: String)
  /// A row that cannot be understood: its table, its id, what is wrong.
  case rowBroken(table: String, id: String, reason: String)
  /// The collection does not fit the memory that callers allow.
  case collectionTooLarge(limit: Int64)
  /// A file of the package, or of its media, cannot be written; a system error.
  case unwritable(path: String, errno: Int32)
  /// What is to be written would not be read by others.
  case invalidCollection(reason: String)
}
