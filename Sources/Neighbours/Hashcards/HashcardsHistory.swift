import StudyDomain

/// What `hashcards.db` knows: cards by the hash of their text.
public struct HashcardsHistory: Sendable {
  /// By 64 lower-case hex digits.
  public private(set) var pasts: [String: NeighbourPast] = [:]

  /// Reads the bytes of the database; the file is never opened by SQLite itself.
  public init(_ bytes: [UInt8]) throws(HashcardsError) {
    preconditionFailure("not built yet")
  }
}

/// Why a `hashcards.db` cannot be read.
public struct HashcardsError: Error, Hashable, Sendable {
  public var message: String
}
