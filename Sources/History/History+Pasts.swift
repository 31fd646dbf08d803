import StudyDomain

/// What an export compares of a card's past with what it kept of it.
public struct CardPast: Sendable, BitwiseCopyable {
  /// The newest event in force of the schedule.
  public var lastEvent: EventName?
  private var digest = Digest()
  /// False when a review stands behind another.
  private var isPlain = true

  public init() {}

  /// Of times in their order: two lists that are not the same have the same one with a chance of
  /// one to 2^64.
  private struct Digest: BitwiseCopyable, Equatable {
    var count: Int32 = 0
    var sum: UInt64 = 0

    mutating func add(_ time: Int64) {
      count += 1
      let mixed = (sum << 29 | sum >> 35) ^ UInt64(bitPattern: time)
      sum = mixed &* 0x9E37_79B9_7F4A_7C15
      sum ^= sum >> 32
    }
  }

  fileprivate mutating func add(_ time: Int64, standsBehind: Bool) {
    digest.add(time)
    if standsBehind { isPlain = false }
  }

  /// Whether the reviews in force, in replay order, are of exactly these times and none stands
  /// behind another.
  public func holds(_ times: some Sequence<Int64>) -> Bool {
    holds { add in for time in times { add(time) } }
  }

  /// The same for times that are told one by one.
  @inlinable
  public func holds(_ tell: ((Int64) -> Void) -> Void) -> Bool {
    var other = CardPast()
    tell { other.add($0) }
    return isSame(as: other)
  }

  @usableFromInline
  mutating func add(_ time: Int64) {
    digest.add(time)
  }

  @usableFromInline
  func isSame(as other: CardPast) -> Bool {
    isPlain && digest == other.digest
  }
}

extension History {
  /// The pasts of cards, in the order of their numbers: asked one after another, the events that they
  /// look at lie side by side.
  public func past(of card: CardID) -> CardPast {
    var past = CardPast()
    past.lastEvent = lastEvent(of: card, on: .schedule)
    forEachOrderedEvent(card.number) { event in
      let record = table.records[Int(event)]
      guard record.kind == .review, isInForce(event) else { return }
      past.add(movedTime(event, record), standsBehind: status[Int(event)] != 0)
    }
    return past
  }

  /// Takes events that were read of a cache out of memory, for a reader that goes through all cards
  /// once.
  ///
  /// Nothing is lost: they are read from the file again when they are asked for.
  public func forgetEvents() {
    guard let forget else { return }
    for bytes in [table.records.untouchedBase, stamps.untouchedBase] {
      if let bytes { forget(bytes) }
    }
  }
}
