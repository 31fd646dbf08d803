/// An opened `.apkg` or `.colpkg`; both have the same inside.
///
/// The database is unpacked into the scratch folder once and its name removed before `open` returns.
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
  /// The files of the media map, in its order.
  public let media: [AnkiMediaFile]
  public let limits: AnkiLimits

  /// Opens a package and its database, checks both, and reads the media map.
  ///
  /// Nothing is written outside the scratch folder, which must exist. Throws `AnkiPackageError`.
  public static func open(
    _ path: String, scratchFolder: String, limits: AnkiLimits = AnkiLimits()
  ) throws -> AnkiPackage {
    preconditionFailure()
  }

  init(generation: Generation, media: [AnkiMediaFile], limits: AnkiLimits) {
    self.generation = generation
    self.media = media
    self.limits = limits
  }

  /// Everything but notes, cards and reviews; these stay empty.
  public func structure() throws -> AnkiCollection {
    preconditionFailure()
  }

  /// The whole collection in memory.
  public func collection() throws -> AnkiCollection {
    preconditionFailure()
  }

  /// Reads notes one at a time, ordered by id, repaired as in `collection()`.
  public func readNotes(_ body: (AnkiNote) throws -> Void) throws -> [AnkiRepair] {
    preconditionFailure()
  }

  /// Unpacks a medium and hands its bytes over in pieces; checks size and SHA-1 where they are told.
  public func readMedium(
    _ file: AnkiMediaFile, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    preconditionFailure()
  }

  /// Unpacks a medium into an open file.
  public func copyMedium(_ file: AnkiMediaFile, toFileDescriptor descriptor: Int32) throws {
    preconditionFailure()
  }

  /// Unpacks a medium into memory; throws `memberTooLarge` beyond `limit` bytes.
  public func medium(_ file: AnkiMediaFile, limit: Int64) throws -> [UInt8] {
    preconditionFailure()
  }
}

/// A file that the media map names.
public struct AnkiMediaFile: Hashable, Sendable {
  /// A safe name in normal form: one path component, neither `.` nor `..`.
  public var name: String
  /// The name as the map has it, by which fields refer to the file.
  public var mapName: String
  /// The member of the archive, a decimal number.
  public var member: String
  /// Unpacked size; nil when neither the map nor the archive knows the member.
  public var size: Int64?
  /// Twenty bytes; the latest generation tells it.
  public var sha1: [UInt8]?
}
