public import StudyDomain

/// The memory model and steps that a card's reviews are folded with.
public protocol MemoryRules: Sendable {
  /// The memory after an answer; `memory` is nil for the first one.
  func memory(after memory: MemoryState?, grade: Grade, elapsedDays: Int) -> MemoryState

  /// Days until the chance of recall falls to `retention` thousandths, without fuzz, at least 1.
  func intervalDays(for memory: MemoryState, retention: Int) -> Int

  /// Learning steps now in force, in seconds.
  var learningStepSeconds: [Int] { get }

  /// Relearning steps now in force, in seconds.
  var relearningStepSeconds: [Int] { get }
}

/// The rules of all cards: each card takes one by its name.
public struct RuleBook: Sendable {
  public var rules: [any MemoryRules]
  /// The place in `rules` for a card's name: its living text's key, for an orphan its lowest key
  /// (nil where that is no `CardKey`).
  ///
  /// Called once for each card and fold; the result must depend on its argument alone.
  public var index: @Sendable (CardKey?) -> Int

  public init(rules: [any MemoryRules], index: @escaping @Sendable (CardKey?) -> Int) {
    self.rules = rules
    self.index = index
  }

  /// One rule for every card.
  public init(_ rules: any MemoryRules) {
    self.init(rules: [rules], index: { _ in 0 })
  }
}
