/// Writes an `.apkg` or `.colpkg`; the same input gives the same bytes.
public struct AnkiPackageWriter: Sendable {
  /// Which programs shall read the package.
  public enum Generation: Sendable {
    /// Every Anki since 2.1.0 and most other programs.
    case legacy2
    /// Anki since 2.1.50, smaller with large media.
    case latest
  }

  public var generation: Generation
  /// An existing folder on a disk with room for the unpacked database.
  public var scratchFolder: String
  /// The clock: the time of members, and of what has no time of its own.
  public var nowMilliseconds: Int64

  public init(
    generation: Generation = .legacy2, scratchFolder: String, nowMilliseconds: Int64
  ) {
    self.generation = generation
    self.scratchFolder = scratchFolder
    self.nowMilliseconds = nowMilliseconds
  }

  /// Writes a collection to a new file that takes the place of `path` when it is whole.
  ///
  /// Throws `AnkiPackageError`; then the old file, if any, stands as it was.
  public func write(_ collection: AnkiCollection, media: [AnkiMediaSource], to path: String) throws
  {
    try write(
      collection, notes: collection.notes, cards: collection.cards, reviews: collection.reviews,
      media: media, to: path)
  }

  /// Writes rows as they come, for more of them than memory should hold.
  ///
  /// Of `structure` everything but its rows is used. Notes, cards and reviews come ordered by id.
  public func write(
    _ structure: AnkiCollection, notes: some Sequence<AnkiNote>, cards: some Sequence<AnkiCard>,
    reviews: some Sequence<AnkiReview>, media: [AnkiMediaSource], to path: String
  ) throws {
    preconditionFailure()
  }
}

/// A file for a package.
public struct AnkiMediaSource: Hashable, Sendable {
  public enum Content: Hashable, Sendable {
    case file(path: String)
    case bytes([UInt8])
  }

  /// The name that fields refer to.
  public var name: String
  public var content: Content

  public init(name: String, content: Content) {
    self.name = name
    self.content = content
  }
}
