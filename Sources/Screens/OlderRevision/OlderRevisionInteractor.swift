/// What the question about an older revision may ask for.
@MainActor public protocol OlderRevisionInteractor {
  /// What the folder lacks; nil when nothing waits for a decision any more.
  var missingHistory: MissingHistory? { get }
  /// Writes what is missing again.
  func restoreHistory() throws
  /// Goes on from the older revision, under a new name and in a new file.
  func acceptOlderRevision() throws
}

/// Events of this machine that the collection's folder lacks.
public struct MissingHistory: Hashable, Sendable {
  public var eventCount: Int
  /// When the earliest and the latest of them happened, as local date and time.
  public var first: String
  public var last: String
  /// The files that they belong to, below the collection.
  public var files: [String]

  public init(eventCount: Int, first: String, last: String, files: [String]) {
    self.eventCount = eventCount
    self.first = first
    self.last = last
    self.files = files
  }
}
