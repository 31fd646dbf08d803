/// What FSRS remembers of a card.
public struct MemoryState: Hashable, Sendable, BitwiseCopyable {
  /// Days after which the chance of recall has fallen to 90 %; 0.001 to 36,500.
  public var stability: Double
  /// 1 (easy) to 10 (hard).
  public var difficulty: Double

  public init(stability: Double, difficulty: Double) {
    self.stability = stability
    self.difficulty = difficulty
  }
}
