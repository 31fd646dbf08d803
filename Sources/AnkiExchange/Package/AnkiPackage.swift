/// An opened `.apkg` or `.colpkg`; both have the same inside.
///
/// The database is unpacked into the scratch folder once, and its name is removed before `open`
/// returns.
public final class AnkiPackage {
  /// How a package is laid out.
  public enum Generation: Sendable {
    /// `collection.anki2`, schema 11; Anki 2.0 and many other programs.
    case legacy1
    /// `collection.anki21`, schema 11; Anki 2.1, and "support older versions" today.
    case legacy2
    /// `collection.anki21b`, compressed; Anki since 2.1.50.
    case latest
  }

  public let generation: Generation
  /// The files of the media map, in its order; a member of one may be missing.
  public let media: [AnkiMediaFile]
  /// The same by the names that fields may use.
  public let mediumByName: [String: AnkiMediaFile]
  public let limits: AnkiLimits
  private let reader: PackageReader
  private let database: CollectionDatabase
  private let mediaLog: RepairLog
  private let gauge: ReadingGauge?
  /// What of `limits.totalBytes` is left.
  private var bytesLeft: Int64

  /// Opens a package and its database, checks both, and reads the media map.
  ///
  /// Nothing is written outside the scratch folder, which must exist. With `checksLater` the pages of
  /// the database are still being looked at when this returns: `collection` waits for that. `gauge`
  /// is told how far this and `collection` are. Throws `AnkiPackageError`.
  public static func open(
    _ path: String, scratchFolder: String, limits: AnkiLimits = AnkiLimits(),
    checksLater: Bool = false, gauge: ReadingGauge? = nil
  ) throws -> AnkiPackage {
    let reader = try PackageReader(ZipReader(path), limits: limits)
    var log = RepairLog()
    // A broken map is told before a large database is unpacked.
    let media = try reader.mediaMap(&log)
    let database = try reader.openDatabase(scratchFolder: scratchFolder, gauge: gauge)
    if !checksLater { try database.confirm() }
    return AnkiPackage(reader, database, media, log, gauge)
  }

  private init(
    _ reader: PackageReader, _ database: CollectionDatabase, _ media: [AnkiMediaFile],
    _ log: RepairLog, _ gauge: ReadingGauge?
  ) {
    self.gauge = gauge
    self.reader = reader
    self.database = database
    self.media = media
    mediumByName = Dictionary(
      media.flatMap { [($0.name, $0), ($0.mapName, $0)] }, uniquingKeysWith: { _, last in last })
    mediaLog = log
    generation = reader.generation
    limits = reader.limits
    bytesLeft = limits.totalBytes
  }

  // MARK: Collection

  /// Everything but notes, cards and reviews; these stay empty.
  public func structure() throws -> AnkiCollection {
    try database.confirm()
    var log = mediaLog
    var collection = try database.structure(&log)
    collection.repairs = log.repairs
    return collection
  }

  /// The whole collection in memory, its rows checked against each other.
  ///
  /// Rows that nothing can be made of are left out; `repairs` tells. Throws `collectionTooLarge`
  /// beyond `limits.rowBytes`.
  public func collection() throws -> AnkiCollection {
    var log = mediaLog
    do {
      var collection = try database.structure(&log)
      var loader = RowLoader(database, limit: limits.rowBytes, gauge: gauge)
      try loader.load(into: &collection, &log)
      collection.repairs = log.repairs
      try database.confirm()
      return collection
    } catch {
      // A broken page says more than what it led to.
      try database.confirm()
      throw error
    }
  }

  /// Hands over notes one at a time, repaired as in `collection()`; returns what was odd.
  ///
  /// They come ordered by id in every file that Anki made.
  public func readNotes(
    of noteTypes: [AnkiNoteType], _ body: (AnkiNote) throws -> Void
  ) throws -> [AnkiRepair] {
    try database.confirm()
    var log = RepairLog()
    try database.readNotes(CollectionDatabase.NoteShapes(noteTypes), &log, body)
    return log.repairs
  }

  // MARK: Media

  /// Unpacks a medium and hands its bytes over in pieces.
  ///
  /// Throws when it is missing, damaged, or another than the map says; what came before that is
  /// not to be used.
  public func readMedium(
    _ file: AnkiMediaFile, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let told = file.size ?? limits.mediumBytes
    guard told <= limits.mediumBytes else {
      throw AnkiPackageError.memberTooLarge(file.member, limit: limits.mediumBytes)
    }
    guard bytesLeft > 0 else { throw AnkiPackageError.packageTooLarge(limit: limits.totalBytes) }
    var hash = SHA1()
    var total: Int64 = 0
    try reader.read(file.member, limit: told) { piece in
      total += Int64(piece.count)
      bytesLeft -= Int64(piece.count)
      guard bytesLeft >= 0 else {
        throw AnkiPackageError.packageTooLarge(limit: limits.totalBytes)
      }
      if file.sha1 != nil { hash.update(piece) }
      try body(piece)
    }
    guard total == told || file.size == nil else {
      throw AnkiPackageError.memberBroken(file.member, reason: "it ends early")
    }
    guard file.sha1 == nil || file.sha1 == hash.finish() else {
      throw AnkiPackageError.memberBroken(file.member, reason: "its SHA-1 is another")
    }
  }

  /// Unpacks a medium into an open file.
  public func copyMedium(_ file: AnkiMediaFile, toFileDescriptor descriptor: Int32) throws {
    try readMedium(file) { try writeAll($0, to: descriptor, path: file.name) }
  }

  /// Unpacks a medium into memory; throws `memberTooLarge` beyond `limit` bytes.
  public func medium(_ file: AnkiMediaFile, limit: Int64) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try readMedium(file) { piece in
      guard Int64(bytes.count + piece.count) <= limit else {
        throw AnkiPackageError.memberTooLarge(file.member, limit: limit)
      }
      bytes += piece
    }
    return bytes
  }
}
