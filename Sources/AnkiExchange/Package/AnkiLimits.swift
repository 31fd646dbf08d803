/// How much a foreign package may take; beyond them reading stops with an error.
public struct AnkiLimits: Hashable, Sendable {
  /// Bytes of the unpacked database.
  public var databaseBytes: Int64 = 2 << 30
  /// Bytes of one unpacked medium; Anki itself skips larger ones than 100 MiB.
  public var mediumBytes: Int64 = 100 << 20
  /// Bytes of everything that is unpacked.
  public var totalBytes: Int64 = 16 << 30
  /// Bytes of memory for the rows of `AnkiPackage.collection()`.
  public var rowBytes: Int64 = 160 << 20

  public init() {}
}
