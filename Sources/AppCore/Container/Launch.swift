public import StudyDomain

/// What the program was started with: everything that comes from outside.
public struct Launch: Sendable {
  /// The value of `--collection`.
  public var collection: String?
  /// The instant of `--now`; the clock runs on from it.
  public var now: Timestamp?
  public var environment: [String: String]
  /// The twelve cards of the tutorial, as the bytes of a deck.
  public var tutorial: [UInt8]
  /// Sample decks by path.
  public var samples: [String: [UInt8]]

  public init(
    collection: String? = nil, now: Timestamp? = nil, environment: [String: String],
    tutorial: [UInt8] = [], samples: [String: [UInt8]] = [:]
  ) {
    self.collection = collection
    self.now = now
    self.environment = environment
    self.tutorial = tutorial
    self.samples = samples
  }
}
