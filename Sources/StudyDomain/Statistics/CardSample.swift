/// A card as it is now, in what statistics need of it.
public struct CardSample: Hashable, Sendable, BitwiseCopyable {
  public var phase: CardPhase
  public var isSuspended: Bool
  /// Put aside until tomorrow.
  public var isBuried: Bool
  /// The interval given last, in days; 0 where there is none or it is a step.
  public var intervalDays: Int
  /// Study days from today until it is due, negative when it is late; nil for a new card.
  public var dueIn: Int?
  public var memory: MemoryState?
  /// The chance of recall now; nil without a memory.
  public var retrievability: Double?

  public init(
    phase: CardPhase, isSuspended: Bool = false, isBuried: Bool = false, intervalDays: Int = 0,
    dueIn: Int? = nil, memory: MemoryState? = nil, retrievability: Double? = nil
  ) {
    self.phase = phase
    self.isSuspended = isSuspended
    self.isBuried = isBuried
    self.intervalDays = intervalDays
    self.dueIn = dueIn
    self.memory = memory
    self.retrievability = retrievability
  }
}
