import Scheduling
public import StudyDomain

/// A deck with the options in force for it.
public struct StudyDeck: Sendable {
  public var name: DeckName
  public var parent: Int?
  public var options: DeckOptions
  /// What the queue needs to know, today's limits and answers included.
  var queue: QueueDeck
}
