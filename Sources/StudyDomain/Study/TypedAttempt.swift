/// An answer that was typed, held against the one that was expected.
public struct TypedAttempt: Hashable, Sendable {
  public var isRight: Bool
  /// What was typed, and of the answer that is nearest to it what was expected: in pieces that agree
  /// with the other, and pieces that do not.
  public var typed: [Piece]
  public var expected: [Piece]

  public init(isRight: Bool, typed: [Piece], expected: [Piece]) {
    self.isRight = isRight
    self.typed = typed
    self.expected = expected
  }

  public struct Piece: Hashable, Sendable {
    public var text: String
    /// Whether the other text has the same at this place.
    public var agrees: Bool

    public init(_ text: String, agrees: Bool) {
      self.text = text
      self.agrees = agrees
    }
  }

  /// True when nothing was typed.
  public var isEmpty: Bool { typed.isEmpty }
}

/// What does not count when a typed answer is held against the one expected.
///
/// Outer blanks, runs of blanks, no-break spaces and forms of composition never count.
public struct TypedAnswerRule: Hashable, Sendable {
  /// Dashes, quotes and other signs that look alike are the same.
  public var ignoresLookAlikes = true
  public var ignoresCase = false
  public var ignoresAccents = false

  public init(ignoresCase: Bool = false, ignoresAccents: Bool = false) {
    self.ignoresCase = ignoresCase
    self.ignoresAccents = ignoresAccents
  }

  /// By the words of the setting `typed_answers`; nil when one is unknown.
  public init?(words: [String]) {
    self.init()
    for word in words {
      switch word {
      case "any_case": ignoresCase = true
      case "any_accents": ignoresAccents = true
      case "exact": ignoresLookAlikes = false
      default: return nil
      }
    }
  }

  /// What `init(words:)` takes.
  public static let words = ["any_case", "any_accents", "exact"]
}
