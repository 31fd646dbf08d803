/// The three numbers of a deck, or of what remains in a session.
public struct StudyCounts: Hashable, Sendable, BitwiseCopyable {
  public var new: Int
  public var learning: Int
  public var due: Int

  public init(new: Int = 0, learning: Int = 0, due: Int = 0) {
    self.new = new
    self.learning = learning
    self.due = due
  }

  public var total: Int { new + learning + due }
}

/// Which of the three numbers a card belongs to.
public enum StudyPart: UInt8, Sendable, BitwiseCopyable {
  case new, learning, due
}
