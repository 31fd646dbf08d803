/// Unpacks members of a package, within limits.
struct PackageReader {
  let zip: ZipReader
  let generation: AnkiPackage.Generation
  let limits: AnkiLimits

  /// Decides which of the three layouts an archive has.
  init(_ zip: ZipReader, limits: AnkiLimits) throws {
    self.zip = zip
    self.limits = limits
    if zip.members["meta"] != nil {
      var bytes: [UInt8] = []
      try zip.read("meta") { piece in
        guard bytes.count + piece.count <= 4096 else {
          throw AnkiPackageError.memberTooLarge("meta", limit: 4096)
        }
        bytes += piece
      }
      generation = try Self.generation(bytes)
    } else {
      generation = zip.members["collection.anki21"] == nil ? .legacy1 : .legacy2
    }
  }

  private static func generation(_ meta: [UInt8]) throws -> AnkiPackage.Generation {
    var version: UInt64 = 0
    do {
      try ProtobufReader.read(meta) { number, value throws(ProtobufError) in
        if number == 1 { version = UInt64(bitPattern: try value.integer) }
      }
    } catch {
      throw AnkiPackageError.memberBroken("meta", reason: "its protobuf is broken")
    }
    switch version {
    case 1: return .legacy1
    case 2: return .legacy2
    case 3: return .latest
    default: throw AnkiPackageError.newerPackage(version: version)
    }
  }

  var databaseMember: String {
    switch generation {
    case .legacy1: "collection.anki2"
    case .legacy2: "collection.anki21"
    case .latest: "collection.anki21b"
    }
  }

  /// Unpacks a member, of the latest generation through zstd as well.
  ///
  /// Throws `memberTooLarge` before more than `limit` bytes are handed over.
  func read(
    _ name: String, limit: Int64, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    var total: Int64 = 0
    func pass(_ piece: UnsafeRawBufferPointer) throws {
      // A large package takes its time: whoever waits may have gone.
      try Task.checkCancellation()
      total += Int64(piece.count)
      guard total <= limit else { throw AnkiPackageError.memberTooLarge(name, limit: limit) }
      try body(piece)
    }
    guard generation == .latest else { return try zip.read(name, pass) }
    var zstd = ZstdReader()
    try zip.read(name) { piece in
      guard try zstd.feed(piece, pass) else {
        throw AnkiPackageError.memberBroken(name, reason: "its zstd data are damaged")
      }
    }
    guard zstd.isComplete else {
      throw AnkiPackageError.memberBroken(name, reason: "its zstd data end early")
    }
  }

  // MARK: Database

  /// Unpacks the database, opens and checks it; of the file only what is open remains.
  func openDatabase(
    scratchFolder: String, gauge: ReadingGauge?
  ) throws -> CollectionDatabase {
    let member = databaseMember
    gauge?.begin(bytes: zip.members[member]?.size ?? 0)
    let file = try ScratchFile(in: scratchFolder, suffix: ".anki2")
    var header: [UInt8] = []
    try read(member, limit: limits.databaseBytes) { piece in
      if header.count < 20 { header += piece.prefix(20 - header.count) }
      try file.write(piece)
      gauge?.add(piece.count / ReadingGauge.bytesOfStep)
    }
    guard header.starts(with: "SQLite format 3\0".utf8) else {
      throw AnkiPackageError.notDatabase(member: member)
    }
    return try CollectionDatabase(path: file.path, member: member)
  }

  // MARK: Media map

  private static let maximumMapBytes: Int64 = 16 << 20

  /// The files of the map in its order; what is odd about names is noted.
  func mediaMap(_ log: inout RepairLog) throws -> [AnkiMediaFile] {
    guard zip.members["media"] != nil else {
      // Old programs wrote none when there was nothing to list.
      guard generation == .latest else { return [] }
      throw AnkiPackageError.memberMissing("media")
    }
    var bytes: [UInt8] = []
    try read("media", limit: min(limits.totalBytes, Self.maximumMapBytes)) { bytes += $0 }
    return generation == .latest
      ? try MediaMap.protobuf(bytes, zip, &log) : try MediaMap.json(bytes, zip, &log)
  }
}
