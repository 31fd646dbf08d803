/// Where a card stands in its life.
public enum CardPhase: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  case new
  /// In the learning steps, never graduated.
  case learning
  /// Graduated: intervals in days.
  case review
  /// In the relearning steps after a lapse.
  case relearning

  /// The word in the history and in JSON.
  public var word: String {
    switch self {
    case .new: "new"
    case .learning: "learning"
    case .review: "review"
    case .relearning: "relearning"
    }
  }

  public init?(word: String) {
    guard let phase = CardPhase.allCases.first(where: { $0.word == word }) else { return nil }
    self = phase
  }
}
