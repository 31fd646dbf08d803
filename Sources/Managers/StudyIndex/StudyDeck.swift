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

extension StudyDeck {
  /// Counts answers of today for the limits, or takes them back.
  mutating func add(_ count: TodayCount, times: Int) {
    queue.newDone += times * count.new
    queue.reviewsDone += times * count.reviews
  }
}
