/// What SQLite keeps of a text in a column of whole numbers, such as the sort field of notes: the
/// text, unless the whole of it is a number.
struct NumberAffinity {
  enum Value: Equatable {
    case integer(Int64)
    case real(Double)
  }

  private let insert: SQLiteStatement
  private let select: SQLiteStatement

  init() throws(SQLiteError) {
    let database = try SQLiteDatabase.create(":memory:")
    try database.execute("create table n (v integer)")
    insert = try database.prepare("insert or replace into n (rowid, v) values (1, ?)")
    select = try database.prepare("select v from n")
  }

  /// The number that a text is; nil for any other text.
  func number(_ text: UnsafeBufferPointer<UInt8>) throws(SQLiteError) -> Value? {
    guard Self.mayBeNumber(text) else { return nil }
    insert.bind(1, text: text)
    try insert.run()
    guard try select.step() else { return nil }
    defer { select.reset() }
    return switch select.kind(0) {
    case .integer: .integer(select.integer(0))
    case .real: .real(select.real(0))
    case .other: nil
    }
  }

  /// False for texts with a byte that no number has, which are nearly all: SQLite decides the rest.
  private static func mayBeNumber(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    !text.isEmpty
      && text.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "+"),
          UInt8(ascii: "-"), UInt8(ascii: "e"), UInt8(ascii: "E"), 0x09...0x0D, 0x20:
          true
        default: false
        }
      }
  }
}
