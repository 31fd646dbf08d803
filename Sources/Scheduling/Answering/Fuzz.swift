/// Spreads due days, so that cards learned together do not stay together.
///
/// The draw is seeded by the card and its number of answers: captions show what will happen, and
/// asking twice gives the same.
public struct Fuzz: Hashable, Sendable {
  /// A number in [0, 1); nil when intervals are exact.
  let draw: Double?

  /// Exact intervals.
  public static let off = Fuzz(draw: nil)

  init(draw: Double?) {
    self.draw = draw
  }

  /// `hash` names the card (the lowest key of its set), `reps` are its answers so far.
  public init(hash: UInt64, reps: Int) {
    draw = unit(mixed(hash &+ 0x9E37_79B9_7F4A_7C15 &* UInt64(bitPattern: Int64(reps) &+ 1)))
  }

  /// A whole number of days near `interval`, at least `minimum` unless `maximum` is below it.
  public func days(_ interval: Double, atLeast minimum: Int, atMost maximum: Int) -> Int {
    let range = Self.range(of: interval, atLeast: minimum, atMost: maximum)
    guard let draw else {
      let low = min(minimum, maximum)
      return Int(min(max(interval.rounded(), Double(low)), Double(maximum)))
    }
    return range.lowerBound + Int(draw * Double(range.count))
  }

  /// The days that a draw may give, both ends included.
  public static func range(of interval: Double, atLeast minimum: Int, atMost maximum: Int)
    -> ClosedRange<Int>
  {
    let low = min(minimum, maximum)
    let center = min(max(interval, Double(low)), Double(maximum))
    let spread = spread(of: center)
    func bounded(_ days: Double) -> Int { min(max(Int(days.rounded()), low), maximum) }
    let lower = bounded(center - spread)
    var upper = bounded(center + spread)
    if upper == lower, upper > 2, upper < maximum {
      upper = lower + 1
    }
    return lower...upper
  }

  /// Seconds added to a learning step: up to a quarter of it, at most five minutes.
  ///
  /// It never carries a step over the rollover.
  func delay(on step: Int, secondsToRollover: Int) -> Int {
    guard let draw, step > 0, step < secondsToRollover else { return 0 }
    // Not the draw itself: a short step must not go together with a short interval.
    let own = unit(mixed(draw.bitPattern))
    let added = Int(own * min(Double(step) * 0.25, 300))
    return min(added, secondsToRollover - step - 1)
  }

  private static func spread(of interval: Double) -> Double {
    guard interval >= 2.5 else { return 0 }
    return 1 + 0.15 * (min(interval, 7) - 2.5) + 0.1 * max(0, min(interval, 20) - 7)
      + 0.05 * max(0, interval - 20)
  }
}

/// A well mixed 64-bit number (the finaliser of SplitMix64).
func mixed(_ value: UInt64) -> UInt64 {
  var x = value
  x = (x ^ (x >> 30)) &* 0xBF58_476D_1CE4_E5B9
  x = (x ^ (x >> 27)) &* 0x94D0_49BB_1331_11EB
  return x ^ (x >> 31)
}

/// The top 53 bits as a number in [0, 1).
func unit(_ bits: UInt64) -> Double {
  Double(bits >> 11) * 0x1p-53
}
