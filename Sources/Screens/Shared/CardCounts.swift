/// What waits today, each never below zero.
public struct CardCounts: Hashable, Sendable {
  public var new: Int
  public var learning: Int
  public var due: Int

  public init(new: Int = 0, learning: Int = 0, due: Int = 0) {
    self.new = new
    self.learning = learning
    self.due = due
  }

  public var isEmpty: Bool { new <= 0 && learning <= 0 && due <= 0 }

  public var total: Int { max(0, new) + max(0, learning) + max(0, due) }

  /// Which of the counts a card belongs to.
  public enum Pool: UInt8, Sendable {
    case new, learning, due
  }
}
