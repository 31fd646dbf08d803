@testable import AnkiExchange

/// A package of parts that need not fit together.
struct OddPackage {
  var meta: [UInt8]? = [0x08, 0x02]
  var databaseMember = "collection.anki21"
  var database: [UInt8]?
  var mediaMap: [UInt8]? = Array("{}".utf8)
  var media: [(member: String, bytes: [UInt8])] = []

  func write(to path: String) throws {
    let zip = try ZipWriter(path, milliseconds: 1_764_000_000_000)
    if let meta { try zip.add("meta", isCompressed: false, meta) }
    if let database { try zip.add(databaseMember, isCompressed: true, database) }
    if let mediaMap { try zip.add("media", isCompressed: false, mediaMap) }
    for file in media { try zip.add(file.member, isCompressed: true, file.bytes) }
    try zip.finish()
  }
}
