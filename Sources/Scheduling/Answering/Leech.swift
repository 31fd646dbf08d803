/// When a card that keeps lapsing is called a leech.
public enum Leech {
  /// True when the lapse just added makes the card a leech, or reminds of it again.
  ///
  /// At the threshold, then each time half of it (rounded up) has been added. 0 is never.
  public static func isReached(lapses: Int, threshold: Int) -> Bool {
    guard threshold > 0, lapses >= threshold else { return false }
    return (lapses - threshold) % max(1, (threshold + 1) / 2) == 0
  }
}
