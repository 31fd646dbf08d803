/// What the learner says of an answer.
public enum Grade: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  case again = 1
  case hard, good, easy

  /// The word in the history and on the command line.
  public var word: String {
    switch self {
    case .again: "again"
    case .hard: "hard"
    case .good: "good"
    case .easy: "easy"
    }
  }

  /// The grade of a word, or of a digit from 1 to 4.
  public init?(word: String) {
    for grade in Grade.allCases where word == grade.word || word == String(grade.rawValue) {
      self = grade
      return
    }
    return nil
  }
}
