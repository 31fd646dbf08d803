/// An answer, or a change by hand, of the review log: forty bytes, for there may be millions.
public struct AnkiReview: Hashable, Sendable, BitwiseCopyable {
  /// Milliseconds since 1970, and an id.
  public var id: Int64
  /// The card may be gone.
  public var cardID: Int64
  /// Positive days, negative seconds.
  public var interval: Int32
  /// The interval before; the same rule.
  public var lastInterval: Int32
  /// The ease after the answer in permille; with FSRS the difficulty as 100 to 1100.
  public var factor: Int32
  /// Time taken, as capped by the preset.
  public var milliseconds: Int32
  /// 1 again, 2 hard, 3 good, 4 easy; 0 for a change that is no answer.
  public var button: UInt8
  /// One of `Kind`, or a number that a newer program knows.
  public var rawKind: UInt8

  public enum Kind: UInt8, Sendable {
    case learning, review, relearning
    /// Early or crammed, in a filtered deck.
    case filtered
    /// Set by hand; with `factor` 0 a reset to new.
    case manual
    /// Moved by a change of parameters.
    case rescheduled
  }

  public var kind: Kind? {
    Kind(rawValue: rawKind)
  }

  public init(
    id: Int64, cardID: Int64, button: UInt8, interval: Int32, lastInterval: Int32, factor: Int32,
    milliseconds: Int32, kind: Kind
  ) {
    self.init(
      id: id, cardID: cardID, button: button, interval: interval, lastInterval: lastInterval,
      factor: factor, milliseconds: milliseconds, rawKind: kind.rawValue)
  }

  init(
    id: Int64, cardID: Int64, button: UInt8, interval: Int32, lastInterval: Int32, factor: Int32,
    milliseconds: Int32, rawKind: UInt8
  ) {
    self.id = id
    self.cardID = cardID
    self.interval = interval
    self.lastInterval = lastInterval
    self.factor = factor
    self.milliseconds = milliseconds
    self.button = button
    self.rawKind = rawKind
  }
}
